import type { BilledEntitlement } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { dayInMs } from '../../platform/money-and-time/lengths.ts';
import { billingPeriods, billingTermsOf, type CommitLine, duePeriods } from '../periods/index.ts';
import {
  billedBy,
  type CommitPart,
  commitParts,
  type LinesOf,
  linesIn,
  PeriodBalance,
  sumOf,
} from './commit-parts.ts';
import { exactNumber } from './exact-json.ts';
import { feeKey, generatedTexts, type KnownFee, type NewFee, type ShownLine } from './fees.ts';
import { billedLife, endedEarly } from './times.ts';

export type CommitFees = {
  fees: NewFee[];
  cuts: ShortenedFee[];
  next: string | undefined;
  /** Parts whose usage cost is needed to complete the computation. */
  asked: readonly CommitPart[];
};

/**
 * Computes the commits to bill by now and the credits on commits already billed. A change or an end splits a
 * period by days, and the following term bills the time after it. If only usage above the commit is charged,
 * commit that usage has drawn is not credited, and the following terms have that much less (R48). A pure
 * function.
 * @param known fees of commits that are billed already
 * @param usage cost of usage; if absent, usage counts as zero and `asked` lists the parts whose cost is
 * needed
 */
export function commitFees(
  sale: BilledEntitlement,
  known: readonly KnownFee[],
  now: string,
  usage?: CostOfUsage,
): CommitFees {
  const billing = billingTermsOf(sale.info);
  const life = billedLife(sale, now);
  const cutFrom = (fee: KnownFee) => cutFee(fee, fee.start);
  if (!life) return { fees: [], cuts: known.map(cutFrom), next: undefined, asked: [] };
  const { due, next } = duePeriods(billing, 'COMMIT', life, { now });
  const periods = known.length === 0 ? due : billingPeriods(billing, life, now);
  const linesOf = linesIn(billing, life);
  const parts = commitParts(sale, periods, known, linesOf);
  const asked = new Map<string, CommitPart>();
  const costOf: CostOfUsage = (part) => {
    if (!usage) asked.set(part.key, part);
    return usage ? usage(part) : new Exact(0);
  };
  const ends = new Map(parts.flat().map(({ term, end }) => [term.id, end]));
  const untilOf = ({ termId, start }: KnownFee) => {
    const end = ends.get(termId);
    return !end || end < start ? start : end;
  };
  const billed: CommitBilling = { sale, known, linesOf, costOf, untilOf };
  const dueUntil = due.at(-1)?.end ?? '';
  const bills = parts.map((ofPeriod) => {
    const isDue = (ofPeriod[0]?.period.end ?? '') <= dueUntil && dueUntil !== '';
    return isBalanced(billed, ofPeriod)
      ? billBalanced(billed, ofPeriod, isDue)
      : billByDays(billed, ofPeriod, isDue);
  });
  const found = new Set(parts.flat().flatMap(({ fees }) => fees));
  const gone = known.filter((fee) => !found.has(fee) && untilOf(fee) < fee.until);
  return {
    fees: bills.flatMap(({ fees }) => fees),
    cuts: [...bills.flatMap(({ cuts }) => cuts), ...gone.map(cutFrom)],
    next,
    asked: [...asked.values()],
  };
}

/** Bills each part of a period in proportion to its days. */
function billByDays(billed: CommitBilling, parts: readonly CommitPart[], isDue: boolean): PeriodBill {
  const fees = isDue ? parts.map((part) => unbilled(billed, part)) : [];
  const cuts = parts.flatMap((part) =>
    part.fees.flatMap((fee) => {
      const until = billed.untilOf(fee);
      return until < fee.until ? [cutFee(fee, until, billed.linesOf(part.term, fee.start, until))] : [];
    }),
  );
  return { fees: fees.filter(({ amount }) => !amount.isZero()), cuts };
}

/**
 * Whether the parts of a period share one balance (R48). They do not if fees were billed for longer periods
 * than the present ones.
 */
