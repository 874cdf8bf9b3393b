import { expect, test } from 'vitest';
import { textOf, timeFrom } from './days.ts';

test.each([
  ['2027-01-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T23:30:00.000-02:00', '2027-02-01T01:30:00.000Z'],
  ['2027-01-31T23:59:59Z', '2027-01-31T23:59:59.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
])('the time %s is parsed as %s', (text, read) => {
  expect(textOf(timeFrom(text))).toBe(read);
});

test.each(['2027-02-29T00:00:00.000Z', '2027-01-01T25:00:00.000Z', 'Fri Jan 01 2027 00:00:00', ''])(
  'the invalid time %s throws',
  (text) => {
    expect(() => timeFrom(text)).toThrow(RangeError);
  },
);
