/**
 * A second calculation of billing periods and the price of a commit in each: whole days, months by `Date.UTC`,
 * fractions of integers. Shares no code with the program.
 */
const dayInMs = 86_400_000;
export const dayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day) / dayInMs;
export const textOfDay = (day: number): string => new Date(day * dayInMs).toISOString();

/** Adds months to a day; limited to the last day of the resulting month. */
export function monthsAfter(day: number, months: number): number {
  const date = new Date(day * dayInMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(year, month, Math.min(date.getUTCDate(), last));
}

export type PlainSale = {
  /** The start, after the trial. */
  start: number;
  end: number;
  months: number;
  isMonthFirst: boolean;
  isProrated: boolean;
  /** Price in coins, for a number of months. */
  fee: bigint;
  feeMonths: number;
};
export type PlainPeriod = { start: number; end: number; whole: number; wholeEnd: number };

export function plainPeriods({ start, end, months, isMonthFirst }: PlainSale): PlainPeriod[] {
  const first = new Date(start * dayInMs).getUTCDate();
  const origin = isMonthFirst ? start - first + 1 : start;
  const periods: PlainPeriod[] = [];
  for (let count = 1, begin = start; begin < end; count += 1) {
    const whole = monthsAfter(origin, months * count);
    const before = monthsAfter(origin, months * (count - 1));
    periods.push({ start: begin, end: Math.min(whole, end), whole: whole - before, wholeEnd: whole });
    begin = Math.min(whole, end);
  }
  return periods;
}

type Fraction = { over: bigint; under: bigint };
const fraction = (over: number, under: number): Fraction => ({ over: BigInt(over), under: BigInt(under) });
const plus = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
});
const lesser = (one: Fraction, other: Fraction): Fraction =>
  one.over * other.under <= other.over * one.under ? one : other;

/**
 * Counts the intervals of a time that begins a number of months after the agreed day: those that have begun. A time
 * within a day has none.
 */
function intervalsOf({
  agreed,
  from,
  end,
  months,
}: {
  agreed: number;
  from: number;
  end: number;
  months: number;
}): number {
  let count = 1;
  while (monthsAfter(agreed, from + months * count) < end) count += 1;
  return count;
}

/** A part of the sale that was bought or renewed at once, and the agreed day, a number of months before it. */
export type PlainPurchasedPart = { start: number; end: number; agreed?: number; monthsSince?: number };

function isWholeMonths(agreed: number, end: number): boolean {
  const [from, to] = [new Date(agreed * dayInMs), new Date(end * dayInMs)];
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return monthsAfter(agreed, years * 12 + to.getUTCMonth() - from.getUTCMonth()) === end;
}

/**
 * Computes how often the fee of an interval is paid in a part of a period: in proportion to its days, if partial
 * periods are prorated. An end that names the last day makes the period whole, unless it is a number of whole months
 * after the agreed day.
 */
function shareOf(
  { isProrated }: PlainSale,
  agreed: number,
  period: PlainPeriod,
  { start, end }: { start: number; end: number },
): Fraction {
  const lacksLast = end === period.end && end - start === period.whole - 1 && period.wholeEnd - end === 1;
  const namesLastDay = lacksLast && isProrated && !isWholeMonths(agreed, end);
  return isProrated && !namesLastDay ? fraction(end - start, period.whole) : fraction(1, 1);
}

/**
 * Computes the price of each period, in coins: the amount paid by its end, rounded half up, less the amount paid
 * before.
 */
export function plainCosts(sale: PlainSale): bigint[] {
  let coins = 0n;
  return plainPeriods(sale).map(({ end }) => {
    const until = plainPaid(sale, sale, end);
    const cost = until - coins;
    coins = until;
    return cost;
  });
}

/**
 * Computes the part of the fee paid by a day, in coins, for a time bought within the life; within a period, days have
 * equal shares.
 */
export function plainPaid(sale: PlainSale, bought: PlainPurchasedPart, day: number): bigint {
  const { agreed = bought.start, monthsSince: from = 0 } = bought;
  const most = fraction(intervalsOf({ agreed, from, end: bought.end, months: sale.months }), 1);
  let paid = fraction(0, 1);
  for (const period of plainPeriods(sale)) {
    const [start, end] = [Math.max(period.start, bought.start), Math.min(period.end, bought.end)];
    if (start >= end) continue;
    if (day <= start) break;
    const own = plus(paid, shareOf(sale, agreed, period, { start, end }));
    const isLast = end === bought.end;
    const reached = sale.isProrated ? own : isLast ? most : lesser(most, own);
    if (day < end) {
      const before = { over: paid.over * BigInt(end - day), under: paid.under * BigInt(end - start) };
      const after = { over: reached.over * BigInt(day - start), under: reached.under * BigInt(end - start) };
      paid = plus(before, after);
      break;
    }
    paid = reached;
  }
  const over = paid.over * sale.fee * BigInt(sale.months);
  const under = paid.under * BigInt(sale.feeMonths);
  return (2n * over + under) / (2n * under);
}