const isBalanced = ({ sale }: CommitBilling, parts: readonly CommitPart[]): boolean =>
  sale.info.isMeteringOverageCommit === true &&
  parts.some(({ isCut }) => isCut) &&
  parts.every(({ fees, period }) =>
    fees.every(({ until }) => Date.parse(until) - Date.parse(period.whole.end) < dayInMs),
  );

/** Bills the parts of a period in which a part was cut short, using their shared balance. */
function billBalanced(billed: CommitBilling, parts: readonly CommitPart[], isDue: boolean): PeriodBill {
  const balance = new PeriodBalance();
  const bill: PeriodBill = { fees: [], cuts: [] };
  const credits = new Map<KnownFee, Exact>();
  for (const [index, part] of parts.entries()) {
    const { fees: known } = part;
    const isShortened = known.some((fee) => billed.untilOf(fee) < fee.until);
    const target = () => targetOf(billed, balance, part);
    let amount = billedBy(known);
    if (isShortened) amount = amount.minus(creditNewestFirst(known, amount.minus(target()), credits));
    const open = isDue ? unbilled(billed, part) : undefined;
    if (open && open.start < open.end) {
      // What usage draws beyond the days, it draws of the parts that follow once these are billed.
      const isFirst = known.length === 0 && open.start === part.start;
      const isFollowed = parts.slice(index + 1).some(({ fees }) => fees.length > 0);
      const fee = isFirst ? withFeeAmount(open, isFollowed ? balance.dueOf(part) : target()) : open;
      if (!fee.amount.isZero()) bill.fees.push(fee);
      amount = amount.plus(fee.amount);
    }
    balance.pass(part, amount);
  }
  if (endedEarly(billed.sale)) creditUnearnedRest(billed, parts, credits);
  for (const part of parts)
    for (const fee of part.fees) {
      const until = [billed.untilOf(fee), fee.until].sort()[0] as string;
      const credit = credits.get(fee) ?? new Exact(0);
      if (until === fee.until && credit.isZero()) continue;
      const kept = billed.linesOf(part.term, fee.start, until);
      bill.cuts.push(withAmount(cutFee(fee, until, kept), fee, credit));
    }
  return bill;
}

/** Commit to charge for a part: its days, or, if it was cut short, the commit that usage has drawn. */
function targetOf({ costOf }: CommitBilling, balance: PeriodBalance, part: CommitPart): Exact {
  const [due, most] = [balance.dueOf(part), balance.mostOf(part)];
  return most.greaterThan(due) ? Exact.max(due, Exact.min(most, costOf(part))) : due;
}

/** Credits an amount to fees, newest first, and returns how much of it was credited. */
function creditNewestFirst(fees: readonly KnownFee[], amount: Exact, credits: Map<KnownFee, Exact>): Exact {
  let left = Exact.max(0, amount);
  for (const fee of [...fees].reverse()) {
    const before = credits.get(fee) ?? new Exact(0);
    const credit = Exact.min(left, billedBy([fee]).minus(before));
    credits.set(fee, before.plus(credit));
    left = left.minus(credit);
  }
  return Exact.max(0, amount).minus(left);
}

/**
 * Credits what an ended sale keeps beyond its days and its usage. Late usage can make a whole part cheaper,
 * and there is no following part to balance the difference.
 */
function creditUnearnedRest(
  billed: CommitBilling,
  parts: readonly CommitPart[],
  credits: Map<KnownFee, Exact>,
): void {
  const amountOf = ({ fees }: CommitPart) =>
    billedBy(fees).minus(fees.reduce((sum, fee) => sum.plus(credits.get(fee) ?? 0), new Exact(0)));
  const byDays = new PeriodBalance();
  const isAbove = parts.some((part) => {
    const above = amountOf(part).greaterThan(byDays.dueOf(part));
    byDays.pass(part, amountOf(part));
    return above;
  });
  if (!isAbove) return;
  const balance = new PeriodBalance();
  const targets = parts.map((part) => {
    const target = targetOf(billed, balance, part);
    balance.pass(part, target);
    return target;
  });
  let left = parts.reduce(
    (sum, part, index) => sum.plus(amountOf(part)).minus(targets[index] as Exact),
    new Exact(0),
  );
  for (const [index, part] of [...parts.entries()].reverse()) {
    const most = Exact.max(0, amountOf(part).minus(targets[index] as Exact));
    left = left.minus(creditNewestFirst(part.fees, Exact.min(most, left), credits));
  }
}

