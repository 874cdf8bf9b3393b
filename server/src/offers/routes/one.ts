import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { encodeOffer } from '../columns.ts';
import { createOffer, lookUp, type OfferDeps, repeatOffer, submission } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { offerExample, offerRequestExample } from '../examples.ts';
import { serverOwnedFields } from '../prepare/index.ts';
import { WorkloadOffer } from '../records.ts';
import { selectOffer } from '../store.ts';

export const createOfferRoute = (deps: OfferDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer',
    operationId: 'createOffer',
    group: 'Offer',
    summary: 'Create a private offer',
    description:
      'The offer is created at the marketplace by a job: the answer is PENDING_CREATE, and a direct sale is ' +
      'PENDING_ACCEPTANCE at once. The same body from the same caller within 60 seconds has the first answer, and ' +
      'makes no second offer. With the id of a draft that draft is submitted, and keeps its id: a field of the body ' +
      'stands in the place of the draft’s. A draft that was submitted within the last 60 seconds by another body, or by ' +
      'another caller, is a 409: one draft makes one offer. Any other id is ignored. Where the organization has offers approved, only a ' +
      'draft that is Approved can be submitted, as it stands.',
    access: 'offers:write',
    body: WorkloadOffer,
    bodyRequired: true,
    ignored: serverOwnedFields,
    meant: ['id'],
    deduplicates: true,
    example: offerRequestExample,
    quota: 'offers',
    // A draft that is submitted is counted already.
    whenFull: async (scope, request) =>
      (await repeatOffer(scope, request.bodyHash())) ?? (await submission(deps, request)?.(scope)),
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_approved.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'batch',
      batch: (scope, request) => createOffer(scope, deps.documents, request),
      shares: true,
      outside: (request) => lookUp(deps, request),
      first: (request) => submission(deps, request),
    },
  });

export const getOffer = () =>
  readRoute({
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'getOffer',
    group: 'Offer',
    summary: 'Get an offer',
    access: 'offers:read',
    response: WorkloadOffer,
    responseExample: offerExample,
    responseDescription: 'The offer',
    select: (scope, { offerId }) => selectOffer(scope, offerId),
    missing: offerErrors.offer_not_found,
    shows: ({ status }) => status !== 'DELETED',
    encode: encodeOffer,
  });
