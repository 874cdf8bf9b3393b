import { describe, expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { includedOf } from './included.ts';
import { type DimensionRules, settle, type TermBalance, type TermRules } from './settle.ts';

const hour = (number: number) => `2026-03-01T${String(number).padStart(2, '0')}:00:00.000Z`;
const of = (value: number | string) => new Exact(value);

type Case = {
  rules?: Partial<TermRules>;
  dimension?: Partial<DimensionRules>;
  standing?: { credit?: number; commit?: number; carry?: string };
  usage: (number | string)[];
  /** Expected units for each usage: included, credit, commit, added by list price, sent, carried. */
  expected: string[];
};

function settled({ rules, dimension, standing = {}, usage }: Omit<Case, 'expected'>) {
  const before: TermBalance = {
    credit: of(standing.credit ?? 0),
    commit: of(standing.commit ?? 0),
    hasCommit: (standing.commit ?? 0) > 0,
    carry: new Map([['gpu', of(standing.carry ?? 0)]]),
    included: new Map(),
  };
  return settle(
    {
      start: '2026-03-01T00:00:00.000Z',
      deductsCommit: false,
      excessAtListPrice: false,
      isSent: true,
      ...rules,
    },
    () => ({
      price: of(2),
      listPrice: undefined,
      included: [],
      isWhole: false,
      category: undefined,
      ...dimension,
    }),
    before,
    usage.map((units, index) => ({ hour: hour(index), dimension: 'gpu', units: of(units) })),
  );
}

const cases: Record<string, Case> = {
  'usage without included units, credit and commit is sent': {
    usage: [10, 0.25],
    expected: ['0 0 0 0 10 0', '0 0 0 0 0.25 0'],
  },
  'included units are used before credit, and credit before commit': {
    rules: { deductsCommit: true },
    dimension: { included: includedOf([{ recurringUnit: 'Monthly', quantity: 3 }]) },
    standing: { credit: 4, commit: 6 },
    usage: [4, 10],
    expected: ['3 1 0 0 0 0', '0 1 3 0 6 0'],
  },
  'monthly included units are used before annual ones': {
    dimension: {
      included: includedOf([
        { recurringUnit: 'Annual', quantity: 2 },
        { recurringUnit: 'Monthly', quantity: 3 },
      ]),
    },
    usage: [4, 4],
    expected: ['4 0 0 0 0 0', '1 0 0 0 3 0'],
  },
  'an infinite quantity is included': {
    dimension: { included: includedOf([{ recurringUnit: 'Monthly', isInfinite: true }]) },
    standing: { credit: 100 },
    usage: [1e15],
    expected: ['1000000000000000 0 0 0 0 0'],
  },
  'R61 usage of 120 on a deducted commit of 100 is charged as 20': {
    rules: { deductsCommit: true },
    dimension: { price: of(1) },
    standing: { commit: 100 },
    usage: [120],
    expected: ['0 0 100 0 20 0'],
  },
  'R61 usage of 120 beside a commit of 100 is charged as 120': {
    dimension: { price: of(1) },
    standing: { commit: 100 },
    usage: [120],
    expected: ['0 0 0 0 120 0'],
  },
  'usage above the commit costs the list price': {
    rules: { deductsCommit: true, excessAtListPrice: true },
    dimension: { price: of(2), listPrice: of(3) },
    standing: { commit: 20 },
    usage: [12, 1],
    expected: ['0 0 10 1 3 0', '0 0 0 0.5 1.5 0'],
  },
  'without a commit the list price does not apply': {
    rules: { deductsCommit: true, excessAtListPrice: true },
    dimension: { price: of(2), listPrice: of(3) },
    usage: [12],
    expected: ['0 0 0 0 12 0'],
  },
  'covered units are rounded down so that money equals units × price': {
    rules: { deductsCommit: true },
    dimension: { price: of(3) },
    standing: { credit: 1, commit: 1 },
    usage: [1],
    expected: ['0 0.333333 0.333333 0 0.333334 0'],
  },
  'R44 fractions are carried until they make a unit': {
    dimension: { isWhole: true },
    standing: { carry: '0.5' },
    usage: [0.4, '0.09999999', '1.70000001'],
    expected: ['0 0 0 0 0 0.9', '0 0 0 0 0 0.99999999', '0 0 0 0 2 0.7'],
  },
  'fractions below the smallest quantity are carried': {
    usage: ['0.0000005', '0.0000005'],
    expected: ['0 0 0 0 0 0.0000005', '0 0 0 0 0.000001 0'],
  },
  'a direct sale is billed with all decimals': {
    rules: { isSent: false },
    dimension: { isWhole: true },
    usage: ['0.0000005'],
    expected: ['0 0 0 0 0.0000005 0'],
  },
  'credit is not used without a price': {
    rules: { deductsCommit: true },
    dimension: { price: undefined },
    standing: { credit: 10, commit: 10 },
    usage: [5],
    expected: ['0 0 0 0 5 0'],
  },
};

describe('settlement', () => {
  test.each(Object.entries(cases))('%s', (_, { expected, ...given }) => {
    const shown = settled(given).steps.map(({ included, credit, commit, listPrice, sent, carry }) =>
      [included.reduce((sum, one) => sum.plus(one.units), of(0)), credit, commit, listPrice, sent, carry]
        .map((value) => value.toFixed())
        .join(' '),
    );
    expect(shown).toEqual(expected);
  });

  test('a dimension without a price is flagged only if there is money to use', () => {
    const unpriced = (standing: Case['standing']) =>
      settled({ dimension: { price: undefined }, standing: standing ?? {}, usage: [1] }).steps[0]?.isUnpriced;
    expect([unpriced({ credit: 1 }), unpriced({ commit: 1 }), unpriced({})]).toEqual([true, false, false]);
  });

  test('the inputs are not changed', () => {
    const carry = new Map([['gpu', of('0.5')]]);
    const standing = { credit: of(1), commit: of(0), hasCommit: false, carry, included: new Map() };
    const rules = { start: hour(0), deductsCommit: false, excessAtListPrice: false, isSent: true };
    const dimension = {
      price: of(1),
      listPrice: undefined,
      included: [],
      isWhole: true,
      category: undefined,
    };
    settle(rules, () => dimension, standing, [{ hour: hour(1), dimension: 'gpu', units: of('1.7') }]);
    expect([carry.get('gpu')?.toFixed(), standing.credit.toFixed()]).toEqual(['0.5', '1']);
  });
});
