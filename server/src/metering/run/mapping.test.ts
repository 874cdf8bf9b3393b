import { describe, expect, test } from 'vitest';
import type { PartnerUsageMeteringConfig } from '../../organizations/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { mapUsage } from './mapping.ts';

const mapped = (
  config: PartnerUsageMeteringConfig | undefined,
  key: string,
  quantity: number,
  prices: Record<string, number> = {},
) => {
  const result = mapUsage(config, key, new Exact(quantity), (dimension) =>
    prices[dimension] === undefined ? undefined : new Exact(prices[dimension]),
  );
  return 'invalid' in result
    ? result.invalid
    : result.units.map(({ dimension, units }) => `${dimension} ${units.toFixed()}`);
};

const older = { dimensionMapping: { gpu: { dimensionKey: 'old', convertionMultiplier: 2 } } };

describe('a key is mapped to dimensions', () => {
  test.each<[string, PartnerUsageMeteringConfig | undefined, string[]]>([
    ['to itself without settings', undefined, ['gpu 10']],
    ['to itself if mapping is disabled', older, ['gpu 10']],
    [
      'to itself if the key is not mapped',
      { enableDimensionMapping: true, dimensionMapping: {} },
      ['gpu 10'],
    ],
    ['by the older form', { enableDimensionMapping: true, ...older }, ['old 20']],
    [
      'by the newer form rather than the older',
      {
        enableDimensionMapping: true,
        ...older,
        dimensionMappingV2: {
          gpu: [
            { dimensionKey: 'a', convertionMultiplier: 0.1 },
            { dimensionKey: 'b', mappingMode: 'QUANTITY' },
          ],
        },
      },
      ['a 1', 'b 10'],
    ],
    [
      'by the older form if the newer one is empty',
      { enableDimensionMapping: true, ...older, dimensionMappingV2: { gpu: [] } },
      ['old 20'],
    ],
    [
      'but not by inherited properties of objects',
      { enableDimensionMapping: true, dimensionMapping: {}, dimensionMappingV2: {} },
      ['gpu 10'],
    ],
  ])('%s', (_, config, expected) => expect(mapped(config, 'gpu', 10)).toEqual(expected));
});

describe('an amount of money', () => {
  const amount = {
    enableDimensionMapping: true,
    dimensionMappingV2: { usd: [{ dimensionKey: 'gpu', mappingMode: 'AMOUNT', convertionMultiplier: 1.5 }] },
  };
  test.each<[number, number | undefined, string | string[]]>([
    [10, 0.5, ['gpu 30']],
    [10, 3, ['gpu 5']],
    [1, 7, ['gpu 0.214285714285']],
    [1, 0, 'usd is an amount of money for gpu, which has no price.'],
    [1, undefined, 'usd is an amount of money for gpu, which has no price.'],
  ])('%s at a price of %s', (quantity, price, expected) =>
    expect(mapped(amount, 'usd', quantity, price === undefined ? {} : { gpu: price })).toEqual(expected),
  );
});
