import { expect, test } from 'vitest';
import type { UsageTerm } from '../../entitlements/index.ts';
import { createRules } from './dimensions.ts';

const tier = (fromAmount: number, units: string, nanos = 0) => ({
  fromAmount,
  price: { units, nanos, currencyCode: 'USD' },
});
const priceBy = (dimension: object, listed: object = {}) => {
  const term = { dimensions: JSON.stringify([{ key: 'gpu', ...dimension }]), product_id: 'prd' } as UsageTerm;
  const sources = {
    offers: new Map(),
    products: new Map([['prd', JSON.stringify([{ key: 'gpu', ...listed }])]]),
  };
  const { price, listPrice } = createRules(sources, () => true)(term)('gpu');
  return [price?.toFixed(), listPrice?.toFixed()];
};

test.each<[dimension: object, price: string | undefined]>([
  [{ rate: 2.5 }, '2.5'],
  [{ rate: 2.5, priceTiers: [tier(0, '3'), tier(100, '1')] }, '2.5'],
  [{ priceTiers: [tier(0, '1', 250_000_000)] }, '1.25'],
  [{ priceTiers: [tier(0, '3'), tier(100, '1')] }, undefined],
  [{ priceTiers: [] }, undefined],
  [{}, undefined],
])('the unit price of %j is %s, because the marketplace prices several tiers itself', (dimension, price) =>
  expect(priceBy(dimension, { rate: 4 })).toEqual([price, '4']),
);
