import type { OrgTransaction } from '../platform/scope.ts';
import type { EntitlementRow, TermRow } from './columns.ts';
import { Exact } from './derive/index.ts';
import type { EntitlementTermInfo } from './records.ts';
import { changeTerm, lockParts, lockTerm, removeTerm } from './term-store.ts';

/** What is left of the credit of a term that is replaced; of a part's, what did not come from the divided commit. */
export function creditLeft(term: TermRow): Exact {
  const granted = new Exact(term.credit_amount ?? 0);
  const left = granted.minus(term.used_credit_amount ?? 0);
  return Exact.max(0, Exact.min(left, granted.minus(term.shared_credit ?? 0)));
}

/**
 * Ends a locked term before its time, and the parts of its commit with it: those that run end too, and those that were
 * to come are taken away.
 * @param takesCredit whether what is left of the credit is taken from it, for the term that follows
 * @returns what was taken
 */
export async function endTerm(
  scope: OrgTransaction,
  term: TermRow,
  at: Date,
  takesCredit: boolean,
): Promise<Exact> {
  const left = takesCredit ? creditLeft(term) : new Exact(0);
  const { taken, kept } = await endParts(scope, term, at, takesCredit);
  const isCut = term.end_time === null || Date.parse(term.end_time) > at.getTime();
  if (isCut || kept || left.greaterThan(0))
    await changeTerm(scope, term, {
      ...(isCut ? { endTime: at } : {}),
      ...(left.greaterThan(0) ? { creditAmount: without(term, left) } : {}),
      ...(kept ? { info: { subEntitlementTermIds: kept } } : {}),
    });
  return left.plus(taken);
}

const without = (term: TermRow, credit: Exact): string =>
  new Exact(term.credit_amount ?? 0).minus(credit).toFixed();

/** `kept`: the parts that are left, where some were taken away. */
async function endParts(
  scope: OrgTransaction,
  term: TermRow,
  at: Date,
  takesCredit: boolean,
): Promise<{ taken: Exact; kept: string[] | undefined }> {
  let taken = new Exact(0);
  if (!(JSON.parse(term.info) as EntitlementTermInfo).isCommitDivided) return { taken, kept: undefined };
  const kept: string[] = [];
  const parts = await lockParts(scope, term);
  for (const part of parts) {
    const left = takesCredit ? creditLeft(part) : new Exact(0);
    taken = taken.plus(left);
    if (Date.parse(part.start_time as string) > at.getTime()) {
      await removeTerm(scope, part);
      continue;
    }
    kept.push(part.id);
    const isCut = part.end_time === null || Date.parse(part.end_time) > at.getTime();
    if (isCut || left.greaterThan(0))
      await changeTerm(scope, part, {
        ...(isCut ? { endTime: at } : {}),
        ...(left.greaterThan(0) ? { creditAmount: without(part, left) } : {}),
      });
  }
  return { taken, kept: kept.length < parts.length ? kept : undefined };
}

/**
 * Ends what runs of an entitlement that is cancelled before its end; what never started keeps its times.
 * @returns when it ended, if it did so now
 */
export async function cutShort(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<Date | undefined> {
  const { id, status, end_time: end, entitlement_term_id: termId } = entitlement;
  if (status === 'PENDING_START' || (end !== null && Date.parse(end) <= scope.now.getTime()))
    return undefined;
  const term = termId ? await lockTerm(scope, id, termId) : undefined;
  if (term) await endTerm(scope, term, scope.now, false);
  return scope.now;
}
