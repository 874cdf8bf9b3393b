import { expect, test } from 'vitest';
import { passes, passesFilter } from './filter.ts';

const properties = { os: 'linux', cores: 8, size: '12', spot: false, none: null };

test.each<[string, string, unknown, boolean]>([
  ['os', 'IS', 'linux', true],
  ['os', 'IS', 'lin', false],
  ['cores', 'IS', 8, true],
  ['spot', 'IS', false, true],
  ['os', 'NOT_IS', 'windows', true],
  ['os', 'NOT_IS', 'linux', false],
  ['other', 'NOT_IS', 'linux', true],
  ['other', 'IS', 'linux', false],
  ['os', 'CONTAINS', 'inu', true],
  ['os', 'NOT_CONTAINS', 'inu', false],
  ['cores', 'GT', 8, false],
  ['cores', 'GTE', 8, true],
  ['size', 'LT', '13', true],
  ['size', 'LTE', 11, false],
  ['cores', 'EQ', '8.0', true],
  ['cores', 'NOT_EQ', 9, true],
  ['os', 'GT', 1, false],
  ['os', 'NOT_EQ', 1, true],
  ['other', 'GT', 1, false],
  ['os', 'EXISTS', undefined, true],
  ['none', 'EXISTS', undefined, false],
  ['toString', 'EXISTS', undefined, false],
  ['other', 'NOT_EXISTS', undefined, true],
  ['os', 'UNHEARD_OF', 'linux', false],
])('%s %s %s: %s', (name, operation, value, expected) =>
  expect(passesFilter({ name, operation, value }, properties)).toBe(expected),
);

test('groups are combined with AND, filters within a group with OR', () => {
  const is = (value: string) => ({ name: 'os', operation: 'IS', value });
  const large = { name: 'cores', operation: 'GT', value: 4 };
  expect(passes([{ filters: [is('windows'), is('linux')] }, { filters: [large] }], properties)).toBe(true);
  expect(passes([{ filters: [is('windows'), large] }, { filters: [is('windows')] }], properties)).toBe(false);
  expect(passes([{ filters: [] }, {}], properties)).toBe(true);
  expect(passes(undefined, properties)).toBe(true);
});
