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

/** The accounts that an offer is made to. */
export function buyersOf(spec: OfferSpec): readonly string[] {
  const { buyerMkAAccountIds = [] } = termsOf(spec);
  const named = buyerMkAAccountIds.length > 0 ? buyerMkAAccountIds : [spec.externalBuyerId];
  return [...new Set(named.filter(isAccount))];
}

/** Whom an offer is made to, and from where it can be accepted. */
export function targetingOf(spec: OfferSpec, report: Report): Details {
  const { buyerMkAAccountIds = [], buyerCountryCodes = [] } = termsOf(spec);
  const accounts = buyersOf(spec);
  for (const [index, id] of buyerMkAAccountIds.entries())
    if (!isAccount(id))
      report.refuse(
        'INVALID_BUYER_ACCOUNTS',
        `/info/buyerMkAAccountIds/${index}`,
        'The number of an account has twelve digits.',
      );
  if (accounts.length === 0)
    report.refuse(
      'MISSING_BUYER_ACCOUNTS',
      '/info/buyerMkAAccountIds',
      'A private offer is made to accounts. Name one of its buyer at least.',
    );
  const countries = buyerCountryCodes.length > 0 ? { CountryCodes: [...buyerCountryCodes] } : {};
  return { PositiveTargeting: { BuyerAccounts: accounts, ...countries } };
}

/** Name and description; that of an offer which renews what was sold before names the agreement's kind. */
export function informationOf(spec: OfferSpec, report: Report): Details {
  const name = spec.name?.trim() ?? '';
  if (!name)
    report.refuse('MISSING_NAME', '/name', 'The marketplace shows offers by a name. Give the offer one.');
  if (/[\\<>]/.test(name)) report.refuse('INVALID_NAME', '/name', 'The name must not hold \\, < or >.');
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
    report.refuse(
      'MISSING_MANDATORY_TERMS',
      '/info/eulaType',
      'The marketplace needs a license agreement: eulaType SCMP, or CUSTOM with an eulaUrl.',
    );
  return undefined;
}

/** The characters that the marketplace takes in a refund policy: those of plain English, and a few signs. */
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
      'The marketplace takes letters from A to Z, digits and plain punctuation only: write quotes and dashes plainly.',
    );
  return terms({ Type: 'SupportTerm', RefundPolicy: policy });
}

/** Within how many days an invoice is paid: some lengths only. */
export function netPaymentOf({ netTermsInDays: days }: OfferTerms, report: Report): Details | undefined {
  if (!days) return undefined;
  if (!paymentPeriods.includes(days)) {
    report.refuse(
      'INVALID_PAYMENT_DUE_PERIOD',
      '/info/netTermsInDays',
      `Invoices are due after ${paymentPeriods.join(', ')} days at this marketplace.`,
    );
    return undefined;
  }
  return terms({ Type: 'NetPaymentTerm', PaymentDuePeriod: `P${days}D` });
}

/** Renewals at the same price, by themselves; what is paid on dates is paid at the same distances again. */
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
