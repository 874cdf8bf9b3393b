import { expect, test } from 'vitest';
import { nextLook } from './times.ts';

/** Lists the times, in minutes, at which an invoice checks usage that is never settled. */
function looks(waiting: 'REPORTED' | 'SETTLING', most = 100, since = 0): number[] {
  const found: number[] = [];
  let look = nextLook(waiting, since * 60_000);
  while (look !== undefined && found.length < most) {
    found.push(look / 60_000);
    look = nextLook(waiting, look);
  }
  return found;
}

test('an invoice checks unsettled usage at growing intervals and stops after 4 days', () => {
  expect(looks('REPORTED')).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 4000, 5440, 6880]);
});

test('an invoice keeps waiting, one day at a time, for a run that may still add to its reports', () => {
  expect(looks('SETTLING', 14).slice(-3)).toEqual([6880, 8320, 9760]);
});

test('jobs that start to wait at different times check at the same times', () => {
  expect(looks('REPORTED', 3, -13)).toEqual([-10, 0, 10]);
  expect(looks('REPORTED', 3, 55)).toEqual([80, 160, 320]);
});

test('an invoice does not wait for usage that is settled', () => {
  expect(nextLook(undefined, 0)).toBeUndefined();
});
