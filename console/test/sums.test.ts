import { expect, test } from 'vitest';
import { changeOf, decisionsOf, firstDayOfDays } from '../src/pages/overview/sums.ts';

test('a number is compared with the period before', () => {
  expect(changeOf([1, 3, 2, 4])).toEqual({ values: [2, 4], total: 6, was: 4 });
});

test('accepted offers are counted among decided offers only', () => {
  const byStatus = { ACCEPTED: 2, USED: 1, EXPIRED: 1, PENDING_ACCEPTANCE: 9 };
  expect(decisionsOf(byStatus)).toEqual({ accepted: 3, decided: 4 });
  expect(decisionsOf({ DRAFT: 3 })).toEqual({ accepted: 0, decided: 0 });
});

test('a range of the last days begins at midnight UTC', () => {
  expect(firstDayOfDays(60, new Date('2026-03-01T00:30:00Z'))).toBe('2026-01-01');
});
