import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { cancelDate } from '../dates.ts';
import { endedJob, withdrawCancellation } from '../jobs.ts';
import type { EntitlementTermInfo } from '../records.ts';
import type { EntitlementChange } from '../store.ts';
import { keptOf } from './commit-balance.ts';
import { cutAt, type EarlyEnd, endEarly } from './life.ts';
import { currencyOf, toLife, toPart } from './row-conversion.ts';
import { changeTerm, type DrawnTermRow, lockParts, lockTerms, removeTerm } from './store.ts';

/**
 * Ends an entitlement now, or on the date of its scheduled cancellation if that date has passed: ends its current
 * term early and withdraws the scheduled cancellation.
 */
export async function endNow(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  action: string,
  change: EntitlementChange = {},
): Promise<EntitlementRow> {
  const endTime = await cutShort(scope, entitlement);
  await withdrawCancellation(scope, entitlement);
  await scope.query(enqueue(scope, endedJob, { entitlementId: entitlement.id }));
  return changeEntitlement(scope, entitlement, action, {
    // No marketplace reports the status of a direct sale, so the status is set here.
    ...(isDirect(entitlement.partner) && entitlement.external_status !== null
      ? { externalStatus: 'CANCELLED' }
      : {}),
    ...change,
    status: 'CANCELLED',
    endTime,
    cancellationJob: '',
  });
}

/**
 * Computes the remaining credit of a term that is replaced; for a sub term, without the credit from the divided
 * commit.
 */
export function creditLeft(term: TermRow): Exact {
  const granted = new Exact(term.credit_amount ?? 0);
  const left = granted.minus(term.used_credit_amount ?? 0);
  return Exact.max(0, Exact.min(left, granted.minus(term.shared_credit ?? 0)));
}

/**
 * Ends the term that is current at a time, and deletes the terms after it. The term keeps the greater of its
 * prorated commit and the amount consumed in it (R48).
 * @param terms all terms of the entitlement, locked
 * @param takesCredit whether remaining credit is taken for the following term
 * @returns the end of the term, and the credit taken
 */
export async function cutTerms(
  scope: OrgTransaction,
  terms: readonly DrawnTermRow[],
  at: string,
  takesCredit: boolean,
): Promise<{ end: string; credit: Exact } | undefined> {
  const currency = terms[0] ? currencyOf(terms[0]) : 'USD';
  const cut = cutAt(toLife(terms), at, currency, scope.now.toISOString());
  if (!cut) return undefined;
  for (const term of terms) if (cut.removed.includes(term.id)) await removeTerm(scope, term);
  const term = terms.find(({ id }) => id === cut.id) as TermRow;
  return { end: cut.end, credit: await endTerm(scope, term, cut, takesCredit) };
}

/**
 * Ends a locked term with its sub terms: current sub terms end, and later sub terms are deleted.
 * @returns the credit taken, if `takesCredit`
 */
export async function endTerm(
  scope: OrgTransaction,
  term: TermRow,
  cut: Pick<EarlyEnd, 'end' | 'commit'>,
  takesCredit: boolean,
): Promise<Exact> {
  const left = takesCredit ? creditLeft(term) : new Exact(0);
  const { taken, kept } = await endParts(scope, term, cut.end, takesCredit);
  const change = { ...ending(term, cut), ...without(term, left) };
  if (kept || Object.keys(change).length > 0)
    await changeTerm(scope, term, { ...change, ...(kept ? { info: { subEntitlementTermIds: kept } } : {}) });
  return left.plus(taken);
}

const without = (term: TermRow, credit: Exact): { creditAmount?: string } =>
  credit.greaterThan(0) ? { creditAmount: new Exact(term.credit_amount ?? 0).minus(credit).toFixed() } : {};

/** Builds the change that ends a term; empty for a term that has ended. */
function ending(term: TermRow, { end, commit }: Pick<EarlyEnd, 'end' | 'commit'>) {
  const isCut = term.end_time === null || Date.parse(term.end_time) > Date.parse(end);
  return isCut ? { endTime: end, commitAmount: commit ?? undefined } : {};
}

/** `kept`: the ids of the remaining parts, if some were deleted. */
async function endParts(
  scope: OrgTransaction,
  term: TermRow,
  at: string,
  takesCredit: boolean,
): Promise<{ taken: Exact; kept: string[] | undefined }> {
  let taken = new Exact(0);
  if (!(JSON.parse(term.info) as EntitlementTermInfo).isCommitDivided) return { taken, kept: undefined };
  const kept: string[] = [];
  const parts = await lockParts(scope, term);
  for (const part of parts) {
    const left = takesCredit ? creditLeft(part) : new Exact(0);
    taken = taken.plus(left);
    if (Date.parse(part.start_time as string) > Date.parse(at)) {
      await removeTerm(scope, part);
      continue;
    }
    kept.push(part.id);
    const ofPart = toPart(part);
    const cut = endEarly([ofPart], ofPart, at, currencyOf(part));
    const change = { ...ending(part, cut), ...without(part, left) };
    if (Object.keys(change).length > 0) await changeTerm(scope, part, change);
  }
  return { taken, kept: kept.length < parts.length ? kept : undefined };
}

/**
 * Ends an entitlement early that is cancelled before its end. An entitlement that never started keeps its
 * times, and its commit is reduced to the consumed amount.
 * @returns the new end, if the entitlement ended now
 */
export async function cutShort(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<Date | undefined> {
  const { id, status, end_time: end } = entitlement;
  const terms = await lockTerms(scope, id);
  const at = endingTime(scope, entitlement, terms);
  if (end !== null && Date.parse(end) <= at.getTime()) return undefined;
  if (status !== 'PENDING_START') {
    await cutTerms(scope, terms, at.toISOString(), false);
    return at;
  }
  for (const term of terms) {
    await waiveCommit(scope, term, term.drawn_commit);
    for (const part of await lockParts(scope, term))
      await waiveCommit(scope, part, part.used_commit_amount ?? '0');
  }
  return undefined;
}

/**
 * Computes the time at which an entitlement ends: now, or the date of its scheduled cancellation, whose job runs a
 * little later. A change of the terms after that date moves the end to the start of its term.
 */
function endingTime(scope: OrgTransaction, entitlement: EntitlementRow, terms: readonly TermRow[]): Date {
  const scheduled = isDirect(entitlement.partner) ? cancelDate(entitlement) : undefined;
  if (scheduled === undefined || Date.parse(scheduled) > scope.now.getTime()) return scope.now;
  const starts = terms.map(({ start_time: start }) => Date.parse(start ?? scheduled));
  const latest = Math.max(...starts.filter((start) => start <= scope.now.getTime()));
  return new Date(Math.max(Date.parse(scheduled), latest));
}

async function waiveCommit(scope: OrgTransaction, term: TermRow, drawn: string): Promise<void> {
  if (Number(term.commit_amount ?? 0) === 0) return;
  const commitAmount = keptOf(new Exact(0), new Exact(drawn), currencyOf(term)).toFixed();
  await changeTerm(scope, term, { commitAmount, pricedAmount: '0' });
}
