import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';

/** The price of a time: its amount, an exact decimal, or none where only usage is paid. */
export type Priced = {
  amount: string | null;
  since: string;
  until: string | null;
  /** The day agreed on from which its months are counted, where that is not its start. */
  agreed?: string | undefined;
  /** How much of it is earned by a time, where not every day earns the same. */
  earned?: ((at: string) => string) | undefined;
};

const dayInMs = 86_400_000;

/**
 * Computes how much of a time has passed: in UTC days, as invoices count them. The day on which something changes
 * belongs to what follows. A time within one day is counted by the millisecond.
 */
function fractionOf({ since, until }: { since: string; until: string }, at: string): [number, number] {
  const [start, end, now] = [Date.parse(since), Date.parse(until), Date.parse(at)];
  const day = (ms: number) => Math.floor(ms / dayInMs);
  const days = day(end) - day(start);
  return days > 0 ? [day(now) - day(start), days] : [now - start, end - start];
}

/**
 * Computes what of an amount falls to the time until then, in whole coins; at the end all of it, whatever its coins.
 */
function upTo(
  amount: string,
  priced: { since: string; until: string; earned: Priced['earned'] },
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
 * The share of an amount that falls to a part of its time. The shares of parts that follow one another add up to the
 * amount, to the coin. What is paid for a time without an end cannot be shared by days.
 */
export function shareOf(priced: Priced, from: string, to: string | null, currency: string): string | null {
  const { amount, since, until, earned } = priced;
  if (amount === null || until === null || to === null) return amount;
  const span = { since, until, earned };
  return upTo(amount, span, to, currency)
    .minus(upTo(amount, span, from, currency))
    .toFixed();
}
