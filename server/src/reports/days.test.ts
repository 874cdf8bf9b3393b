import { describe, expect, test } from 'vitest';
import { parseDayRange, pointsOf, requireFewPoints } from './days.ts';

const scope = { now: new Date('2026-03-15T23:59:59Z') };

describe('days of a report', () => {
  test.each([
    [{}, '2026-02-13 2026-03-15'],
    [{ endDate: '2026-01-01' }, '2025-12-02 2026-01-01'],
    [{ startDate: '2026-03-15' }, '2026-03-15 2026-03-15'],
    [{ startDate: '2024-02-29', endDate: '2024-02-29' }, '2024-02-29 2024-02-29'],
  ])('of %j are %s', (given, expected) => {
    expect(Object.values(parseDayRange(scope, given)).join(' ')).toBe(expected);
  });

  test('a start after the end is refused', () => {
    expect(() => parseDayRange(scope, { startDate: '2026-03-16' })).toThrow();
  });

  test('more than 400 points are refused', () => {
    const days = { first: '2025-01-01', last: '2026-02-04' };
    expect(pointsOf(days, 'day')).toBe(400);
    expect(pointsOf(days, 'month')).toBe(14);
    expect(() => requireFewPoints(days, 'day')).not.toThrow();
    expect(() => requireFewPoints({ ...days, last: '2026-02-05' }, 'day')).toThrow();
    expect(() => requireFewPoints({ ...days, last: '2026-02-05' }, 'month')).not.toThrow();
  });
});
