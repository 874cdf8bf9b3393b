import { expect, test } from 'vitest';
import { isTime } from './fields.ts';

test.each([
  ['2027-01-31T23:59:59.999Z', true],
  ['2027-01-31t00:00:00z', true],
  ['2027-01-31T00:00:00+23:59', true],
  ['2028-02-29', true],
  ['2027-01-31T24:00:00Z', false],
  ['2027-01-31T24:00+02:00', false],
  ['2027-01-31T23:59:60Z', false],
  ['2027-02-29', false],
  ['2027-01-31T10:00:00', false],
])('a time is RFC 3339 with an offset, or a date: %s is %s', (text, is) => {
  expect(isTime(text)).toBe(is);
});
