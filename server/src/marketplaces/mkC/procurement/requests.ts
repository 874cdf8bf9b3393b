import type { MarketplaceAdapter } from '../../adapter.ts';
import type { BuyerRequest } from '../../snapshots.ts';
import { hasCode, refusal } from '../errors.ts';
import type { Procurement } from './procurement.ts';
import { type Entitlement, stateOf } from './records.ts';
import { partsOfRequest } from './request-ids.ts';

type Port = Required<Pick<MarketplaceAdapter, 'readRequest' | 'answerRequest'>>;

/** Creates the adapter methods for plan changes that buyers request. */
export function createRequestPort(procurement: Procurement): Port {
  const readRequest = async (externalId: string): Promise<BuyerRequest | undefined> => {
    const parts = partsOfRequest(externalId);
    const one = parts && (await procurement.readEntitlement(parts.entitlementId));
    if (!parts || !one) return undefined;
    const { entitlementId: externalAgreementId, plan: planId } = parts;
    return {
      externalId,
      externalAgreementId,
      planId,
      status: statusOf(one, planId),
      changeTime: one.updateTime,
    };
  };

  return {
    readRequest,
    answerRequest: async (externalId, { accepts, reason }) => {
      const isAnswered = async (): Promise<boolean> =>
        hasAnswer((await readRequest(externalId))?.status, accepts);
      if (await isAnswered()) return;
      const { entitlementId = '', plan = '' } = partsOfRequest(externalId) ?? {};
      try {
        if (accepts) await procurement.approvePlanChange(entitlementId, plan);
        else await procurement.rejectPlanChange(entitlementId, plan, reason);
      } catch (error) {
        // An earlier or concurrent answer, or the buyer, may have ended the request.
        if (!hasCode(error, 'FAILED_PRECONDITION') || !(await isAnswered())) throw error;
      }
    },
  };
}

/**
 * Derives the status of a plan change. The marketplace does not keep rejected changes, so a rejection is shown like a
 * withdrawal.
 */
function statusOf(one: Entitlement, plan: string): BuyerRequest['status'] {
  const isPending = one.newPendingPlan === plan;
  if (isPending && stateOf(one) === 'PENDING_PLAN_CHANGE_APPROVAL') return 'PENDING';
  if (isPending && stateOf(one) === 'PENDING_PLAN_CHANGE') return 'ACCEPTED';
  return one.plan === plan ? 'ACCEPTED' : 'LAPSED';
}

/**
 * Returns whether a request already has this answer.
 * @throws MarketplaceError `refused` if the request ended differently
 */
function hasAnswer(status: BuyerRequest['status'] | undefined, accepts: boolean): boolean {
  if (status === 'PENDING') return false;
  if (status === undefined) throw refusal('NOT_FOUND', 'The marketplace does not have this request.');
  if (accepts === (status === 'ACCEPTED')) return true;
  throw refusal(
    'REQUEST_ENDED',
    accepts
      ? 'The plan change cannot be accepted: the buyer withdrew it, or it was rejected.'
      : 'The plan change cannot be rejected: it was already accepted.',
  );
}
