import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageLines } from '../../src/billing/prices/index.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';
import { priceModelFindings } from '../../src/products/price-models.ts';
import type { BillableDimension } from '../../src/products/records/index.ts';
import { bulkCost, inCoins, type PlainTier, tieredCost, volumeCost } from './plain-prices.ts';

const numRuns = Number(process.env.PRICES_RUNS || 10_000);
const runs = { numRuns, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) };
const currencies = { USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof currencies;
const terms = { isDirect: true, days: { part: 30, period: 30, whole: 30 } };

/** Quantities in hundredths of a unit; often at the limits of tiers and of units. */
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 30_000 }),
  fc.integer({ min: 0, max: 300 }).map((units) => units * 100),
  fc.integer({ min: 0, max: 300 }).map((units) => Math.max(0, units * 100 + 1)),
);
/** Prices in hundred-millionths of the currency. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 10_000_000_000 }),
  fc.integer({ min: 0, max: 1000 }).map((cents) => cents * 1_000_000),
);
const tier = fc.record({ length: fc.integer({ min: 1, max: 120 }), price, fee: price });
const currency = fc.constantFrom<Currency>('USD', 'JPY', 'KWD');

type Lengths = { length: number; price: number; fee: number }[];
const tiers = fc.array(tier, { minLength: 1, maxLength: 5 });

/** Successive tiers, the last one open. */
function adjoining(lengths: Lengths): PlainTier[] {
  let first = 0;
  return lengths.map(({ length, ...tier }, index) => {
    const begin = first;
    first += length;
    const last = index === lengths.length - 1 ? null : first;
    return { first: begin, last, price: BigInt(tier.price), fee: BigInt(tier.fee) };
  });
}

const toPrice = (millionths: bigint): number => Number(new Exact(String(millionths)).dividedBy(1e8));

const tieredDimension = (list: PlainTier[]): BillableDimension => ({
  category: 'tiered',
  priceModelTiered: {
    tiers: list.map((plain) => ({
      firstUnit: plain.first,
      ...(plain.last === null ? {} : { lastUnit: plain.last }),
      unitAmount: toPrice(plain.price),
      flatFee: toPrice(plain.fee),
    })),
  },
});

const volumeDimension = (list: PlainTier[]): BillableDimension => ({
  category: 'volume',
  priceModelVolume: {
    tiers: list.map((plain) => ({
      ...(plain.last === null ? {} : { maximumUnits: plain.last }),
      unitAmount: toPrice(plain.price),
      flatFee: toPrice(plain.fee),
    })),
  },
});

const bulkDimension = (size: number, amount: number): BillableDimension => ({
  category: 'bulk',
  priceModelBulk: { bulkSize: size, bulkAmount: toPrice(BigInt(amount)) },
});

/** Prices a quantity in hundredths, in whole coins. */
function costOf(dimension: BillableDimension, hundredths: number, currency: Currency): Exact {
  const used = { groupBysExpression: '', properties: {}, quantity: new Exact(hundredths).dividedBy(100) };
  const lines = usageLines(dimension, [used], currency, terms);
  return lines.reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
}

test(`R62 ${numRuns} random usages by tiers cost the sum of their single units`, () => {
  fc.assert(
    fc.property(tiers, quantity, currency, (lengths, used, money) => {
      const list = adjoining(lengths);
      const expected = inCoins(tieredCost(list, BigInt(used)), currencies[money]);
      expect(costOf(tieredDimension(list), used, money).toFixed()).toBe(expected);
    }),
    runs,
  );
});

test(`R62 ${numRuns} random usages by volume and packages match a second calculation`, () => {
  fc.assert(
    fc.property(tiers, quantity, currency, (lengths, used, money) => {
      const list = adjoining(lengths);
      const digits = currencies[money];
      const [{ length, price }] = lengths as [Lengths[number]];
      expect(costOf(volumeDimension(list), used, money).toFixed()).toBe(
        inCoins(volumeCost(list, BigInt(used)), digits),
      );
      expect(costOf(bulkDimension(length, price), used, money).toFixed()).toBe(
        inCoins(bulkCost(length, BigInt(price), BigInt(used)), digits),
      );
    }),
    runs,
  );
});

test('R62 more units never cost less by tiers or packages, or by volume if no bracket is cheaper than the one before', () => {
  fc.assert(
    fc.property(tiers, quantity, quantity, currency, (lengths, one, other, money) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const rising = (name: 'price' | 'fee') => lengths.map((tier) => tier[name]).sort((a, b) => a - b);
      const [prices, fees] = [rising('price'), rising('fee')];
      const risen = lengths.map(({ length }, index) => ({
        length,
        price: prices[index] as number,
        fee: fees[index] as number,
      }));
      const [{ length, price }] = lengths as [Lengths[number]];
      for (const dimension of [
        tieredDimension(adjoining(lengths)),
        bulkDimension(length, price),
        volumeDimension(adjoining(risen)),
      ])
        expect(costOf(dimension, more, money).gte(costOf(dimension, less, money))).toBe(true);
    }),
    { ...runs, numRuns: Math.ceil(numRuns / 4) },
  );
});

test('R62 a discount never makes a line negative, and a minimum amount never reduces it', () => {
  const discount = fc.record({
    discountType: fc.constantFrom('PERCENTAGE', 'ABSOLUTE'),
    value: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  });
  const minimum = fc.integer({ min: -100, max: 100_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(tiers, quantity, discount, minimum, currency, (lengths, used, off, least, money) => {
      const dimension = tieredDimension(adjoining(lengths));
      const [full, discounted, atLeast] = [
        costOf(dimension, used, money),
        costOf({ ...dimension, discount: off }, used, money),
        costOf({ ...dimension, discount: off, minimumCommit: least }, used, money),
      ];
      expect(discounted.gte(0) && discounted.lte(full)).toBe(true);
      expect(atLeast.gte(discounted)).toBe(true);
    }),
    { ...runs, numRuns: Math.ceil(numRuns / 4) },
  );
});

test('R62 tiers with any gap or overlap are refused', () => {
  const moved = fc.record({ at: fc.nat(), by: fc.integer({ min: -40, max: 40 }).filter((by) => by !== 0) });
  fc.assert(
    fc.property(
      fc.array(tier, { minLength: 2, maxLength: 5 }),
      moved,
      fc.boolean(),
      (lengths, { at, by }, isFirst) => {
        const dimension = tieredDimension(adjoining(lengths));
        expect(priceModelFindings(dimension)).toEqual([]);
        const list = dimension.priceModelTiered?.tiers ?? [];
        const changed = list[at % (list.length - 1)] as { firstUnit?: number; lastUnit?: number };
        if (isFirst) changed.firstUnit = (changed.firstUnit ?? 0) + by;
        else changed.lastUnit = (changed.lastUnit ?? 0) + by;
        const fields = priceModelFindings(dimension).map((finding) => finding.at);
        expect(fields.length).toBeGreaterThan(0);
        expect(fields.every((field) => /^\/priceModelTiered\/tiers\/\d/.test(field))).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
