import { z } from 'zod';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import { wholeParameter } from '../../platform/lists/pagination.ts';
import { CancellationSchedule } from '../../products/records/index.ts';
import { createDirectSale } from '../agreements/index.ts';
import { approve, changeSeats, synchronise } from '../commands/index.ts';
import { cancel, scheduleCancellation, unscheduleCancellation } from '../ends/index.ts';
import { entitlementErrors } from '../errors.ts';
import { CreateEntitlementParams } from '../records.ts';
import { answer, answerChange, approvalErrors, changes, partnerErrors, stateErrors } from './answer.ts';

const under = '/org/{orgId}/entitlement/{entitlementId}';

const create = route({
  ...changes,
  method: 'POST',
  path: '/org/{orgId}/entitlement',
  operationId: 'createEntitlement',
  summary: 'Create the entitlement of a direct sale',
  description:
    'For offers without a marketplace. ACTIVE when it starts now or in the past, PENDING_START until a start in the ' +
    'future, CANCELLED when it is over already. The offer becomes ACCEPTED; a public one stays on sale. Where ' +
    '`requireApproval` is set in privateOfferConfigInfo, whoever lacks `offers:approve` sells approved offers only, ' +
    'to their buyer and with their end.',
  body: CreateEntitlementParams,
  bodyRequired: true,
  ignored: ['organizationId'],
  example: {
    buyerId: 'buy_01m7z53qrwf3raysksbfq2fp2q',
    offerId: 'ofr_01m7z53qrwf3raysksbfq2fp2q',
    startDate: null,
    endDate: '2027-12-31T00:00:00.000Z',
  },
  responseDescription: 'The entitlement',
  errors: [
    entitlementErrors.entitlement_state.definition,
    entitlementErrors.entitlement_partner.definition,
    ...approvalErrors,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, request) =>
      answerChange(scope, request, await createDirectSale(scope, request.body)),
  },
});

/** Operations without a body that ask for one thing. */
const plain = ({ registry }: { registry: AdapterRegistry }) => [
  route({
    ...changes,
    method: 'POST',
    path: `${under}/approve`,
    operationId: 'approveEntitlement',
    summary: 'Approve an entitlement',
    description:
      'On marketplaces that wait for the seller (B and C). It is ACTIVE once the marketplace has reported it; one that ' +
      'is ACTIVE already is answered as it is.',
    responseDescription: 'The entitlement as it stands',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(await approve(scope, registry, params.entitlementId)),
    },
  }),
  route({
    ...changes,
    method: 'POST',
    path: `${under}/cancel`,
    operationId: 'cancelEntitlement',
    summary: 'Cancel an entitlement',
    description:
      'A direct sale ends at once. On marketplace B the subscription is ended, on A the buyer is asked: it is ' +
      'PENDING_CANCEL until the marketplace reports it. Elsewhere only the buyer can cancel. The term keeps what was ' +
      'committed for the UTC days that it ran. Marketplaces A to D pay back what was paid for the others when the ' +
      'seller asks them to, B within 72 hours of the purchase by itself and in full; E and F pay nothing back.',
    responseDescription: 'The entitlement, CANCELLED or PENDING_CANCEL',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(await cancel(scope, registry, params.entitlementId)),
    },
  }),
  route({
    ...changes,
    method: 'POST',
    path: `${under}/unscheduleCancellation`,
    operationId: 'unscheduleEntitlementCancellation',
    summary: 'Take a scheduled cancellation back',
    description: 'Without one, nothing changes.',
    errors: stateErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(await unscheduleCancellation(scope, params.entitlementId)),
    },
  }),
  route({
    ...changes,
    method: 'POST',
    path: `${under}/sync`,
    operationId: 'syncEntitlement',
    summary: 'Read an entitlement again at its marketplace',
    description: 'What the marketplace shows is applied a moment later; what the seller wrote stays.',
    responseDescription: 'The entitlement as it stands',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(await synchronise(scope, registry, params.entitlementId)),
    },
  }),
];

export const commandRoutes = (deps: { registry: AdapterRegistry }) => [
  create,
  ...plain(deps),
  route({
    ...changes,
    method: 'POST',
    path: `${under}/scheduleCancellation`,
    operationId: 'scheduleEntitlementCancellation',
    summary: 'Schedule the cancellation of an entitlement',
    description:
      'It takes the place of an earlier schedule, and is carried out as a cancellation at its time would be.',
    body: CancellationSchedule,
    bodyRequired: true,
    ignored: ['creationDate'],
    example: { type: 'SpecificDate', cancelDate: '2027-06-30T00:00:00.000Z', note: 'The buyer moves on' },
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        const changed = await scheduleCancellation(scope, deps.registry, params.entitlementId, body);
        return answerChange(scope, request, changed);
      },
    },
  }),
  route({
    ...changes,
    method: 'PATCH',
    path: `${under}/seat`,
    operationId: 'updateEntitlementSeat',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Change the number of seats',
    description: 'On marketplace B. The seats count, by a new term, once the marketplace has reported them.',
    query: z.object({ newSeat: wholeParameter(1, 1_000_000, 'How many seats from now on') }),
    responseDescription: 'The entitlement as it stands',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) =>
        answer(await changeSeats(scope, deps.registry, params.entitlementId, query.newSeat)),
    },
  }),
];
