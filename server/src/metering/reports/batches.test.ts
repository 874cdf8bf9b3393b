import { describe, expect, test } from 'vitest';
import { type BatchLine, bisect, cutIntoCalls } from './batches.ts';

const line = (agreementId: string, more: Partial<BatchLine> = {}): BatchLine => ({
  agreementId,
  productId: 'p1',
  dimension: 'gpu',
  part: undefined,
  bytes: 100,
  ...more,
});
const limits = { maximumBatch: 3, contiguousIntervals: false };
const sizes = (lines: BatchLine[], more: Partial<Parameters<typeof cutIntoCalls>[1]> = {}) =>
  cutIntoCalls(lines, { ...limits, ...more }).map((call) => call.length);
const perAgreement = { calls: 1, perSeconds: 60, each: 'agreement' } as const;

describe('lines are grouped into calls', () => {
  test.each([
    ['none', [], {}, []],
    ['up to the limit of records', ['a', 'b', 'c'].map((id) => line(id)), {}, [3]],
    ['one more', ['a', 'b', 'c', 'd'].map((id) => line(id)), {}, [3, 1]],
    ['by bytes', ['a', 'b'].map((id) => line(id)), { maximumBytes: 1150 }, [1, 1]],
    ['by product', [line('a'), line('b', { productId: 'p2' }), line('c')], { productsPerCall: 1 }, [2, 1]],
    ['by part', [line('a', { part: 'x' }), line('b'), line('c', { part: 'y' })], {}, [1, 1, 1]],
    [
      'with only the first hour of a dimension if intervals must touch',
      [line('a'), line('a'), line('a', { dimension: 'cpu' })],
      { contiguousIntervals: true },
      [2],
    ],
    [
      'with one call for each agreement if calls are counted by agreement',
      ['a', 'a', 'b', 'a', 'a'].map((id, n) => line(id, { dimension: `${n}` })),
      { rate: perAgreement },
      [3],
    ],
  ])('%s', (_, lines, more, expected) => {
    expect(sizes(lines as BatchLine[], more)).toEqual(expected);
  });

  test('in order, each line once', () => {
    const lines = Array.from({ length: 10 }, (_, n) => line(`${n}`));
    expect(cutIntoCalls(lines, limits).flat()).toEqual(lines);
  });
});

test('lines that were refused together are split in half', () => {
  expect(bisect([1, 2, 3], 'c').map(({ part }) => part)).toEqual(['ca', 'ca', 'cb']);
});
