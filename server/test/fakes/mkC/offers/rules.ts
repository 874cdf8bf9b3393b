import { addMonths } from '../procurement/terms.ts';
import { type DateTime, readDateTime } from './times.ts';

type Money = { currencyCode?: string; units?: string | number; nanos?: number };
type Decimal = { value?: string };
export type PriceModel = {
  usage?: { defaultDiscountPercent?: Decimal; skuDiscounts?: { discountPercent?: Decimal }[] };
  flatFee?: { flatFeeOverride?: Money };
  commitment?: { commitmentAmount?: Money; discountPercent?: Decimal; additionalCredit?: Money };
};
type Installment = { startTime?: DateTime; priceModel?: PriceModel };

/** What a seller can set of a private offer. */
export type OfferContent = {
  title?: string;
  internalNote?: string;
  customerNote?: string;
  offerDealType?: string;
  partnerContact?: { contact?: string; email?: string };
  customer?: { entityTitle?: string; contact?: string; email?: string; targetBillingAccount?: string };
  acceptDeadlineTime?: DateTime;
  term?: {
    startPolicy?: string;
    scheduledStartTime?: DateTime;
    endPolicy?: string;
    durationMonths?: number;
    scheduledEndTime?: DateTime;
    maxRenewalCount?: number;
  };
  singleProductOffer?: {
    baseStandardOffer?: string;
    amendedPrivateOffer?: string;
    amendedStandardOffer?: string;
    standardIntervalPrice?: { standardInterval?: string; priceModel?: PriceModel };
    customIntervalPrice?: { installments?: Installment[] };
  };
};

export type Violation = { field: string; description: string };
type Context = { nowMs: number; hasEula: boolean; knowsOffer: (standardOffer: string) => boolean };

const mostUsd = 1_000_000_000;
const mostMonths = 84;
const deadlineMonths = 3;

/** Lists what prevents the publication of an offer. */
export function publishViolations(offer: OfferContent, context: Context): Violation[] {
  const found: Violation[] = [];
  const add = (field: string, description: string) => void found.push({ field, description });
  const { title, offerDealType, partnerContact, customer, acceptDeadlineTime, term, singleProductOffer } =
    offer;
  const required = {
    title,
    offer_deal_type: offerDealType,
    'partner_contact.contact': partnerContact?.contact,
    'customer.entity_title': customer?.entityTitle,
    'customer.contact': customer?.contact,
    'customer.target_billing_account': customer?.targetBillingAccount,
    accept_deadline_time: acceptDeadlineTime,
    term,
    single_product_offer: singleProductOffer,
  };
  for (const [field, value] of Object.entries(required)) if (!value) add(field, 'Required.');
  const account = customer?.targetBillingAccount;
  if (account && !/^billingAccounts\/[0-9A-F]{6}(-[0-9A-F]{6}){2}$/.test(account))
    add('customer.target_billing_account', 'The billing account does not exist.');
  if (!context.hasEula) add('documents', 'An end user license agreement is required.');
  const base = singleProductOffer?.baseStandardOffer;
  if (singleProductOffer && (!base || !context.knowsOffer(base)))
    add('single_product_offer.base_standard_offer', 'The standard offer does not exist.');
  checkTerm(offer, context.nowMs, add);
  checkPrice(offer, add);
  found.push(...deadlineViolations(offer, context.nowMs, context.nowMs));
  return found;
}

/** Lists what is wrong with the deadline of an offer that is published at a time. */
export function deadlineViolations(offer: OfferContent, publishedMs: number, nowMs: number): Violation[] {
  const { acceptDeadlineTime, term, singleProductOffer } = offer;
  if (!acceptDeadlineTime) return [];
  const field = 'accept_deadline_time';
  const deadlineMs = readDateTime(acceptDeadlineTime);
  if (!(deadlineMs > nowMs)) return [{ field, description: 'Must be in the future.' }];
  if (deadlineMs > addMonths(publishedMs, deadlineMonths))
    return [{ field, description: 'Must be within three months of publishing.' }];
  const starts = [
    term?.scheduledStartTime,
    term?.scheduledEndTime,
    ...(singleProductOffer?.customIntervalPrice?.installments ?? []).map(({ startTime }) => startTime),
  ];
  const isLate = starts.some((one) => one && readDateTime(one) < deadlineMs);
  return isLate
    ? [{ field, description: 'Must not be after the start or the end of the offer or of an installment.' }]
    : [];
}

type Add = (field: string, description: string) => void;

