import { expect, test } from 'vitest';
import { randomHex } from './random-hex.ts';

test('identifiers have the requested length and are all different, over many refills of the pool', () => {
  // The pool size is not a multiple of the lengths, so bytes remain at its end, which must not be combined with its
  // beginning.
  const made = Array.from({ length: 5000 }, (_, index) => randomHex([8, 16, 7][index % 3] as number));
  made.forEach((text, index) => {
    expect(text).toMatch(/^[0-9a-f]+$/);
    expect(text).toHaveLength(2 * ([8, 16, 7][index % 3] as number));
  });
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.map((text) => text.slice(0, 14))).size).toBe(made.length);
});

test('the bytes of identifiers are uniformly distributed', () => {
  const counts = new Array<number>(256).fill(0);
  for (let index = 0; index < 8192; index++)
    for (const byte of Buffer.from(randomHex(16), 'hex')) counts[byte] = (counts[byte] as number) + 1;
  // 512 of each are expected; the bounds are more than seven standard deviations away.
  expect(Math.min(...counts)).toBeGreaterThan(340);
  expect(Math.max(...counts)).toBeLessThan(700);
});
