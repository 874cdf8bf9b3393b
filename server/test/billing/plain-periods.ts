/**
 * A second, plain reckoning of billing periods and of what a commit costs in each: whole days of a calendar, months by
 * `Date.UTC`, fractions of integers. It shares no code with the program.
 */
const dayInMs = 86_400_000;
export const dayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day) / dayInMs;
export const textOfDay = (day: number): string => new Date(day * dayInMs).toISOString();

/** A day so many months later, or the last of its month. */
export function monthsAfter(day: number, months: number): number {
  const date = new Date(day * dayInMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(year, month, Math.min(date.getUTCDate(), last));
}

export type PlainSale = {
  /** After the trial. */
  start: number;
  end: number;
  months: number;
  isMonthFirst: boolean;
  isProrated: boolean;
  /** In coins, for so many months. */
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

/** How many intervals a time has that begins so many months after the day agreed on: as many as were begun. Of less than a day none is. */
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

/** A part of the sale that was bought or renewed at once, and the day agreed on so many months before it. */
export type PlainBought = { start: number; end: number; agreed?: number; monthsSince?: number };

/** How often the fee of an interval is paid in a part of a period: by its days, where broken periods are; one that names the last day is whole. */
function shareOf({ isProrated }: PlainSale, period: PlainPeriod, start: number, end: number): Fraction {
  const namesLastDay = end === period.end && end - start === period.whole - 1 && period.wholeEnd - end === 1;
  return isProrated && !namesLastDay ? fraction(end - start, period.whole) : fraction(1, 1);
}

/** What each period costs, in coins: what was paid after it, rounded half up, less what was paid before. */
export function plainCosts(sale: PlainSale): bigint[] {
  let coins = 0n;
  return plainPeriods(sale).map(({ end }) => {
    const until = plainPaid(sale, sale, end);
    const cost = until - coins;
    coins = until;
    return cost;
  });
}

/** What was paid of the fee until a day, in coins, of a time that was bought within the life: within a period each day is alike. */
export function plainPaid(sale: PlainSale, bought: PlainBought, day: number): bigint {
  const { agreed = bought.start, monthsSince: from = 0 } = bought;
  const most = fraction(intervalsOf({ agreed, from, end: bought.end, months: sale.months }), 1);
  let paid = fraction(0, 1);
  for (const period of plainPeriods(sale)) {
    const [start, end] = [Math.max(period.start, bought.start), Math.min(period.end, bought.end)];
    if (start >= end) continue;
    if (day <= start) break;
    const own = plus(paid, shareOf(sale, period, start, end));
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
