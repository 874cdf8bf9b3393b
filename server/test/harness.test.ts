import { expect, test } from 'vitest';
import { untilIdle } from './harness.ts';

test('stepping until nothing is left ends there, and fails where something is always left', async () => {
  const left = [3, 2, 0, 5];
  expect(await untilIdle(async () => left.shift() ?? 0)).toBe(5);
  expect(left).toEqual([5]);
  await expect(untilIdle(async () => 1, 50)).rejects.toThrow('after 50 steps');
});
