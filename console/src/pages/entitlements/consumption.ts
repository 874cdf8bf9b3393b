import type { UsageLedgerEntry, WorkloadEntitlementTerm } from '@tradepost/sdk';

export type BalancePoint = { start: string; commit: number; credit: number };

const dayMs = 86_400_000;
/** Adds decimals without binary rounding errors. */
const clean = (sum: number): number => Math.round(sum * 1e8) / 1e8;

/**
 * Computes the remaining commit and credit of a term at the end of each UTC day of use, from the term's start until
 * now. The last values come from the term.
 * @param entries the ledger entries of the term, in any order; the consumption of missing older entries is subtracted
 * before the first entry
 */
export function leftOf(
  term: WorkloadEntitlementTerm,
  entries: readonly UsageLedgerEntry[],
  now: Date,
): BalancePoint[] {
  const { commitAmount = 0, creditAmount = 0, usedCommitAmount = 0, usedCreditAmount = 0 } = term;
  const start = new Date(term.startTime ?? now);
  const end = term.endTime && new Date(term.endTime) < now ? new Date(term.endTime) : now;
  if (end <= start) return [{ start: start.toISOString(), commit: commitAmount, credit: creditAmount }];
  const days = takenByDay(entries);
  const sum = (kind: 'commit' | 'credit') => days.reduce((all, day) => all + day[kind], 0);
  let commit = commitAmount - (usedCommitAmount - sum('commit'));
  let credit = creditAmount - (usedCreditAmount - sum('credit'));
  const points = new Map([[start.getTime(), { commit: commitAmount, credit: creditAmount }]]);
  const isWhole = clean(commit - commitAmount) === 0 && clean(credit - creditAmount) === 0;
  const [first] = days;
  if (!isWhole && first) points.set(within(first.at, start, end), { commit, credit });
  for (const day of days) {
    commit -= day.commit;
    credit -= day.credit;
    points.set(within(day.at + dayMs, start, end), { commit, credit });
  }
  points.set(end.getTime(), {
    commit: commitAmount - usedCommitAmount,
    credit: creditAmount - usedCreditAmount,
  });
  return [...points]
    .sort(([one], [other]) => one - other)
    .map(([at, left]) => ({
      start: new Date(at).toISOString(),
      commit: clean(left.commit),
      credit: clean(left.credit),
    }));
}

const within = (at: number, start: Date, end: Date): number =>
  Math.min(Math.max(at, start.getTime()), end.getTime());

/** Returns the consumption of commit and credit by UTC day. */
function takenByDay(entries: readonly UsageLedgerEntry[]) {
  const days = new Map<number, { at: number; commit: number; credit: number }>();
  for (const { type, amount = 0, usageHour, creationTime } of entries) {
    if (type !== 'COMMIT' && type !== 'CREDIT') continue;
    const at = Math.floor(new Date(usageHour ?? creationTime ?? 0).getTime() / dayMs) * dayMs;
    const day = days.get(at) ?? { at, commit: 0, credit: 0 };
    if (type === 'COMMIT') day.commit += amount;
    else day.credit += amount;
    days.set(at, day);
  }
  return [...days.values()].sort((one, other) => one.at - other.at);
}

/**
 * Returns the time at which the commit will be exhausted at the average rate since the start of the term; undefined
 * without usage.
 */
export function usedUpAt(term: WorkloadEntitlementTerm, now: Date): Date | undefined {
  const { commitAmount = 0, usedCommitAmount = 0, startTime } = term;
  const start = new Date(startTime ?? now).getTime();
  if (commitAmount <= 0 || usedCommitAmount <= 0 || now.getTime() <= start) return undefined;
  const at = start + ((now.getTime() - start) * commitAmount) / usedCommitAmount;
  return at < 8.64e15 ? new Date(at) : undefined;
}
