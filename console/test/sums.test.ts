import { expect, test } from 'vitest';
import { acceptanceRate, changeOf, firstDayOfDays } from '../src/pages/overview/sums.ts';

test('a number is compared with the period before; if that period has no value, no change is shown', () => {
  expect(changeOf([1, 3, 2, 4])).toEqual({ values: [2, 4], total: 6, change: 0.5 });
  expect(changeOf([0, 0, 1, 1]).change).toBeUndefined();
});

test('the acceptance rate counts decided offers only', () => {
  expect(acceptanceRate({ ACCEPTED: 2, USED: 1, EXPIRED: 1, PENDING_ACCEPTANCE: 9 })).toBe(0.75);
  expect(acceptanceRate({ DRAFT: 3 })).toBeUndefined();
});

test('a range of the last days begins at midnight UTC', () => {
  expect(firstDayOfDays(60, new Date('2026-03-01T00:30:00Z'))).toBe('2026-01-01');
});
