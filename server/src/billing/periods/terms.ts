import type { EntitlementInfo } from '../../entitlements/records.ts';
import { type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import { plusLength } from '../../platform/money-and-time/periods.ts';
import { type Time, timeFrom } from './days.ts';

/** Billing terms of an entitlement. */
export type BillingTerms = {
  cycle: 'MONTH_FIRST_DAY' | 'ENTITLEMENT_START_DATE';
  months: number;
  /** Whether the cost of a partial period is prorated by days. */
  isProrated: boolean;
  /** Whether commits are billed at the start of a period instead of its end. */
  isPrepaid: boolean;
  trial: Length | undefined;
};

/**
 * Reads the billing terms of an entitlement. Defaults: from its start, monthly, in advance. Deprecated fields
 * of the offer are already merged into the entitlement’s interval (R35).
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

/** Computes the start of the first billing period, after the trial. */
export const billedFrom = ({ trial }: Pick<BillingTerms, 'trial'>, start: string): Time =>
  trial ? plusLength(timeFrom(start), trial) : timeFrom(start);

/**
 * Computes the start of the first billing period, and the agreed day from which periods are counted. A trial
 * of months keeps the original day: after a trial from 31 January to 28 February, the next period ends on 31
 * March. After any other trial, periods are counted from its end.
 */
export function countedFrom(
  { trial }: Pick<BillingTerms, 'trial'>,
  start: string,
): { start: Time; agreed: Time } {
  const begin = billedFrom({ trial }, start);
  const isOfMonths = trial && trial.unit !== 'days' && Number.isInteger(trial.count);
  return { start: begin, agreed: isOfMonths ? timeFrom(start) : begin };
}
