import { describe, expect, test } from 'vitest';
import { bisect, type Cuttable, cutIntoCalls } from './batches.ts';

const line = (agreementId: string, more: Partial<Cuttable> = {}): Cuttable => ({
  agreementId,
  productId: 'p1',
  dimension: 'gpu',
  part: undefined,
  bytes: 100,
  ...more,
});
const limits = { maximumBatch: 3, contiguousIntervals: false };
const sizes = (lines: Cuttable[], more: Partial<Parameters<typeof cutIntoCalls>[1]> = {}) =>
  cutIntoCalls(lines, { ...limits, ...more }).map((call) => call.length);
const perAgreement = { calls: 1, perSeconds: 60, each: 'agreement' } as const;

describe('lines are cut into calls', () => {
  test.each([
    ['none', [], {}, []],
    ['as many as one may have', ['a', 'b', 'c'].map((id) => line(id)), {}, [3]],
    ['one more', ['a', 'b', 'c', 'd'].map((id) => line(id)), {}, [3, 1]],
    ['by bytes', ['a', 'b'].map((id) => line(id)), { maximumBytes: 1150 }, [1, 1]],
    ['by products', [line('a'), line('b', { productId: 'p2' }), line('c')], { productsPerCall: 1 }, [2, 1]],
    ['by parts', [line('a', { part: 'x' }), line('b'), line('c', { part: 'y' })], {}, [1, 1, 1]],
    [
      'the first hour of a dimension where intervals touch',
      [line('a'), line('a'), line('a', { dimension: 'cpu' })],
      { contiguousIntervals: true },
      [2],
    ],
    [
      'one call for each agreement where these are counted',
      ['a', 'a', 'b', 'a', 'a'].map((id, n) => line(id, { dimension: `${n}` })),
      { rate: perAgreement },
      [3],
    ],
  ])('%s', (_, lines, more, expected) => {
    expect(sizes(lines as Cuttable[], more)).toEqual(expected);
  });

  test('in their order, each once', () => {
    const lines = Array.from({ length: 10 }, (_, n) => line(`${n}`));
    expect(cutIntoCalls(lines, limits).flat()).toEqual(lines);
  });
});

test('what was refused together goes in two parts, of two sizes at most one apart', () => {
  expect(bisect([1, 2, 3], 'c').map(({ part }) => part)).toEqual(['ca', 'ca', 'cb']);
});
