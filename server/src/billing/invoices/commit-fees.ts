import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  billingPeriods,
  billingTermsOf,
  type CommitLine,
  commitLines,
  duePeriods,
  splitByTerms,
} from '../periods/index.ts';
import { exactNumber } from './exact-json.ts';
import { feeKey, type KnownFee, type NewFee, type ShownLine } from './fees.ts';
import { billedLife } from './life.ts';

/** The rest of a fee that is not to be paid after all, as its time was cut. */
export type CutFee = { fee: KnownFee; until: string; credit: Exact; lines: readonly ShownLine[] };

export type CommitFees = { fees: NewFee[]; cuts: CutFee[]; next: string | undefined };

/**
 * Computes what of commits is to be billed by now, and what of what was billed is to be credited: a change or an end splits a
 * period by days, and what follows is billed by the term that follows. Values in, values out.
 * @param known the fees of commits that are billed
 */
export function commitFees(sale: BilledEntitlement, known: readonly KnownFee[], now: string): CommitFees {
  const { entitlement, info, terms } = sale;
  const billing = billingTermsOf(info);
  const life = billedLife(sale, now);
  if (!life) return { fees: [], cuts: known.map((fee) => cut(fee, fee.start, () => [])), next: undefined };
  const linesOf = (term: BilledTerm) => (start: string, end: string) =>
    start < end ? commitLines({ info: term.info, life, bought: term.bought }, billing, { start, end }) : [];
  const { due, next } = duePeriods(billing, 'COMMIT', life, { now });
  const begun =
    known.length === 0
      ? []
      : billingPeriods(billing, life, now).flatMap((period) => splitByTerms(period, terms));
  const fees = due.flatMap((period) =>
    splitByTerms(period, terms).flatMap(({ start, end, term }): NewFee[] => {
      const billedUntil = untilOf(known, term.id);
      const from = billedUntil && billedUntil > start ? billedUntil : start;
      const lines = from < end ? linesOf(term)(from, end) : [];
      const amount = sum(lines);
      if (amount.isZero()) return [];
      const key = feeKey(entitlement.id, 'COMMIT', from, term.id);
      const shown = lines.map((line) => shownLine(line, { start: from, end }));
      return [{ key, termId: term.id, start: from, end, isLate: false, amount, lines: shown }];
    }),
  );
  const cuts = known.flatMap((fee) => {
    const end = begun.filter(({ term }) => term.id === fee.termId).at(-1)?.end;
    const until = !end || end < fee.start ? fee.start : end;
    if (until >= fee.until) return [];
    const term = terms.find(({ id }) => id === fee.termId);
    return [cut(fee, until, term ? linesOf(term) : () => [])];
  });
  return { fees, cuts, next };
}

const untilOf = (known: readonly KnownFee[], termId: string): string | undefined =>
  known
    .filter((fee) => fee.termId === termId)
    .map(({ until }) => until)
    .sort()
    .at(-1);

const sum = (lines: readonly CommitLine[]): Exact =>
  lines.reduce((total, { amount }) => total.plus(amount), new Exact(0));

/** What stays of a fee is what it costs until then; the rest is credited, and never more than was billed. */
function cut(fee: KnownFee, until: string, linesOf: (start: string, end: string) => CommitLine[]): CutFee {
  const kept = linesOf(fee.start, until);
  const left = fee.amount.minus(fee.credited);
  const credit = Exact.max(0, left.minus(sum(kept)));
  return {
    fee,
    until,
    credit,
    lines: kept.map((line) => shownLine(line, { start: fee.start, end: until })),
  };
}

function shownLine(
  { key, name, description, quantity, rate, amount }: CommitLine,
  { start, end }: { start: string; end: string },
): ShownLine {
  return {
    key,
    name,
    description,
    quantity,
    rate: exactNumber(rate),
    amount: exactNumber(amount),
    expression: `${quantity} × ${rate.toFixed()}, for its share of the time`,
    startDate: start,
    endDate: end,
  };
}
