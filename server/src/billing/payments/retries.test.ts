import { expect, test } from 'vitest';
import { nextTryAt } from './retries.ts';

test('a charge that failed is tried again after 1, 3, 5 and 7 days, and then no more', () => {
  const now = new Date('2027-01-01T10:00:00Z');
  const at = [1, 2, 3, 4, 5, 6].map((tried) => nextTryAt(tried, now)?.toISOString().slice(0, 10));
  expect(at).toEqual(['2027-01-02', '2027-01-04', '2027-01-06', '2027-01-08', undefined, undefined]);
});
