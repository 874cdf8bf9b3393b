import type { EntitlementInfo } from '../../entitlements/records.ts';
import { type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import { plusLength } from '../../platform/money-and-time/periods.ts';
import { type Time, timeFrom } from './days.ts';

/** How an entitlement is billed. */
export type BillingTerms = {
  cycle: 'MONTH_FIRST_DAY' | 'ENTITLEMENT_START_DATE';
  months: number;
  /** Whether a broken period costs its share by days, and not the whole. */
  isProrated: boolean;
  /** Whether commits are billed when their period begins, and not when it ends. */
  isPrepaid: boolean;
  trial: Length | undefined;
};

/**
 * Reads how an entitlement is billed. What is not set: from its start, each month, paid ahead. The interval of the entitlement has
 * the deprecated ones of its offer in it (R35).
 */
export function billingTermsOf({
  billingCycle,
  billingIntervalInMonths,
  paymentSchedule,
  proratedBilling,
  trialConfig,
}: EntitlementInfo): BillingTerms {
  const isMonthly = billingCycle?.toUpperCase() === 'MONTH_FIRST_DAY';
  return {
    cycle: isMonthly ? 'MONTH_FIRST_DAY' : 'ENTITLEMENT_START_DATE',
    months: billingIntervalInMonths && billingIntervalInMonths > 0 ? billingIntervalInMonths : 1,
    isProrated: proratedBilling === true,
    isPrepaid: paymentSchedule?.toUpperCase() !== 'POSTPAY',
    trial: lengthIn(trialConfig?.trialPeriod, trialConfig?.trialPeriodUnit),
  };
}

/** When the first billing period begins: after the trial. */
export const billedFrom = ({ trial }: Pick<BillingTerms, 'trial'>, start: string): Time =>
  trial ? plusLength(timeFrom(start), trial) : timeFrom(start);

/**
 * When the first billing period begins, and the day agreed on from which periods are counted. A trial of months moves it by
 * months: after one from 31 January, which is over on 28 February, a period ends on 31 March. Other trials begin a day of their own.
 */
export function countedFrom(
  { trial }: Pick<BillingTerms, 'trial'>,
  start: string,
): { start: Time; agreed: Time } {
  const begin = billedFrom({ trial }, start);
  const isOfMonths = trial && trial.unit !== 'days' && Number.isInteger(trial.count);
  return { start: begin, agreed: isOfMonths ? timeFrom(start) : begin };
}
