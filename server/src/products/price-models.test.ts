import { expect, test } from 'vitest';
import { priceModelFindings } from './price-models.ts';
import type { BillableDimension } from './records/index.ts';

const tiered = (...tiers: object[]) => ({ category: 'tiered', priceModelTiered: { tiers } });
const shares = (...tiers: object[]) => ({
  category: 'tiered-percentage',
  priceModelTieredPercentage: { tiers },
});
const volume = (...tiers: object[]) => ({ category: 'volume', priceModelVolume: { tiers } });
const matrix = (...groups: Record<string, string>[]) => ({
  category: 'matrix',
  priceModelMatrix: {
    matrix: groups.map((group) => ({
      properties: Object.entries(group).map(([name, value]) => ({ name, value })),
    })),
  },
});
const tier = (firstUnit: number | undefined, lastUnit?: number | null) => ({ firstUnit, lastUnit });

test.each<[string, BillableDimension, string?, string?]>([
  ['no price', {}],
  ['adjoining tiers', tiered(tier(0, 10), tier(10, 20), tier(20, null))],
  ['a first tier without firstUnit', shares(tier(undefined, 10), tier(10))],
  ['a first tier above 0', tiered(tier(1)), '/priceModelTiered/tiers/0/firstUnit', 'must be 0'],
  ['a gap', tiered(tier(0, 10), tier(11)), '/priceModelTiered/tiers/1/firstUnit', 'must be 10'],
  ['an overlap', tiered(tier(0, 10), tier(9)), '/priceModelTiered/tiers/1/firstUnit', 'must be 10'],
  ['a later tier without firstUnit', tiered(tier(0, 10), {}), '/priceModelTiered/tiers/1', 'must be 10'],
  [
    'unsorted tiers',
    tiered(tier(10, 20), tier(0, 10), tier(20)),
    '/priceModelTiered/tiers/0/firstUnit',
    'must be 0',
  ],
  ['an open tier in the middle', tiered(tier(0), tier(10)), '/priceModelTiered/tiers/0', 'only the last'],
  [
    'a last tier with an end',
    tiered(tier(0, 10)),
    '/priceModelTiered/tiers/0/lastUnit',
    'the last tier is open',
  ],
  [
    'an empty tier',
    shares(tier(0, 0), tier(0)),
    '/priceModelTieredPercentage/tiers/0/lastUnit',
    'must be more than firstUnit',
  ],
  ['no tier', tiered(), '/priceModelTiered', 'must have at least one tier'],
  ['ascending brackets', volume({ maximumUnits: 10 }, { maximumUnits: 20 }, { maximumUnits: null })],
  [
    'unsorted brackets',
    volume({ maximumUnits: 10 }, { maximumUnits: 10 }, {}),
    '/priceModelVolume/tiers/1/maximumUnits',
    'must be more than 10',
  ],
  ['a first bracket of 0 units', volume({ maximumUnits: 0 }, {}), '/priceModelVolume/tiers/0/maximumUnits'],
  ['an open bracket in the middle', volume({}, {}), '/priceModelVolume/tiers/0', 'only the last'],
  ['a last bracket with an end', volume({ maximumUnits: 5 }), '/priceModelVolume/tiers/0/maximumUnits'],
  ['different groups', matrix({ a: '1' }, { a: '2' }, { a: '1', b: '1' })],
  [
    'a group without properties',
    matrix({ a: '1' }, {}),
    '/priceModelMatrix/matrix/1',
    'must name a property',
  ],
  [
    'groups for the same usage',
    matrix({ a: '1', b: '2' }, { b: '2', a: '1' }),
    '/priceModelMatrix/matrix/1',
    'must differ from group 0',
  ],
  ['packages of 0 units', { category: 'bulk', priceModelBulk: { bulkSize: 0 } }, '/priceModelBulk/bulkSize'],
  ['packages without a size', { category: 'bulk', priceModelBulk: {} }, '/priceModelBulk'],
  ['an unknown category', { category: 'graduated' }, '/category', 'must be one of basic'],
  ['a category without its price', { category: 'bulk' }, '/category', 'priceModelBulk'],
  ['two prices', { priceModelBasic: {}, priceModelBulk: { bulkSize: 1 } }, '/priceModelBulk', 'category'],
  [
    'two prices with a category that selects one',
    { category: 'basic', priceModelBasic: {}, priceModelBulk: {} },
  ],
  [
    'a negative price',
    { category: 'basic', priceModelBasic: { unitAmount: -1 } },
    '/priceModelBasic/unitAmount',
    'must not be negative',
  ],
  [
    'a negative price in a tier',
    tiered(tier(0, 1), { firstUnit: 1, flatFee: -1 }),
    '/priceModelTiered/tiers/1/flatFee',
  ],
  ['an unknown scope', { minimumCommitScope: 'ALL' }, '/minimumCommitScope', 'must be DIMENSION or'],
  ['an unknown discount', { discount: { discountType: 'HALF', value: 1 } }, '/discount/discountType'],
  ['a discount without a type', { discount: { value: 1 } }, '/discount'],
  ['an empty discount', { discount: {} }],
])('R62 a usage price is validated: %s', (_name, dimension, at, message) => {
  const findings = priceModelFindings(dimension);
  expect(findings.map((finding) => finding.at).slice(0, 1)).toEqual(at === undefined ? [] : [at]);
  expect(findings[0]?.message ?? '').toContain(message ?? '');
});
