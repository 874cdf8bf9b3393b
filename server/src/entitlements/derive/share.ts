import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';

/** The price of a period: an exact decimal, or null if only usage is paid. */
export type PeriodPrice = {
  amount: string | null;
  since: string;
  until: string | null;
  /** The agreed day from which months are counted, if that day differs from the start. */
  agreed?: string | undefined;
  /** Computes the amount earned by a time, if days earn different amounts. */
  earned?: ((at: string) => string) | undefined;
};

const dayInMs = 86_400_000;

/**
 * Computes the elapsed part of a period in UTC days, as invoices do. The day of a change belongs to the
 * following part. A period within one day is counted in milliseconds.
 */
function fractionOf({ since, until }: { since: string; until: string }, at: string): [number, number] {
  const [start, end, now] = [Date.parse(since), Date.parse(until), Date.parse(at)];
  const day = (ms: number) => Math.floor(ms / dayInMs);
  const days = day(end) - day(start);
  return days > 0 ? [day(now) - day(start), days] : [now - start, end - start];
}

/**
 * Computes the part of an amount earned by a time, rounded to the smallest currency unit. At the end, the full
 * amount is earned, even if it has more decimals.
 */
function upTo(
  amount: string,
  priced: { since: string; until: string; earned: PeriodPrice['earned'] },
  at: string,
  currency: string,
): Exact {
  if (Date.parse(at) >= Date.parse(priced.until)) return new Exact(amount);
  if (Date.parse(at) <= Date.parse(priced.since)) return new Exact(0);
  if (priced.earned) return new Exact(priced.earned(at));
  const [passed, all] = fractionOf(priced, at);
  return roundTo(currency, new Exact(amount).times(passed).dividedBy(all));
}

/**
 * Computes the prorated amount for a part of a period. The amounts of adjoining parts add up exactly to the
 * whole amount. The amount of an open period is not prorated.
 */
export function shareOf(
  priced: PeriodPrice,
  from: string,
  to: string | null,
  currency: string,
): string | null {
  const { amount, since, until, earned } = priced;
  if (amount === null || until === null || to === null) return amount;
  const span = { since, until, earned };
  return upTo(amount, span, to, currency)
    .minus(upTo(amount, span, from, currency))
    .toFixed();
}
