import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  billingPeriods,
  billingTermsOf,
  commitLines,
  splitByTerms,
} from '../../src/billing/periods/index.ts';
import { priceOf } from '../../src/entitlements/derive/index.ts';
import { boughtTerm, dayAgreedOn, type LifeTerm } from '../../src/entitlements/terms/life.ts';
import { nextPeriod } from '../../src/platform/money-and-time/recurrence.ts';
import { chainBilled, chainCommitted, chainTerms, type PlainChain } from './plain-chain.ts';
import { dayOf, textOfDay } from './plain-periods.ts';

/**
 * Random histories of sales that renew automatically. MONEY_HISTORIES sets their number (10,000 once before a
 * release), SEED their seed.
 */
const numRuns = Number(process.env.MONEY_HISTORIES || 300);
const runs = { numRuns, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) };

/** The last days of each month of a leap year, and its first day. */
const monthEnds = Array.from({ length: 12 }, (_, month) => dayOf(2028, month + 1, 0)).flatMap((last) => [
  last - 3,
  last - 2,
  last - 1,
  last,
  last + 1,
]);
const chain: fc.Arbitrary<PlainChain> = fc.record({
  start: fc.constantFrom(...monthEnds),
  length: fc.constantFrom(1, 2, 3, 6, 12, 18),
  terms: fc.integer({ min: 1, max: 6 }),
  months: fc.constantFrom(1, 1, 2, 3, 6, 12),
  isMonthFirst: fc.boolean(),
  isProrated: fc.boolean(),
  fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  feeMonths: fc.constantFrom(1, 1, 3, 6, 12),
});

/** The sale in the program: each term follows the preceding one, for the agreed length. */
function played({ start, length, terms, months, isMonthFirst, isProrated, fee, feeMonths }: PlainChain) {
  const info = {
    billingIntervalInMonths: months,
    proratedBilling: isProrated,
    ...(isMonthFirst ? { billingCycle: 'MONTH_FIRST_DAY' } : {}),
    commits: [{ key: 'a', rate: Number(fee) / 100, length: feeMonths, timeUnit: 'MONTH' }],
  };
  const first = textOfDay(start);
  const life: LifeTerm[] = [];
  let period = {
    start: first,
    end: textOfDay(chainTerms({ ...playedChain, start, length })[0]?.end as number),
  };
  for (let index = 0; index < terms; index++) {
    const agreed = dayAgreedOn(life, period);
    const { commitAmount } = priceOf(info, null, { ...period, agreed }, []);
    const term = boughtTerm(period, commitAmount);
    life.push({ ...term, priced: { ...term.priced, agreed }, id: `trm_${index}`, drawn: '0' });
    period = nextPeriod(first, period) as typeof period;
  }
  return { info, life };
}
const playedChain = { terms: 1, months: 1, isMonthFirst: false, isProrated: false, fee: 0n, feeMonths: 1 };

const coinsOf = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100));

test(`R42 R48 ${numRuns} automatically renewed sales have terms without gaps, equal commits in each term, and exact invoices`, () => {
  fc.assert(
    fc.property(chain, (plain) => {
      const { info, life } = played(plain);
      expect(life.map(({ start, end }) => [start, end])).toEqual(
        chainTerms(plain).map(({ start, end }) => [textOfDay(start), textOfDay(end)]),
      );
      expect(life.map(({ commit }) => coinsOf(commit ?? '0'))).toEqual(life.map(() => chainCommitted(plain)));
      const terms = billingTermsOf(info);
      const whole = { start: textOfDay(plain.start), end: life.at(-1)?.end as string };
      const billedIn = (sold: typeof whole, term: (typeof life)[number]) => {
        const bought = { start: term.start, end: term.end, agreed: term.priced.agreed };
        return billingPeriods(terms, sold, sold.end)
          .flatMap((period) => splitByTerms(period, [term]))
          .map(({ start, end }) => {
            const lines = commitLines({ info, life: sold, bought }, terms, { start, end });
            return lines.reduce((sum, { amount }) => sum + BigInt(amount.times(100).toFixed()), 0n);
          });
      };
      const billed = life.map((term) => billedIn(whole, term));
      // Billed in advance, a term is billed before its renewal exists, at the same price.
      const [first] = life as [(typeof life)[number]];
      expect(billedIn({ start: whole.start, end: first.end as string }, first)).toEqual(billed[0]);
      expect(billed).toEqual(plain.fee === 0n ? billed.map((of) => of.map(() => 0n)) : chainBilled(plain));
    }),
    runs,
  );
}, 600_000);
