import { describe, expect, test } from 'vitest';
import type { Line } from './line-store.ts';
import { failureWords, heldWords, missedWords, refusalWords, repeatWords } from './words.ts';

const fix = 'Fix the cause, then retry the report.';

/** Causes with which marketplaces permanently reject usage, and their text for sellers. */
const causes = [
  [
    { code: 'CustomerNotSubscribed', message: 'the customer has no agreement for it at that time' },
    '“customer not subscribed” (CustomerNotSubscribed): the customer has no agreement for it at that time.',
  ],
  [
    { code: 'InvalidUsageDimensionException', message: 'the agreement has no dimension gpu' },
    '“invalid usage dimension exception” (InvalidUsageDimensionException): the agreement has no dimension gpu.',
  ],
  [
    { code: 'INVALID_QUANTITY', message: 'the quantity 1.5 is no whole number' },
    '“invalid quantity” (INVALID_QUANTITY): the quantity 1.5 is no whole number.',
  ],
  [{ code: '400', message: 'It is too large.' }, '400: It is too large.'],
  [
    { code: 'Bad', message: 'The marketplace gave the cause “bad” (Bad).' },
    'The marketplace gave the cause “bad” (Bad).',
  ],
  [{ message: 'it is too late' }, 'it is too late.'],
  [{ code: 'ResourceNotFound', message: '' }, '“resource not found” (ResourceNotFound).'],
  [{ code: 'Expired' }, '“expired” (Expired).'],
  [{}, 'the marketplace gave no reason.'],
] as const;

describe('refused usage names the dimension, the cause with its code once, and the remedy', () => {
  test.each(causes)('%j', (cause, words) => {
    expect(refusalWords({ kind: 'rejected', ...cause }, 'gpu')).toBe(
      `The marketplace rejected usage of gpu: ${words} ${fix}`,
    );
  });

  test.each(causes)('%j, where an earlier call may have been accepted', (cause, words) => {
    expect(repeatWords(cause, 'gpu')).toBe(
      'The marketplace rejected usage of gpu, but may have accepted an earlier attempt whose response was lost: ' +
        `${words} Check the usage at the marketplace, then resolve the report with the result.`,
    );
  });
});

test.each([
  ['3', 'the quantity 3'],
  [undefined, 'another quantity'],
])(
  'a marketplace that keeps %s for the hour: the message has the quantity, and that a retry uses another hour',
  (acceptedQuantity, quantity) => {
    expect(refusalWords({ kind: 'duplicateOther', acceptedQuantity }, 'gpu')).toBe(
      `The marketplace has ${quantity} of gpu for the hour, which cannot change. Retry the report to send the usage for another hour.`,
    );
  },
);

test('held usage with an unknown outcome has the reason of the hold, and the deciding person', () => {
  expect(heldWords('gpu')).toMatch(
    /unknown whether .* accepted usage of gpu.* count it twice.* resolve the report/,
  );
});

const line = (more: Partial<Line>): Line =>
  ({
    dimension: 'gpu',
    state: 'MISSED',
    creation_time: '2031-01-01T10:00:00Z',
    deadline: null,
    ...more,
  }) as Line;

describe('usage that was not sent in time', () => {
  test('can be retried for an open hour', () => {
    const late = line({ deadline: '2031-01-01T12:00:00Z' });
    expect(missedWords(late)).toBe(
      'Usage of gpu was not accepted in time. Retry the report to send the usage for an open hour.',
    );
    expect(missedWords(line({}))).toBe(missedWords(late));
  });

  test('cannot be retried where no hour was left when it was settled', () => {
    expect(missedWords(line({ deadline: '2031-01-01T10:00:00Z' }))).toBe(
      'Usage of gpu was not sent: no hour before the end of the agreement is open and free at the marketplace.',
    );
  });
});

test('a refused line has the text of its result, and any other line that of a missed one', () => {
  const verdict = { kind: 'rejected', code: 'NotFound', message: 'there is no agreement' };
  expect(failureWords(line({ state: 'REJECTED' }), verdict)).toBe(refusalWords(verdict, 'gpu'));
  expect(failureWords(line({}), verdict)).toBe(missedWords(line({})));
  expect(failureWords(line({ state: 'REJECTED' }), undefined)).toBe(missedWords(line({})));
});
