import type { OrgTransaction } from '../../platform/access/scope.ts';
import { route } from '../../platform/http/route.ts';
import type { DealRow } from './columns.ts';
import { lockToMove, notFound, pathOfOne, show, state, step } from './command.ts';
import { dropProtection } from './protection.ts';
import { DealRegistrationNote } from './records.ts';
import { type DealStatus, isProtecting } from './states.ts';
import { changeDeal, type DealAction, type DealChange } from './store.ts';

/** Ends a locked registration and its protection. */
export async function closeLocked(
  scope: OrgTransaction,
  deal: DealRow,
  action: DealAction,
  change: DealChange & { status: DealStatus },
): Promise<DealRow> {
  if (isProtecting(deal.status)) await dropProtection(scope, deal.id);
  return changeDeal(scope, deal, action, { close_time: scope.now, protected_product_ids: [], ...change });
}

/**
 * Ends a registration by a caller's command. Repeating the command has no effect.
 * @throws 404 for an unknown registration, 409 when its status does not allow the command
 */
export async function closeDeal(
  scope: OrgTransaction,
  id: string,
  to: { action: 'WITHDRAW' | 'LOSE' | 'WIN'; status: DealStatus },
  change: DealChange,
): Promise<DealRow> {
  const { deal, isThere } = await lockToMove(scope, id, to.status);
  return isThere ? deal : closeLocked(scope, deal, to.action, { ...change, status: to.status });
}

export const withdrawDealRoute = route({
  ...step,
  path: `${pathOfOne}/withdraw`,
  operationId: 'withdrawDealRegistration',
  summary: 'Withdraw a deal registration',
  description:
    'Ends the protection. Rejected if the registration has ended in another way. Withdrawing again has no effect.',
  access: 'deals:write',
  body: DealRegistrationNote.optional(),
  example: { message: 'The project was stopped.' },
  errors: [notFound, state],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => {
      const to = { action: 'WITHDRAW', status: 'WITHDRAWN' } as const;
      const change = { close_note: body?.message || null };
      return show(await closeDeal(scope, params.dealRegistrationId, to, change));
    },
  },
});

export const loseDealRoute = route({
  ...step,
  path: `${pathOfOne}/lose`,
  operationId: 'loseDealRegistration',
  summary: 'Mark an approved deal as lost',
  description: 'Ends the protection. Repeating the call has no effect.',
  access: 'deals:write',
  body: DealRegistrationNote.optional(),
  example: { message: 'They bought from a competitor.' },
  errors: [notFound, state],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => {
      const to = { action: 'LOSE', status: 'LOST' } as const;
      const change = { close_note: body?.message || null };
      return show(await closeDeal(scope, params.dealRegistrationId, to, change));
    },
  },
});
