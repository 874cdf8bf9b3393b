import { z } from 'zod';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, RawJson, route } from '../../platform/http/route.ts';
import { date } from '../../platform/records/fields.ts';
import { NotificationEvent } from '../../products/records/index.ts';
import type { OfferRow } from '../columns.ts';
import { encodeOffer } from '../columns.ts';
import type { OfferDeps } from '../commands/index.ts';
import {
  cancelOffer,
  extendOffer,
  notifyContacts,
  requestReconciliation,
  updateOffer,
} from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { serverOwnedFields } from '../prepare/index.ts';
import { WorkloadOffer } from '../records.ts';

const common = {
  group: 'Offer',
  access: 'offers:write',
  response: WorkloadOffer,
  responseDescription: 'The offer',
  errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
} as const;
const show = (row: OfferRow): Answer => ({ body: new RawJson(encodeOffer(row)) });

/** The routes that change an offer that its buyer can see. */
export const changeRoutes = (deps: OfferDeps) => [
  route({
    ...common,
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'updateOffer',
    condition: { lock: lockRows(['offer', 'offerId']) },
    summary: 'Change an offer',
    description:
      'A draft, and an offer whose creation failed, changes freely. Of one that awaits its buyer the name, the times, ' +
      'the contacts and the terms change as far as its marketplace changes them: the answer is PENDING_UPDATE, and the ' +
      'offer shows the change once the marketplace has it. A direct sale changes at once.',
    errors: [...common.errors, offerErrors.offer_not_approved.definition],
    body: WorkloadOffer,
    bodyRequired: true,
    ignored: serverOwnedFields,
    example: { expireTime: '2027-01-31T00:00:00.000Z', metaInfo: { updateMessage: 'You have more time.' } },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, unknownFields, strict }) =>
        show(await updateOffer(scope, deps, params.offerId, body, { unknownFields, strict })),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/cancel',
    operationId: 'cancelOffer',
    summary: 'Cancel an offer',
    description:
      'At a marketplace the answer is PENDING_CANCEL, and CANCELLED or CANCEL_FAILED follows; a buyer who accepts in ' +
      'time has the offer. A direct sale or public offer is CANCELLED at once.',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => show(await cancelOffer(scope, params.offerId)),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/extendExpiryDate',
    operationId: 'extendOfferExpiryDate',
    summary: 'Give the buyer more time to accept',
    description:
      'An offer that has expired can be accepted again. At a marketplace the answer is PENDING_UPDATE.',
    query: z.object({ newExpiryDate: date('The first day, in UTC, on which it can no longer be accepted') }),
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) =>
        show(await extendOffer(scope, deps.registry, params.offerId, query.newExpiryDate)),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/sync',
    operationId: 'synchronizeOffer',
    summary: 'Read an offer again at its marketplace',
    description:
      'Answers the offer as it stands. What the marketplace shows follows; what is yours is retained.',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_not_at_marketplace.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => show(await requestReconciliation(scope, params.offerId)),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/notifyContacts',
    operationId: 'sendOfferNotifications',
    summary: 'Notify contacts of an offer',
    description: 'The contacts of the body, by id; without any, all contacts of the offer.',
    body: z.array(z.string().max(200)).max(500).meta({ description: 'Identifiers of contacts' }),
    example: ['con_01m7z53qrwf3raysksbfq2fp2q'],
    response: NotificationEvent,
    responseDescription: 'What the contacts are notified of',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: await notifyContacts(scope, params.offerId, body ?? []),
      }),
    },
  }),
];