/** Changes the credit of a cut fee; an extra line shows the difference from the price of its days. */
function withAmount(cut: ShortenedFee, fee: KnownFee, credit: Exact): ShortenedFee {
  const kept = billedBy([fee]).minus(credit);
  const lines = balancedLines(cut.lines, kept, { start: fee.start, end: cut.until });
  return { ...cut, credit, lines };
}

/** Sets another amount on a new fee; an extra line shows the difference from the price of its days. */
const withFeeAmount = (fee: NewFee, amount: Exact): NewFee => ({
  ...fee,
  amount,
  lines: balancedLines(fee.lines, amount, fee),
});

function balancedLines(
  lines: readonly ShownLine[],
  amount: Exact,
  { start, end }: { start: string; end: string },
): ShownLine[] {
  const rest = lines.reduce((left, line) => left.minus(String(line.amount)), amount);
  if (rest.isZero()) return [...lines];
  const line = {
    name: rest.greaterThan(0) ? generatedTexts.drawnCommit : generatedTexts.drawnBefore,
    quantity: 1,
    amount: exactNumber(rest),
    startDate: start,
    endDate: end,
  };
  return [...lines, line];
}

/** A fee whose period was cut short, and the amount to credit for the rest. */
export type ShortenedFee = { fee: KnownFee; until: string; credit: Exact; lines: readonly ShownLine[] };

/** Computes the cost of a part’s usage. */
export type CostOfUsage = (part: CommitPart) => Exact;

/** Sale whose commits are billed, with what the computation needs. */
type CommitBilling = {
  sale: BilledEntitlement;
  known: readonly KnownFee[];
  linesOf: LinesOf;
  costOf: CostOfUsage;
  /** Moment from which a fee is no longer owed. */
  untilOf: (fee: KnownFee) => string;
};

/** New fees and cuts for the commits of a period. */
type PeriodBill = { fees: NewFee[]; cuts: ShortenedFee[] };

/** Builds the fee for the days of a part that are not billed yet. */
function unbilled({ sale, known, linesOf }: CommitBilling, { start, end, term }: CommitPart): NewFee {
  const billedUntil = untilOf(known, term.id);
  const from = billedUntil && billedUntil > start ? billedUntil : start;
  const lines = linesOf(term, from, end);
  const shown = lines.map((line) => shownLine(line, { start: from, end }));
  const key = feeKey(sale.entitlement.id, 'COMMIT', from, term.id);
  return { key, termId: term.id, start: from, end, isLate: false, amount: sumOf(lines), lines: shown };
}

const untilOf = (known: readonly KnownFee[], termId: string): string | undefined =>
  known
    .filter((fee) => fee.termId === termId)
    .map(({ until }) => until)
    .sort()
    .at(-1);

/**
 * Cuts a fee at a moment: the price of the time before it stays, and the rest is credited, never more than
 * was billed.
 */
function cutFee(fee: KnownFee, until: string, kept: readonly CommitLine[] = []): ShortenedFee {
  const credit = Exact.max(0, billedBy([fee]).minus(sumOf(kept)));
  const lines = kept.map((line) => shownLine(line, { start: fee.start, end: until }));
  return { fee, until, credit, lines };
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
    expression: `${quantity} × ${rate.toFixed()}, ${generatedTexts.shareOfTime}`,
    startDate: start,
    endDate: end,
  };
}
