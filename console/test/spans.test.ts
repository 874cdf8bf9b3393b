import { expect, test } from 'vitest';
import { firstDayOf } from '../src/pages/overview/spans.ts';

test.each([
  ['month', '2031-03-31T23:00:00Z', '2030-04-01'],
  ['month', '2031-12-01T00:00:00Z', '2031-01-01'],
  ['week', '2031-03-31T23:00:00Z', '2030-10-07'],
  ['day', '2031-03-01T00:00:00Z', '2031-01-31'],
] as const)('by %s until %s it begins on %s', (by, now, expected) => {
  expect(firstDayOf(by, new Date(now))).toBe(expected);
});
