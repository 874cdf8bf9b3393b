import { z } from 'zod';
import { RawJson, route } from '../../platform/http/route.ts';
import { flag, nameText } from '../../platform/records/fields.ts';
import { encodeOffer } from '../columns.ts';
import { cloneOffer } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { WorkloadOffer } from '../records.ts';

const OfferClone = z
  .object({
    cancelSourceAfterPublish: flag(
      'Whether the offer that is copied is cancelled once the copy awaits acceptance; marketplace C.',
    ),
    name: nameText('Name of the copy; that of the offer when absent.'),
  })
  .partial()
  .meta({ id: 'OfferClone', description: 'How an offer is copied.' });

export const cloneRoutes = () => [
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/clone',
    operationId: 'cloneOffer',
    group: 'Offer',
    summary: 'Copy an offer into a new draft',
    description:
      'Of an offer in any state. The draft has its terms; not what belongs to the sale or was decided by the service, ' +
      'such as its approval, and no times that have passed. With `cancelSourceAfterPublish` the offer is cancelled ' +
      'when the copy has reached PENDING_ACCEPTANCE: `metaInfo.sourceOfferCancelAfterPublishStatus` of the copy says ' +
      'how that went. The copy can be submitted, changed and deleted like any draft.',
    access: 'offers:write',
    body: OfferClone,
    example: { name: 'Year of Acme, second proposal', cancelSourceAfterPublish: true },
    quota: 'offers',
    response: WorkloadOffer,
    responseDescription: 'The draft',
    errors: [offerErrors.offer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOffer(await cloneOffer(scope, params.offerId, body ?? {}))),
      }),
    },
  }),
];
