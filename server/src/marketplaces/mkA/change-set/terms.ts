import { Decimal } from 'decimal.js';
import type { OfferSpec } from '../../specifications.ts';
import { type Details, terms } from './changes.ts';
import { eulaOf } from './documents.ts';
import { metaOf, type OfferTerms, termsOf } from './offer-terms.ts';
import type { Payment } from './payments.ts';
import type { Report } from './report.ts';

const longestDescription = 255;
const paymentPeriods = [15, 30, 45, 60, 90, 120];

const isAccount = (id: string | undefined): id is string => /^\d{12}$/.test(id ?? '');

/** Returns the buyer accounts of an offer. */
export function buyersOf(spec: OfferSpec): readonly string[] {
  const { buyerMkAAccountIds = [] } = termsOf(spec);
  const named = buyerMkAAccountIds.length > 0 ? buyerMkAAccountIds : [spec.externalBuyerId];
  return [...new Set(named.filter(isAccount))];
}

/** Builds the targeting of an offer: buyer accounts, and the countries in which the offer can be accepted. */
export function targetingOf(spec: OfferSpec, report: Report): Details {
  const { buyerMkAAccountIds = [], buyerCountryCodes = [] } = termsOf(spec);
  const accounts = buyersOf(spec);
  for (const [index, id] of buyerMkAAccountIds.entries())
    if (!isAccount(id))
      report.refuse(
        'INVALID_BUYER_ACCOUNTS',
        `/info/buyerMkAAccountIds/${index}`,
        'An account number has 12 digits.',
      );
  if (accounts.length === 0)
    report.miss(
      'MISSING_BUYER_ACCOUNTS',
      '/info/buyerMkAAccountIds',
      'A private offer is made to accounts. Enter at least one account of its buyer.',
    );
  const countries = buyerCountryCodes.length > 0 ? { CountryCodes: [...buyerCountryCodes] } : {};
  return { PositiveTargeting: { BuyerAccounts: accounts, ...countries } };
}

/** Builds name and description; for an offer that renews an existing sale, also the agreement type. */
export function informationOf(spec: OfferSpec, report: Report): Details {
  const name = spec.name?.trim() ?? '';
  if (!name) report.miss('MISSING_NAME', '/name', 'The marketplace shows offers by name. Enter a name.');
  if (/[\\<>]/.test(name)) report.refuse('INVALID_NAME', '/name', 'The name must not contain \\, < or >.');
  return { Name: name, Description: name.slice(0, longestDescription), ...preExisting(spec) };
}

export function preExisting(spec: OfferSpec): Details {
  const { isRenewalOffer, renewalOfferType } = metaOf(spec);
  if (!isRenewalOffer || spec.basedOn?.agreementId) return {};
  const { commits = [], paymentInstallments = [] } = termsOf(spec);
  return {
    PreExistingAgreement: {
      AcquisitionChannel: renewalOfferType === 'External' ? 'External' : 'AwsMarketplace',
      PricingModel: commits.length + paymentInstallments.length > 0 ? 'Contract' : 'Usage',
    },
  };
}

export function legalOf(info: OfferTerms, isRequired: boolean, report: Report): Details | undefined {
  const before = report.refusals.length;
  const document = eulaOf(info, report);
  if (document) return terms({ Type: 'LegalTerm', Documents: [document] });
  if (isRequired && report.refusals.length === before)
    report.miss(
      'MISSING_MANDATORY_TERMS',
      '/info/eulaType',
      'The offer needs a license agreement: eulaType SCMP, or CUSTOM with an eulaUrl.',
    );
  return undefined;
}

/**
 * Characters that the marketplace accepts in a refund policy: English letters, digits and some punctuation.
 */
const refundCharacters = /^[\t\n\r -~©®™¢-¥]+$/;

export function supportOf(
  { refundCancellationPolicy: given }: OfferTerms,
  report: Report,
): Details | undefined {
  const policy = given?.trim();
  if (!policy) return undefined;
  if (!refundCharacters.test(policy))
    report.refuse(
      'INVALID_REFUND_POLICY',
      '/info/refundCancellationPolicy',
      'The marketplace accepts letters from A to Z, digits and plain punctuation only. Use straight quotes and plain dashes.',
    );
  return terms({ Type: 'SupportTerm', RefundPolicy: policy });
}

/** Builds the payment terms in days, from a list of allowed values. */
export function netPaymentOf(
  { netTermsInDays: days }: OfferTerms,
  report: Report,
  Type: 'NetPaymentTerm' | 'ResaleNetPaymentTerm' = 'NetPaymentTerm',
): Details | undefined {
  if (!days) return undefined;
  if (!paymentPeriods.includes(days)) {
    report.refuse(
      'INVALID_PAYMENT_DUE_PERIOD',
      '/info/netTermsInDays',
      `The marketplace accepts payment terms of ${paymentPeriods.join(', ')} days.`,
    );
    return undefined;
  }
  return terms({ Type, PaymentDuePeriod: `P${days}D` });
}

/** Builds the renewal term: the price stays the same, and dated payments repeat at the same intervals. */
export function renewalOf({ autoRenew }: OfferTerms, schedule: readonly Payment[]): Details | undefined {
  if (!autoRenew) return undefined;
  const template = templateOf(schedule);
  return terms({
    Type: 'RenewalTerm',
    PriceIncrease: { Type: 'FixedPercentage', Value: '0.00' },
    ...(template ? { TermTemplates: [template] } : {}),
  });
}

const dayMs = 86_400_000;

function templateOf(schedule: readonly Payment[]): Details | undefined {
  const [first] = schedule;
  const total = schedule.reduce((sum, { ChargeAmount }) => sum.plus(ChargeAmount), new Decimal(0));
  if (!first || !total.isPositive()) return undefined;
  let left = new Decimal(100);
  const Schedule = schedule.map(({ ChargeDate, ChargeAmount }, index) => {
    const share = new Decimal(ChargeAmount).times(100).dividedBy(total).toDecimalPlaces(2);
    const percentage = index === schedule.length - 1 ? left : share;
    left = left.minus(percentage);
    const days = Math.round((Date.parse(ChargeDate) - Date.parse(first.ChargeDate)) / dayMs);
    return { ChargeDateOffset: `P${days}D`, ChargePercentage: percentage.toFixed(2) };
  });
  return { Type: 'PaymentScheduleTermTemplate', Schedule };
}
