import { RawJson, route } from '../../platform/http/route.ts';
import { encodeOffer } from '../columns.ts';
import { resolveCreation } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { CreationOutcome, WorkloadOffer } from '../records.ts';

/** The route by which a person says what became of a creation. */
export const resolveCreationRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/resolveCreation',
    operationId: 'resolveOfferCreation',
    group: 'Offer',
    summary: 'Say what became of the creation of an offer',
    description:
      'Where the answer of a marketplace was lost that cannot be asked for the offer, it stays PENDING_CREATE with a ' +
      'message that says so. Look at the marketplace: an offer that is there is read by its identifier; one that is not ' +
      'becomes CREATE_FAILED, and can be created again.',
    access: 'offers:write',
    body: CreationOutcome,
    bodyRequired: true,
    example: { externalID: 'offer-5yqk2m4d3v7pe' },
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOffer(await resolveCreation(scope, params.offerId, body))),
      }),
    },
  });