function checkTerm({ term }: OfferContent, nowMs: number, add: Add): void {
  if (!term) return;
  const { startPolicy, scheduledStartTime, endPolicy, durationMonths = 0, scheduledEndTime } = term;
  const startMs = scheduledStartTime ? readDateTime(scheduledStartTime) : undefined;
  if (startPolicy === 'SCHEDULED_START_TIME') {
    if (startMs === undefined || !(startMs > nowMs) || startMs > addMonths(nowMs, 12))
      add('term.scheduled_start_time', 'Must be in the future and within a year.');
  } else if (startPolicy !== 'IMMEDIATE') add('term.start_policy', 'Required.');
  else if (startMs !== undefined) add('term.scheduled_start_time', 'Must be unset for an immediate start.');
  const renewals = term.maxRenewalCount ?? 0;
  if (endPolicy === 'AFTER_DURATION') {
    if (durationMonths < 1 || durationMonths * (renewals + 1) > mostMonths)
      add('term.duration_months', `All terms together must have 1 to ${mostMonths} months.`);
  } else if (endPolicy === 'SCHEDULED_END_TIME') {
    const endMs = scheduledEndTime ? readDateTime(scheduledEndTime) : Number.NaN;
    if (!(endMs > (startMs ?? nowMs))) add('term.scheduled_end_time', 'Must be after the start.');
  } else add('term.end_policy', `${endPolicy ?? 'No policy'} is not supported.`);
}

function checkPrice({ term, singleProductOffer }: OfferContent, add: Add): void {
  if (!singleProductOffer) return;
  const { standardIntervalPrice: standard, customIntervalPrice: custom } = singleProductOffer;
  const at = 'single_product_offer';
  if ((standard === undefined) === (custom === undefined))
    return void add(`${at}.price`, 'Exactly one price is required.');
  if (standard) {
    const { standardInterval = 'STANDARD_INTERVAL_UNSPECIFIED' } = standard;
    const isUsageOnly = standard.priceModel?.usage && Object.keys(standard.priceModel).length === 1;
    if (/POSTPAY/.test(standardInterval) || /UNSPECIFIED/.test(standardInterval) !== (isUsageOnly ?? false))
      add(`${at}.standard_interval_price.standard_interval`, `${standardInterval} cannot be published.`);
    checkModel(standard.priceModel, `${at}.standard_interval_price.price_model`, false, add);
    return;
  }
  const installments = custom?.installments ?? [];
  const field = `${at}.custom_interval_price.installments`;
  if (term?.maxRenewalCount)
    add('term.max_renewal_count', 'Only offers with a standard interval can be renewed.');
  if (installments.length === 0) add(field, 'Required.');
  const forms = new Set(
    installments.map(({ priceModel }) =>
      Object.keys(priceModel ?? {})
        .sort()
        .join(),
    ),
  );
  if (forms.size > 1) add(field, 'All installments must have the same form.');
  const times = installments.map(({ startTime }) => (startTime ? readDateTime(startTime) : undefined));
  const firstMs = term?.scheduledStartTime ? readDateTime(term.scheduledStartTime) : undefined;
  if (installments.length > 0 && times[0] !== firstMs)
    add(`${field}[0].start_time`, 'Must be the scheduled start, or unset for an immediate start.');
  for (const [index, time] of times.entries()) {
    const before = times[index - 1] ?? Number.NEGATIVE_INFINITY;
    if (index > 0 && !(time !== undefined && time > before))
      add(`${field}[${index}].start_time`, 'Must be after the installment before.');
  }
  for (const [index, { priceModel }] of installments.entries())
    checkModel(priceModel, `${field}[${index}].price_model`, true, add);
}

function checkModel(model: PriceModel | undefined, field: string, isCustom: boolean, add: Add): void {
  const { usage, flatFee, commitment } = model ?? {};
  if (!usage && !flatFee && !commitment) return void add(field, 'Required.');
  if (flatFee && commitment) add(field, 'A flat fee and a commitment exclude each other.');
  if (flatFee) checkMoney(flatFee.flatFeeOverride, `${field}.flat_fee.flat_fee_override`, mostUsd, add);
  if (commitment) {
    checkMoney(commitment.commitmentAmount, `${field}.commitment.commitment_amount`, mostUsd, add);
    if (commitment.discountPercent && usage)
      add(`${field}.commitment.discount_percent`, 'A discount and usage exclude each other.');
    if (!commitment.discountPercent && !usage) add(`${field}.commitment.discount_percent`, 'Required.');
    if (commitment.additionalCredit) {
      if (!isCustom) add(`${field}.commitment.additional_credit`, 'Only for custom intervals.');
      checkMoney(commitment.additionalCredit, `${field}.commitment.additional_credit`, 1_000_000, add);
    }
  }
  const percents = [
    usage?.defaultDiscountPercent,
    commitment?.discountPercent,
    ...(usage?.skuDiscounts ?? []).map(({ discountPercent }) => discountPercent),
  ];
  for (const percent of percents)
    if (percent && !(/^\d{1,3}(\.\d{1,2})?$/.test(percent.value ?? '') && Number(percent.value) <= 100))
      add(field, 'A discount is a percentage from 0 to 100 with at most two decimals.');
}

function checkMoney(money: Money | undefined, field: string, most: number, add: Add): void {
  const { currencyCode, units = 0, nanos = 0 } = money ?? {};
  if (currencyCode !== 'USD') return void add(field, 'The currency must be USD.');
  const amount = Number(units) + nanos / 1e9;
  if (nanos % 10_000_000 !== 0) add(field, 'The precision is limited to cents.');
  if (amount < 0 || amount > most) add(field, `Must be between 0 and ${most}.`);
}
