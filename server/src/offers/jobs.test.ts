import { describe, expect, test } from 'vitest';
import { nextWait } from './jobs.ts';
import type { OfferStatus } from './states.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const wait = (status: OfferStatus, waitMs: number) => ({ offerId: 'ofr_1', status, waitMs, wallAt: 0 });

describe('R33 wait before the next reconciliation of an offer', () => {
  test.each<[status: OfferStatus, waited: number, next: number]>([
    ['PENDING_CREATE', 5 * minute, 10 * minute],
    ['PENDING_CANCEL', 640 * minute, 1280 * minute],
    ['PENDING_CANCEL', 1280 * minute, day],
    ['PENDING_CREATE', day, day],
    ['PENDING_ACCEPTANCE', day, day],
    ['PENDING_ACCEPTANCE', 30 * day, day],
  ])('%s after %d ms: %d ms', (status, waited, next) => {
    expect(nextWait(wait(status, waited), waited)).toBe(next);
  });

  test('doubles up to a month while the test clock runs ahead of the wall clock', () => {
    const waits = [day];
    while (waits.length < 8) waits.push(nextWait(wait('PENDING_ACCEPTANCE', waits.at(-1) as number), 50));
    expect(waits.map((ms) => ms / day)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(nextWait(wait('PENDING_CREATE', day), 50)).toBe(2 * day);
  });
});
