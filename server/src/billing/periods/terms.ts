import type { EntitlementInfo } from '../../entitlements/records.ts';
import { type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import { luxonOf, type Time, timeFrom } from './days.ts';

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
export function billedFrom({ trial }: Pick<BillingTerms, 'trial'>, start: string): Time {
  const begin = timeFrom(start);
  return trial
    ? luxonOf(begin)
        .plus({ [trial.unit]: trial.count })
        .toMillis()
    : begin;
}
