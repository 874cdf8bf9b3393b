/**
 * A second calculation of a direct sale that renews automatically: whole days, months by `Date.UTC`, fractions of
 * integers. Shares no code with the program.
 */
import { monthsAfter, type PlainSale, plainPaid, plainPeriods } from './plain-periods.ts';

export type PlainChain = Omit<PlainSale, 'end'> & {
  /** The length of each term in months, and the number of terms. */
  length: number;
  terms: number;
};
export type PlainTerm = { start: number; end: number; months: number };

/** Lists the terms, each counted from the first day. */
export const chainTerms = ({ start, length, terms }: PlainChain): PlainTerm[] =>
  Array.from({ length: terms }, (_, index) => ({
    start: monthsAfter(start, length * index),
    end: monthsAfter(start, length * (index + 1)),
    months: length * index,
  }));

/** Computes the commit of each term, in coins: the fee for each start of its length. */
export const chainCommitted = ({ length, feeMonths, fee }: PlainChain): bigint =>
  fee * BigInt(Math.ceil(length / feeMonths));

/** Computes the billed amounts of each term, in coins, by period. */
export function chainBilled(chain: PlainChain): bigint[][] {
  const terms = chainTerms(chain);
  const sale = { ...chain, end: (terms.at(-1) as PlainTerm).end };
  return terms.map(({ start, end, months }) => {
    const bought = { start, end, agreed: chain.start, monthsSince: months };
    return plainPeriods(sale)
      .filter((period) => period.start < end && period.end > start)
      .map((period) => {
        const [from, to] = [Math.max(period.start, start), Math.min(period.end, end)];
        return plainPaid(sale, bought, to) - plainPaid(sale, bought, from);
      });
  });
}
