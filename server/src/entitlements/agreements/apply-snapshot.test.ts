import { expect, it } from 'vitest';
import { pricesShown } from './apply-snapshot.ts';

const dimensions = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `d${n}` }));

it('R41 of a plan that the marketplace shows the first 50 dimensions are applied, and that there are more', () => {
  expect(pricesShown({ terms: { dimensions: dimensions(51) } })).toEqual({
    dimensions: dimensions(50),
    dimensionsOversized: true,
  });
  expect(pricesShown({ terms: { dimensions: dimensions(50) } })).toEqual({ dimensions: dimensions(50) });
  expect(pricesShown({ terms: {} })).toEqual({});
});

it('the amount that a plan shows counts where its commits do not say it', () => {
  expect(pricesShown({ terms: { commitAmount: 5, commits: [] } })).toEqual({ commits: [], commitAmount: 5 });
  expect(pricesShown({ terms: { commitAmount: 5, commits: [{ rate: 1 }] } })).toEqual({
    commits: [{ rate: 1 }],
  });
});
