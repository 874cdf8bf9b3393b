import { expect, test } from 'vitest';
import { extendedBy } from '../src/pages/offers/extension.ts';

const now = new Date('2031-05-01T12:00:00Z');

test.each([
  ['2031-06-01T00:00:00.000Z', '2031-07-01'],
  ['2031-01-01T00:00:00.000Z', '2031-05-31'],
  [null, '2031-05-31'],
  [undefined, '2031-05-31'],
])('an offer that ends at %s ends 30 days later at %s, by the clock of the organization', (end, day) => {
  expect(extendedBy(30, end, now)).toBe(day);
});
