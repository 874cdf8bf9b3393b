import { expect, test } from 'vitest';
import { textOf } from './days.ts';
import { billedFrom, billingTermsOf } from './terms.ts';

const usual = {
  cycle: 'ENTITLEMENT_START_DATE',
  months: 1,
  isProrated: false,
  isPrepaid: true,
  trial: undefined,
};

test.each([
  ['nothing', {}, usual],
  ['empty strings and zero', { billingCycle: '', billingIntervalInMonths: 0, paymentSchedule: '' }, usual],
  [
    'all',
    {
      billingCycle: 'month_first_day',
      billingIntervalInMonths: 3,
      paymentSchedule: 'POSTPAY',
      proratedBilling: true,
    },
    { ...usual, cycle: 'MONTH_FIRST_DAY', months: 3, isProrated: true, isPrepaid: false },
  ],
])('R35 the billing terms of an entitlement with %s', (_name, info, expected) => {
  expect(billingTermsOf(info)).toEqual(expected);
});

test.each([
  [14, 'DAY', '2027-02-14T10:00:00.000Z'],
  [1, 'MONTH', '2027-02-28T10:00:00.000Z'],
  [2, 'year', '2029-01-31T10:00:00.000Z'],
  [0, 'MONTH', '2027-01-31T10:00:00.000Z'],
  [1, '', '2027-01-31T10:00:00.000Z'],
])('a trial of %i %s from 31 January ends on %s', (trialPeriod, trialPeriodUnit, expected) => {
  const terms = billingTermsOf({ trialConfig: { trialPeriod, trialPeriodUnit } });
  expect(textOf(billedFrom(terms, '2027-01-31T10:00:00Z'))).toBe(expected);
});
