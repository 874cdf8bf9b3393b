import { type BilledEntitlement, chargedCommit, hasInstalments } from '../entitlements/index.ts';
import { Exact, roundTo } from '../platform/money-and-time/exact.ts';

/** The charges for a term, or for a part of a term, as decimal text. */
export type TermAmounts = { id: string; commit_amount: string | null; reported_amount: string | null };

export type ChargedAmount = {
  /** Decimal, rounded to the smallest currency unit. */
  amount: string;
  /** The time of the next charge besides usage, in RFC 3339; absent after the last charge. */
  next: string | undefined;
};

type Part = { charged: Exact; next?: number | undefined };
type Sale = Pick<BilledEntitlement, 'info' | 'terms'>;

/**
 * Computes the charges to date for a sale at a marketplace: instalments by their dates, commits with their terms, and
 * usage that the marketplace has accepted.
 * @param instalments the sale's charged instalments
 * @param isMonthly whether the marketplace charges commits each month
 */
export function chargedByNow(
  { info, terms }: Sale,
  amounts: readonly TermAmounts[],
  instalments: Part,
  { isMonthly, now }: { isMonthly: boolean; now: Date },
): ChargedAmount {
  const time = now.getTime();
  const commits = new Map(amounts.map(({ id, commit_amount: amount }) => [id, new Exact(amount ?? 0)]));
  const parts = terms.map((term): Part => {
    const start = Date.parse(term.start);
    const isPaidByDate = start <= time && hasInstalments(term.info);
    const commit = isPaidByDate ? new Exact(0) : (commits.get(term.id) ?? new Exact(0));
    const end = term.end === null ? null : Date.parse(term.end);
    return chargedCommit(commit, { start, end }, { isMonthly: isMonthly && !isPaidByDate, time });
  });
  const all = [instalments, ...parts];
  const usage = amounts.map(({ reported_amount: amount }) => new Exact(amount ?? 0));
  const sum = [...all.map(({ charged }) => charged), ...usage].reduce((a, b) => a.plus(b), new Exact(0));
  const next = Math.min(...all.flatMap((part) => part.next ?? []));
  return {
    amount: roundTo(info.currency || 'USD', sum).toFixed(),
    next: Number.isFinite(next) ? new Date(next).toISOString() : undefined,
  };
}
