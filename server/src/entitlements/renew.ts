import { moved, nextPeriod, type Period } from '../platform/recurrence.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { changeRunningTerm } from './change-term.ts';
import type { EntitlementRow } from './columns.ts';
import type { EntitlementInfo } from './records.ts';
import { pricedSince } from './term-store.ts';

/** What is paid on dates, or ends on one, is paid and ends as much later in the next term. */
export function renewedTerms(info: EntitlementInfo, from: Period, to: Period): EntitlementInfo {
  const { paymentInstallments, commits } = info;
  const terms: EntitlementInfo = {};
  if (paymentInstallments?.some(({ chargeOn }) => chargeOn))
    terms.paymentInstallments = paymentInstallments.map((payment) =>
      payment.chargeOn ? { ...payment, chargeOn: moved(payment.chargeOn, from, to) } : payment,
    );
  if (commits?.some(({ termEndTime }) => termEndTime))
    terms.commits = commits.map((commit) =>
      commit.termEndTime ? { ...commit, termEndTime: moved(commit.termEndTime, from, to) } : commit,
    );
  return terms;
}

/** The term that was bought or renewed last. */
export async function runningPeriod(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<Period | undefined> {
  const { end_time: end, start_time: begun } = entitlement;
  const start = (await pricedSince(scope, entitlement)) ?? begun;
  return start === null || end === null ? undefined : { start, end };
}

/**
 * Renews a direct sale at its end for as long as before, at the same prices. Nothing is done where there is no length
 * to repeat.
 */
export async function renewDirect(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<EntitlementRow | undefined> {
  const from = await runningPeriod(scope, entitlement);
  const to = from && nextPeriod(entitlement.start_time ?? from.start, from);
  if (!to) return undefined;
  const terms = renewedTerms(JSON.parse(entitlement.info) as EntitlementInfo, from, to);
  return changeRunningTerm(scope, entitlement, { type: 'AutoRenew', terms, period: to });
}
