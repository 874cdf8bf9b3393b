import { expect, test } from 'vitest';
import { partOf } from './sample.ts';

const cases = Array.from({ length: 103 }, (_, index) => index);

test.each([1, 0.5, 0.34, 0.25, 0.1])(
  'with a share of %d, consecutive seeds run each generated case once',
  (share) => {
    const parts = Math.round(1 / share);
    for (const first of [0, 7, 99_999]) {
      const tried = Array.from({ length: parts }, (_, n) => partOf(cases, { seed: first + n, share }));
      expect(tried.flat().sort((one, other) => one - other)).toEqual(cases);
      for (const part of tried) expect(Math.abs(part.length - cases.length / parts)).toBeLessThan(1);
    }
  },
);
