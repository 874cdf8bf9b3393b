import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BillingPeriod,
  billingPeriods,
  billingTermsOf,
  type CommitSale,
  commitLines,
  duePeriods,
} from '../../src/billing/periods/index.ts';
import { monthsAfter, type PlainSale, plainCosts, plainPeriods, textOfDay } from './plain-periods.ts';

const numRuns = Number(process.env.PERIODS_RUNS || 500);
const runs = { numRuns, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) };

/** Days from 2020 to 2046, often at the end of a month. */
const day = fc.oneof(
  fc.integer({ min: 18_262, max: 28_000 }),
  fc.integer({ min: 0, max: 300 }).map((month) => monthsAfter(18_292, month)),
);
const sale: fc.Arbitrary<PlainSale> = fc
  .record({
    start: day,
    length: fc.oneof(
      fc.integer({ min: 1, max: 900 }).map((days) => ({ days })),
      fc.integer({ min: 1, max: 36 }).map((months) => ({ months })),
    ),
    months: fc.constantFrom(1, 1, 2, 3, 6, 12),
    isMonthFirst: fc.boolean(),
    isProrated: fc.boolean(),
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    feeMonths: fc.constantFrom(1, 3, 12, 24),
  })
  .map(({ length, ...rest }) => ({
    ...rest,
    end: 'days' in length ? rest.start + length.days : monthsAfter(rest.start, length.months),
  }));

const infoOf = ({ months, isMonthFirst, isProrated, fee, feeMonths }: PlainSale) => ({
  billingIntervalInMonths: months,
  proratedBilling: isProrated,
  ...(isMonthFirst ? { billingCycle: 'MONTH_FIRST_DAY' } : {}),
  commits: [{ key: 'a', rate: Number(fee) / 100, length: feeMonths, timeUnit: 'MONTH' }],
});
const lifeOf = ({ start, end }: PlainSale) => ({ start: textOfDay(start), end: textOfDay(end) });

function opened(plain: PlainSale) {
  const [info, life] = [infoOf(plain), lifeOf(plain)];
  const terms = billingTermsOf(info);
  const sold: CommitSale = { info, life, bought: life };
  const coinsIn = (part: { start: string; end: string }): bigint =>
    commitLines(sold, terms, part).reduce((sum, { amount }) => sum + BigInt(amount.times(100).toFixed()), 0n);
  return { terms, life, coinsIn, periods: billingPeriods(terms, life, life.end) };
}

const tiles = (periods: readonly BillingPeriod[]): boolean =>
  periods.every(({ start, end }, index) => start < end && (index === 0 || start === periods[index - 1]?.end));

test('R35 periods cover the billed time without gaps, like a calendar', () => {
  fc.assert(
    fc.property(sale, (plain) => {
      const { periods, life } = opened(plain);
      expect(tiles(periods)).toBe(true);
      expect([periods[0]?.start, periods.at(-1)?.end]).toEqual([life.start, life.end]);
      expect(periods.map(({ start, end }) => [start, end])).toEqual(
        plainPeriods(plain).map(({ start, end }) => [textOfDay(start), textOfDay(end)]),
      );
    }),
    runs,
  );
});

test('R35 periods cover the time after a trial without gaps, at any time of day', () => {
  const hours = fc.integer({ min: 0, max: 24 * 700 });
  fc.assert(
    fc.property(sale, hours, hours, fc.integer({ min: 0, max: 90 }), (plain, late, long, trialPeriod) => {
      const start = Date.parse(textOfDay(plain.start)) + late * 3_600_000;
      const life = {
        start: new Date(start).toISOString(),
        end: new Date(start + long * 3_600_000).toISOString(),
      };
      const trialConfig = { trialPeriod, trialPeriodUnit: 'DAY' };
      const periods = billingPeriods(billingTermsOf({ ...infoOf(plain), trialConfig }), life, life.end);
      const begin = new Date(start + trialPeriod * 86_400_000).toISOString();
      expect(tiles(periods)).toBe(true);
      if (begin < life.end) expect([periods[0]?.start, periods.at(-1)?.end]).toEqual([begin, life.end]);
      else expect(periods).toEqual([]);
    }),
    runs,
  );
});

test('R42 the price of commits in each period matches a second calculation', () => {
  fc.assert(
    fc.property(sale, (plain) => {
      const { periods, coinsIn } = opened(plain);
      expect(periods.map(coinsIn)).toEqual(plainCosts(plain));
    }),
    runs,
  );
});

test('R48 parts of periods, cut anywhere, add up to the coin, and none is negative', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
  fc.assert(
    fc.property(sale, cuts, (plain, at) => {
      const { life, coinsIn, periods } = opened(plain);
      const [from, to] = [Date.parse(life.start), Date.parse(life.end)];
      const times = at.map((share) => new Date(from + Math.floor((to - from) * share)).toISOString());
      const bounds = [...new Set([life.start, ...times, life.end])].sort();
      const parts = bounds.slice(1).map((end, index) => ({ start: bounds[index] as string, end }));
      const costs = parts.map(coinsIn);
      const whole = periods.map(coinsIn).reduce((sum, cost) => sum + cost, 0n);
      expect(costs.reduce((sum, cost) => sum + cost, 0n)).toBe(whole);
      expect(costs.every((cost) => cost >= 0n)).toBe(true);
    }),
    runs,
  );
});

test('R35 each period is billed once and in order, whenever jobs run', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sale, waits, fc.boolean(), fc.boolean(), (plain, days, isUsage, isPrepaid) => {
      const { life, periods, terms } = opened(plain);
      const kind = isUsage ? 'USAGE' : 'COMMIT';
      let billed: string[] = [];
      let now = plain.start - 5;
      for (const wait of [...days, 3000]) {
        now += wait;
        const last = billed.at(-1);
        const state = { billedUntil: last, now: textOfDay(now) };
        const { due, next } = duePeriods({ ...terms, isPrepaid }, kind, life, state);
        expect(next === undefined || next > state.now).toBe(true);
        billed = [...billed, ...due.map(({ end }) => end)];
      }
      expect(billed).toEqual(periods.map(({ end }) => end));
    }),
    { ...runs, numRuns: Math.ceil(numRuns / 3) },
  );
});
