import { expect, test } from 'vitest';
import { plusMonths, textOf, timeFrom } from './days.ts';

test.each([
  ['2027-01-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T23:30:00.000-02:00', '2027-02-01T01:30:00.000Z'],
  ['2027-01-31T23:59:59Z', '2027-01-31T23:59:59.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
])('the time %s is read as %s', (text, read) => {
  expect(textOf(timeFrom(text))).toBe(read);
});

test.each(['2027-02-29T00:00:00.000Z', '2027-01-01T25:00:00.000Z', 'Fri Jan 01 2027 00:00:00', ''])(
  'the time %s is none',
  (text) => {
    expect(() => timeFrom(text)).toThrow(RangeError);
  },
);

test.each([
  ['2027-01-31T23:59:59.999Z', 1, '2027-02-28T23:59:59.999Z'],
  ['2027-01-31T00:00:00.000Z', 13, '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T12:30:00.000Z', 2, '2027-03-31T12:30:00.000Z'],
  ['2027-12-15T00:00:00.000Z', 1, '2028-01-15T00:00:00.000Z'],
  ['2027-03-31T00:00:00.000Z', -1, '2027-02-28T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', 1.5, '2027-02-16T00:00:00.000Z'],
])('%s and %d months are %s', (text, months, read) => {
  expect(textOf(plusMonths(timeFrom(text), months))).toBe(read);
});
