import { describe, expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { type MinimumTerms, usageLines } from './dimension.ts';

const direct: MinimumTerms = { isDirect: true, days: { part: 31, period: 31, whole: 31 } };
const unit = { category: 'basic', priceModelBasic: { unitAmount: 1 } };

/** Computes the line amounts for a quantity of each group. */
function amounts(
  more: BillableDimension,
  quantities: readonly (number | string)[],
  terms: MinimumTerms = direct,
  currency = 'USD',
): string[] {
  const usage = quantities.map((quantity, index) => ({
    groupBysExpression: quantities.length > 1 ? `g=${index}` : '',
    properties: {},
    quantity: new Exact(quantity),
  }));
  return usageLines({ ...unit, ...more }, usage, currency, terms).map(({ amount }) => amount.toFixed());
}

const percent = (value: number) => ({ discount: { discountType: 'PERCENTAGE', value } });
const absolute = (value: number) => ({ discount: { discountType: 'ABSOLUTE', value } });

describe('R62 the discount of a dimension', () => {
  test.each([
    ['a percentage of each line', percent(10), [10, 25], ['9', '22.5']],
    ['a percentage, rounded half up once', percent(50), ['0.01', '0.03'], ['0.01', '0.02']],
    ['100 percent', percent(100), [10], ['0']],
    ['an amount, once for the dimension', absolute(4), [3, 5, 2], ['0', '4', '2']],
    ['an amount, at most the price', absolute(400), [3, 5], ['0', '0']],
    ['none', {}, [3], ['3']],
    ['none without usage', absolute(4), [0], ['0']],
    ['a type in lower case', { discount: { discountType: 'percentage', value: 10 } }, [10], ['9']],
  ])('%s', (_name, more, quantities, expected) => {
    expect(amounts(more, quantities)).toEqual(expected);
  });
});

describe('R62 the minimum of a dimension', () => {
  const groups = { minimumCommitScope: 'DIMENSION_GROUP_BY' };
  const prorata = { minimumCommit: 100, minimumCommitProrata: true };
  const days = (part: number, period: number, whole = 31) => ({
    isDirect: true,
    days: { part, period, whole },
  });
  test.each([
    ['applies if the usage costs less', { minimumCommit: 100 }, [30], ['100']],
    ['adds nothing if the usage costs more', { minimumCommit: 100 }, [130], ['130']],
    ['applies without usage', { minimumCommit: 100 }, [0], ['100']],
    ['for all groups together is a separate line', { minimumCommit: 100 }, [30, 20], ['30', '20', '50']],
    ['for all groups together adds nothing if they reach it', { minimumCommit: 50 }, [30, 20], ['30', '20']],
    ['for all groups together applies without usage', { minimumCommit: 100 }, [], ['100']],
    ['for each group applies to each line', { minimumCommit: 25, ...groups }, [30, 20], ['30', '25']],
    ['for each group adds nothing without usage', { minimumCommit: 25, ...groups }, [], []],
    ['at 0 is none', { minimumCommit: 0 }, [30], ['30']],
    ['below 0 is none', { minimumCommit: -5 }, [0], ['0']],
    ['applies after the discount', { minimumCommit: 95, ...percent(10) }, [100], ['95']],
    ['is rounded once', { minimumCommit: 10.005 }, [1], ['10.01']],
  ])('%s', (_name, more, quantities, expected) => {
    expect(amounts(more, quantities)).toEqual(expected);
  });

  test.each([
    ['is prorated by the active days of the period', prorata, days(10, 10), '32.26'],
    ['is charged in full for a whole period', prorata, days(31, 31), '100'],
    ['is not increased for a longer period', prorata, days(32, 32), '100'],
    ['is charged in full without proration', { minimumCommit: 100 }, days(10, 10), '100'],
    ['is prorated for a part of a changed period', { minimumCommit: 100 }, days(5, 20), '25'],
    ['applies to direct sales only', { minimumCommit: 100 }, { ...days(31, 31), isDirect: false }, '0'],
  ])('%s', (_name, more, terms, expected) => {
    expect(amounts(more, [0], terms)).toEqual([expected]);
  });
});

test.each([
  ['JPY', '1235'],
  ['USD', '1234.57'],
  ['KWD', '1234.568'],
])('a line in %s is rounded half up to the currency’s decimals: %s', (currency, expected) => {
  expect(amounts({}, ['1234.5675'], direct, currency)).toEqual([expected]);
});

test('a line lists the fees that make up its amount', () => {
  const tiers = [
    { lastUnit: 10, unitAmount: 1, flatFee: 3 },
    { firstUnit: 10, unitAmount: 0.5 },
  ];
  const dimension = { category: 'tiered', priceModelTiered: { tiers }, ...percent(50) };
  const usage = [{ groupBysExpression: 'os=linux', properties: { os: 'linux' }, quantity: new Exact(14) }];
  const [line] = usageLines(dimension, usage, 'USD', direct);
  expect(JSON.parse(JSON.stringify(line))).toEqual({
    groupBysExpression: 'os=linux',
    quantity: '14',
    fees: [
      { kind: 'UNITS', count: '10', price: '1', amount: '10' },
      { kind: 'FLAT_FEE', count: '1', price: '3', amount: '3' },
      { kind: 'UNITS', count: '4', price: '0.5', amount: '2' },
    ],
    discount: '7.5',
    amount: '7.5',
  });
});

test('an invalid stored price throws', () => {
  const dimension = { name: 'Calls', category: 'tiered', priceModelTiered: { tiers: [{ firstUnit: 5 }] } };
  expect(() => usageLines(dimension, [], 'USD', direct)).toThrow(
    'the price of Calls: /priceModelTiered/tiers/0/firstUnit must be 0, where the first tier begins',
  );
});
