import { type OrgTransaction, pastBinding } from '../../platform/access/scope.ts';
import { route } from '../../platform/http/route.ts';
import type { DealRow } from './columns.ts';
import {
  lockToMove,
  notFound,
  partnerState,
  pathOfOne,
  requireSelling,
  show,
  state,
  step,
} from './command.ts';
import { type DealRouteDeps, hasConflict, type SelectReferrals } from './conflicts.ts';
import { requireComplete } from './rules.ts';
import { changeDeal } from './store.ts';

/**
 * Submits a registration for approval. Submitting again has no effect.
 * @throws 400 with the missing fields, 404 for an unknown registration, 409 when a status does not allow the submission
 */
export async function submitDeal(
  scope: OrgTransaction,
  id: string,
  selectReferrals?: SelectReferrals,
): Promise<DealRow> {
  const { deal, isThere } = await lockToMove(scope, id, 'SUBMITTED');
  if (isThere) return deal;
  requireComplete(deal);
  await requireSelling(scope, deal);
  return changeDeal(scope, deal, 'SUBMIT', {
    status: 'SUBMITTED',
    submitted_by: scope.actor.id,
    submission_time: scope.now,
    has_conflict: await hasConflict(pastBinding(scope), deal, selectReferrals),
    decided_by: null,
    decision_time: null,
    decision_note: null,
  });
}

export const submitDealRoute = ({ selectReferrals }: DealRouteDeps) =>
  route({
    ...step,
    path: `${pathOfOne}/submit`,
    operationId: 'submitDealRegistration',
    summary: 'Submit a deal registration for approval',
    description:
      'Requires a product, a customer with a domain, an account or crmAAccountId, and a channel partner ' +
      'that is ACTIVE. Submitting again has no effect.',
    access: 'deals:write',
    errors: [notFound, state, partnerState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        show(await submitDeal(scope, params.dealRegistrationId, selectReferrals)),
    },
  });
