import type { AgreementSnapshot, JsonObject } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { changeRunningTerm } from './change-term.ts';
import type { EntitlementRow } from './columns.ts';
import { withSeats } from './derive/index.ts';
import { endTerm } from './end-term.ts';
import type { EntitlementInfo } from './records.ts';
import { renewedTerms, runningPeriod } from './renew.ts';
import { changeEntitlement, type EntitlementChange } from './store.ts';
import { lockTerm, pricedSince } from './term-store.ts';

/** Begins a term for each renewal that the marketplace shows and that is not known yet. */
export async function takeOverRenewals(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { renewals = [] }: AgreementSnapshot,
): Promise<EntitlementRow> {
  let row = entitlement;
  for (const { type, startTime: start, endTime: end } of renewals) {
    const since = await pricedSince(scope, row);
    if (since !== undefined && Date.parse(start) <= Date.parse(since)) continue;
    const period = { start, end };
    const before = await runningPeriod(scope, row);
    const terms = before ? renewedTerms(JSON.parse(row.info) as EntitlementInfo, before, period) : {};
    row = await changeRunningTerm(scope, row, { type, terms, period });
  }
  return row;
}

/**
 * Takes over that a marketplace ends an agreement before the end that was agreed on: the running term ends then, with
 * the parts of its commit. Until then it goes on as it is.
 */
export async function takeOverCut(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { cutAt }: AgreementSnapshot,
): Promise<EntitlementRow> {
  const { id, status, start_time: start, end_time: end, entitlement_term_id: termId } = entitlement;
  if (cutAt === undefined || status === 'CANCELLED' || status === 'DELETED') return entitlement;
  const at = new Date(cutAt);
  const isLater = end === null || Date.parse(end) > at.getTime();
  if (!isLater || (start !== null && Date.parse(start) >= at.getTime())) return entitlement;
  const term = termId ? await lockTerm(scope, id, termId) : undefined;
  if (term) await endTerm(scope, term, at, false);
  return changeEntitlement(scope, entitlement, 'UPDATE', { endTime: at });
}

/** What a marketplace tells of a plan: the prices that are the entitlement's from then on. */
function pricesIn({ terms = {} }: AgreementSnapshot): EntitlementInfo {
  const { commits, dimensions, commitAmount } = terms as EntitlementInfo;
  return {
    ...(commits ? { commits } : {}),
    ...(dimensions ? { dimensions } : {}),
    ...(commitAmount !== undefined && !commits?.length ? { commitAmount } : {}),
  };
}

const agreedAmount = ({ agreed_amount: amount, agreed_quantity: quantity }: EntitlementRow) =>
  amount === null || quantity === null ? undefined : { amount, quantity };

/** Takes over another plan, or number of units, that the marketplace shows; nothing where both are as known. */
export async function takeOverChange(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  agreement: AgreementSnapshot,
  also: EntitlementChange,
): Promise<EntitlementRow | undefined> {
  const { planId, quantity } = agreement;
  const isOtherPlan = planId !== undefined && entitlement.plan_id !== null && planId !== entitlement.plan_id;
  const isOtherQuantity =
    quantity !== undefined && entitlement.quantity !== null && quantity !== entitlement.quantity;
  if (!isOtherPlan && !isOtherQuantity) return undefined;
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const prices = isOtherPlan ? pricesIn(agreement) : {};
  const seats = isOtherQuantity
    ? withSeats({ ...info, ...prices }, entitlement.quantity ?? quantity, quantity, agreedAmount(entitlement))
    : { terms: {} };
  const remove = prices.commits ? ['paymentInstallments', 'commitAmount'] : [];
  const mirror: JsonObject = agreement.mirror;
  return changeRunningTerm(scope, entitlement, {
    type: isOtherPlan ? 'PlanChange' : 'QuantityChange',
    terms: { ...prices, ...seats.terms },
    ...{ remove, mirror },
    also: {
      ...also,
      ...(isOtherPlan ? { planId } : {}),
      quantity: isOtherQuantity ? quantity : undefined,
      agreed: seats.agreed,
    },
  });
}
