import { describe, expect, test } from 'vitest';
import { duePeriods } from './due.ts';
import { billingTermsOf } from './terms.ts';

const life = { start: '2027-01-31', end: '2027-04-30' };
const day = (text: string | undefined) => text?.slice(0, 10);

function due(paymentSchedule: string, kind: 'COMMIT' | 'USAGE', now: string, billedUntil?: string) {
  const terms = billingTermsOf({ paymentSchedule });
  const { due, next } = duePeriods(terms, kind, life, { billedUntil, now });
  return [due.map(({ start, end }) => `${day(start)} ${day(end)}`), day(next)];
}
const [first, second, third] = ['2027-01-31 2027-02-28', '2027-02-28 2027-03-31', '2027-03-31 2027-04-30'];

describe('R35 what is billed', () => {
  test.each<[string, string, 'COMMIT' | 'USAGE', string, string | undefined, unknown]>([
    ['before the start nothing', 'PREPAY', 'COMMIT', '2027-01-30', undefined, [[], '2027-01-31']],
    ['ahead at the start', 'PREPAY', 'COMMIT', '2027-01-31', undefined, [[first], '2027-02-28']],
    ['ahead by default', '', 'COMMIT', '2027-01-31', undefined, [[first], '2027-02-28']],
    ['ahead with each period', 'PREPAY', 'COMMIT', '2027-02-28', '2027-02-28', [[second], '2027-03-31']],
    ['nothing twice', 'PREPAY', 'COMMIT', '2027-03-01', '2027-03-31', [[], '2027-03-31']],
    ['ahead to the last', 'PREPAY', 'COMMIT', '2027-03-31', '2027-03-31', [[third], undefined]],
    ['afterwards at the end', 'POSTPAY', 'COMMIT', '2027-02-28', undefined, [[first], '2027-03-31']],
    ['afterwards not before', 'POSTPAY', 'COMMIT', '2027-02-27', undefined, [[], '2027-02-28']],
    [
      'usage afterwards, also where commits are not',
      'PREPAY',
      'USAGE',
      '2027-02-27',
      undefined,
      [[], '2027-02-28'],
    ],
    [
      'of a past start all that is over',
      'POSTPAY',
      'USAGE',
      '2027-04-02',
      undefined,
      [[first, second], '2027-04-30'],
    ],
    [
      'of a past start all that has begun',
      'PREPAY',
      'COMMIT',
      '2027-04-02',
      undefined,
      [[first, second, third], undefined],
    ],
    ['at the end the last', 'POSTPAY', 'COMMIT', '2028-01-01', '2027-03-31', [[third], undefined]],
    ['nothing after all', 'POSTPAY', 'COMMIT', '2028-01-01', '2027-04-30', [[], undefined]],
  ])('%s', (_name, schedule, kind, now, billedUntil, expected) => {
    expect(due(schedule, kind, now, billedUntil)).toEqual(expected);
  });
});

test('R35 where the interval has changed, billing goes on from where it was', () => {
  const terms = billingTermsOf({ billingIntervalInMonths: 3 });
  const { due } = duePeriods(terms, 'COMMIT', life, { billedUntil: '2027-02-28', now: '2027-03-01' });
  expect(due.map(({ start, end }) => [day(start), day(end)])).toEqual([['2027-02-28', '2027-04-30']]);
});
