import { describe, expect, test } from 'vitest';
import { segmentBetween, startsOfTerms } from './segments.ts';

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);

test('the starts of terms are sorted and unique, and terms without a start are skipped', () => {
  const terms = ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', null, '2026-03-02T00:00:00.000Z'].map(
    (start_time) => ({ start_time }),
  );
  expect(startsOfTerms(terms)).toEqual([Date.parse('2026-03-01'), Date.parse('2026-03-02')]);
});

describe('the number of terms begun', () => {
  const starts = [at('10:00:00'), at('11:30:00')];
  test.each([
    ['09:10:00', '09:50:00', 0],
    ['10:10:00', '10:50:00', 1],
    ['11:40:00', '11:40:00', 2],
    ['11:10:00', '11:29:59.998', 1],
    ['11:30:00.002', '11:59:00', 2],
  ])('for usage from %s to %s: %d', (first, last, segment) => {
    expect(segmentBetween(starts, at(first), at(last))).toBe(segment);
  });
  test.each([
    ['11:10:00', '11:50:00'],
    ['11:30:00', '11:50:00'],
    ['11:10:00', '11:30:00'],
    // The order of times within a millisecond is unknown.
    ['11:10:00', '11:29:59.999'],
    ['11:30:00.001', '11:50:00'],
  ])('is unknown if a term begins in between: %s to %s', (first, last) => {
    expect(segmentBetween(starts, at(first), at(last))).toBeUndefined();
  });
});
