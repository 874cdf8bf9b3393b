import { expect, test } from 'vitest';
import type { BillableDimension } from '../../products/records/index.ts';
import type { CommitDimension } from '../records.ts';
import { commitTable, paymentTable, usageTable } from './prices.ts';

const rowsOf = (blocks: ReturnType<typeof usageTable>) =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
const usageOf = (dimension: BillableDimension) =>
  rowsOf(usageTable({ currency: 'EUR', billableDimensions: [{ name: 'Calls', ...dimension }] })).map(
    ({ cells }) => cells.join('|'),
  );

test.each<[BillableDimension, string[]]>([
  [{ category: 'basic', priceModelBasic: { unitAmount: 0.5 } }, ['Calls|each unit|0.50 EUR']],
  [
    {
      category: 'tiered',
      priceModelTiered: {
        tiers: [
          { firstUnit: 0, lastUnit: 1000, unitAmount: 0.5 },
          { firstUnit: 1000, unitAmount: 0.25, flatFee: 10 },
        ],
      },
    },
    [
      'Calls|each unit from 0 to 1,000|0.50 EUR',
      '|each unit above 1,000|0.25 EUR',
      '|flat fee above 1,000|10.00 EUR',
    ],
  ],
  [
    {
      category: 'volume',
      priceModelVolume: { tiers: [{ maximumUnits: 10, unitAmount: 2 }, { unitAmount: 1 }] },
    },
    ['Calls|each unit, for up to 10|2.00 EUR', '|each unit, for higher totals|1.00 EUR'],
  ],
  [
    { category: 'bulk', priceModelBulk: { bulkAmount: 7, bulkSize: 100 } },
    ['Calls|each package of 100 units|7.00 EUR'],
  ],
  [
    { category: 'percentage', priceModelPercentage: { percentageRate: 250, flatFee: 5 } },
    ['Calls|the reported amount|2.5 %', '|flat fee|5.00 EUR'],
  ],
  [
    {
      category: 'tiered-percentage',
      priceModelTieredPercentage: {
        tiers: [{ firstUnit: 0, lastUnit: 10, percentageRate: 100 }, { firstUnit: 10 }],
      },
    },
    ['Calls|the amount from 0 to 10|1 %', '|the amount above 10|0 %'],
  ],
  [
    {
      category: 'matrix',
      priceModelMatrix: {
        matrix: [{ properties: [{ name: 'region', value: 'eu' }], unitAmount: 3 }],
        defaultUnitAmount: 2,
      },
    },
    ['Calls|each unit with region: eu|3.00 EUR', '|each other unit|2.00 EUR'],
  ],
  [
    {
      category: 'basic',
      priceModelBasic: { unitAmount: 1 },
      discount: { value: 10, discountType: 'PERCENTAGE' },
      minimumCommit: 100,
    },
    ['Calls|each unit|1.00 EUR', '|discount|−10 %', '|minimum for each billing period|100.00 EUR'],
  ],
  [{}, ['Calls||']],
])('an offer with the price %j shows %j', (dimension, shown) => {
  expect(usageOf(dimension)).toEqual(shown);
});

test('a marketplace’s price tiers are shown', () => {
  const price = { currencyCode: 'USD', units: '1', nanos: 500_000_000 };
  const rows = rowsOf(usageTable({ dimensions: [{ key: 'gb', priceTiers: [{ fromAmount: 100, price }] }] }));
  expect(rows[0]?.cells).toEqual(['gb', 'each unit from 100', '1.50 USD']);
});

const commitsOf = (commits: CommitDimension[], partner: string | null = null) =>
  rowsOf(commitTable({ currency: 'JPY', commits }, partner));

test('a commit has period, quantity, unit price and amount in the decimals of the currency', () => {
  const [seats, setup] = commitsOf([
    { key: 'seats', name: 'Seats', rate: 240, quantity: 25, length: 1, timeUnit: 'YEAR' },
    { key: 'setup', rate: 2500 },
  ]);
  expect(seats?.cells).toEqual(['Seats', '1 year', '25', '240 JPY', '6,000 JPY']);
  expect(setup?.cells).toEqual(['setup', 'once', '', '2,500 JPY', '2,500 JPY']);
  expect(commitsOf([{ key: 'all', rate: 1 }])[0]?.cells[1]).toBe('whole term');
  expect(commitsOf([{ key: 'own', rate: 1, termEndTime: '2030-01-01' }])[0]?.cells[1]).toBe(
    'until 1 January 2030',
  );
  expect(commitsOf([{ key: 'monthly', rate: 1, length: 1, timeUnit: 'YEAR' }], 'MKC')[0]?.cells[1]).toBe(
    '1 month',
  );
});

test('a quantity that the buyer chooses has its limits', () => {
  const [row] = commitsOf([
    {
      key: 'seats',
      description: 'Full access',
      buyerQuantityConfigurable: true,
      minimumUsers: 10,
      maximumUsers: 500,
    },
  ]);
  expect(row?.note).toBe('Full access\nThe buyer chooses the quantity: at least 10, at most 500.');
});

test('a payment shows the discount that it includes, and the credit that it grants', () => {
  const [row] = rowsOf(
    paymentTable({
      currency: 'EUR',
      paymentInstallments: [
        { amount: 90, chargeOn: '2030-01-01', originalAmount: 100, discountPercentage: 10, credit: 120 },
      ],
    }),
  );
  expect(row?.cells).toEqual(['1 January 2030', '90.00 EUR']);
  expect(row?.note).toBe('10 % off 100.00 EUR, already included\nGrants a credit of 120.00 EUR.');
});
