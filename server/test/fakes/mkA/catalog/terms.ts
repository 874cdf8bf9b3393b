import { buyersOf, endOfDay, isProduct, type Offer, type Term, termOf } from './entities.ts';
import { modelRefusals } from './model-prices.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';

/** Finds errors in the terms of an offer, as DescribeChangeSet reports them later. */
export function termRefusals(changeType: string, to: Offer, from: Offer, staging: Staging): Refusal[] {
  switch (changeType) {
    case 'UpdateLegalTerms':
      return legalRefusals(termOf(to.terms, 'LegalTerm'), staging);
    case 'UpdatePricingTerms':
      return pricingRefusals(to, staging);
    case 'UpdatePaymentScheduleTerms':
      return scheduleRefusals(to, staging);
    case 'UpdateValidityTerms':
      return [
        ...validityRefusals(to, staging),
        ...frozenDates(to, from),
        ...(from.state === 'Released' && isLengthSaidTwice(to)
          ? refuse('INCOMPATIBLE_TERMS', 'The selectors of ConfigurableUpfrontPricingTerm say how long.')
          : []),
      ];
    default:
      return [];
  }
}

/**
 * Returns whether the duration is given twice. In a contract, price selectors contain the duration. Hourly
 * machine software also has its own duration, and a replacement has an end.
 */
export const isLengthSaidTwice = ({ terms, pricingModel, agreementId }: Offer): boolean =>
  pricingModel === 'Contract' &&
  agreementId === undefined &&
  termOf(terms, 'ConfigurableUpfrontPricingTerm') !== undefined &&
  termOf(terms, 'ValidityTerm') !== undefined;

/**
 * Validates the last day of acceptance. A past date ends an offer; according to the vendor’s contradictory
 * documentation, such a date is both allowed and rejected.
 */
export function availabilityRefusals(offer: Offer, { nowMs, outside }: Staging): Refusal[] {
  const { availabilityEndDate: date = '' } = offer;
  const code = 'INVALID_AVAILABILITY_END_DATE';
  if (offer.state === 'Released' && buyersOf(offer).length === 0)
    return refuse(code, "AvailabilityEndDate isn't supported for public offers.");
  const isPast = endOfDay(date) < nowMs;
  if (isPast && (offer.state === 'Draft' || outside.refusesPastAvailability()))
    return refuse(code, 'Provide a future AvailabilityEndDate.');
  return isPast ? [] : dateRefusals(offer);
}

/** Validates the order of the dates of an offer. */
export function dateRefusals(offer: Offer): Refusal[] {
  const { availabilityEndDate: last } = offer;
  if (last === undefined) return [];
  const { AgreementStartDate: start, AgreementEndDate: end } = termOf(offer.terms, 'ValidityTerm') ?? {};
  const charges = termOf(offer.terms, 'PaymentScheduleTerm')?.Schedule ?? [];
  const early = charges.filter(({ ChargeDate }) => ChargeDate <= last);
  return [
    ...(end !== undefined && last >= end
      ? refuse(
          'INVALID_AVAILABILITY_END_DATE',
          'Provide an AvailabilityEndDate that is before AgreementEndDate.',
        )
      : []),
    ...(start !== undefined && start <= last
      ? refuse(
          'INVALID_AGREEMENT_START_DATE',
          'Provide an AgreementStartDate that is after AvailabilityEndDate.',
        )
      : []),
    ...(early.length > 1
      ? refuse('TOO_MANY_BACKDATED_CHARGES', 'Provide up to 1 scheduled payment before AvailabilityEndDate.')
      : []),
  ];
}

function legalRefusals(term: Term | undefined, { outside, waitedMs }: Staging): Refusal[] {
  const code = 'INVALID_LEGAL_DOCUMENTS';
  return (term?.Documents ?? []).flatMap(({ Type, Url = '', Version }) => {
    if (Type === 'StandardEula' && Version !== '2022-07-14')
      return refuse(code, 'Only the most recent version of StandardEula is supported for new offers.');
    if (Type === 'CustomEula' && !outside.canRead(Url, waitedMs))
      return refuse(code, 'Provide URLs for legal documents stored in accessible S3 buckets.');
    return [];
  });
}

const modelTerms: Readonly<Record<string, RegExp>> = {
  Usage: /^(UsageBasedPricingTerm|ConfigurableUpfrontPricingTerm|RecurringPaymentTerm|FreeTrialPricingTerm)$/,
  Contract: /^(ConfigurableUpfrontPricingTerm|FixedUpfrontPricingTerm|UsageBasedPricingTerm)$/,
  Byol: /^(ByolPricingTerm|FixedUpfrontPricingTerm)$/,
  Free: /PricingTerm$/,
};

const isPricing = ({ Type }: Term) => Type.endsWith('PricingTerm') || Type === 'RecurringPaymentTerm';
const pricesOf = (term: Term): string[] => [
  ...(term.Price === undefined ? [] : [term.Price]),
  ...(term.RateCards ?? []).flatMap(({ RateCard }) => RateCard.map(({ Price }) => Price)),
];

function pricingRefusals(offer: Offer, staging: Staging): Refusal[] {
  const terms = offer.terms.filter(isPricing);
  const types = terms.map(({ Type }) => Type);
  const has = (type: string) => types.includes(type);
  const strange = types.filter((type) => !modelTerms[offer.pricingModel ?? '']?.test(type));
  return [
    ...(new Set(types).size < types.length
      ? refuse('DUPLICATE_TERM_TYPES', 'Provide a unique list of term types.')
      : []),
    ...(has('FixedUpfrontPricingTerm') && has('ConfigurableUpfrontPricingTerm')
      ? refuse(
          'INCOMPATIBLE_TERMS',
          "FixedUpfrontPricingTerm isn't supported together with the following terms: [ConfigurableUpfrontPricingTerm].",
        )
      : []),
    ...(strange.length > 0
      ? refuse(
          'INCOMPATIBLE_TERMS',
          `The following terms aren't compatible with the PricingModel: [${strange.join(',')}].`,
        )
      : []),
    ...(offer.pricingModel === 'Free' && terms.flatMap(pricesOf).some((price) => Number(price) !== 0)
      ? refuse(
          'INCOMPATIBLE_RATES',
          'Set all charge amounts and prices to zero (0) when using Free pricing model.',
        )
      : []),
    ...(offer.pricingModel === 'Byol' && !has('ByolPricingTerm')
      ? refuse('MISSING_MANDATORY_TERMS', 'Provide a ByolPricingTerm when using Byol pricing model.')
      : []),
    ...terms.flatMap((term) => cardRefusals(term)),
    ...terms.flatMap((term) => dimensionRefusals(term, offer, staging)),
    ...modelRefusals(offer, staging),
    ...currencyRefusals(offer),
  ];
}

const keysOf = (term: Term): string[][] => [
  ...(term.RateCards ?? []).map(({ RateCard }) => RateCard.map(({ DimensionKey }) => DimensionKey)),
  ...(term.Grants ? [term.Grants.map(({ DimensionKey }) => DimensionKey)] : []),
];

function cardRefusals(term: Term): Refusal[] {
  const name = term.Grants ? 'Grants' : 'RateCard';
  const cards = term.RateCards ?? [];
  const selectors = cards.map(({ Selector }) => Selector?.Value).filter((value) => value !== undefined);
  const constraints = cards.flatMap(({ Constraints }) => (Constraints ? [Constraints] : []));
  const sets = new Set((term.RateCards ? keysOf(term) : []).map((keys) => [...keys].sort().join(' ')));
  return [
    ...(keysOf(term).some((keys) => new Set(keys).size < keys.length)
      ? refuse(
          'DUPLICATE_DIMENSION_KEYS',
          `Provide ${name} with a unique list of dimension keys in [${term.Type}].`,
        )
      : []),
    ...(new Set(selectors).size < selectors.length
      ? refuse('DUPLICATE_SELECTORS', 'Provide a unique list of Selectors in ConfigurableUpfrontPricingTerm.')
      : []),
    ...(sets.size > 1
      ? refuse('INVALID_RATE_CARD', 'Provide prices for the same set of dimension keys for all durations.')
      : []),
    ...(constraints.some((one) => one.MultipleDimensionSelection !== one.QuantityConfiguration)
      ? refuse(
          'INCOMPATIBLE_RATE_CARD_CONSTRAINTS',
          'Set both MultipleDimensionSelection and QuantityConfiguration to the same value (Allowed or Disallowed) in ConfigurableUpfrontPricingTerm.',
        )
      : []),
    ...(new Set(constraints.map((one) => one.QuantityConfiguration)).size > 1
      ? refuse(
          'INCOMPATIBLE_RATE_CARD_CONSTRAINTS',
          'Provide the same constraints for all rate cards in ConfigurableUpfrontPricingTerm.',
        )
      : []),
  ];
}

/**
 * Requires that dimensions belong to the product, and that metered dimensions have usage prices and entitled
 * dimensions have prepaid prices.
 */
function dimensionRefusals(term: Term, offer: Offer, staging: Staging): Refusal[] {
  const product = staging.find(offer.productId);
  if (!isProduct(product)) return [];
  const known = new Map(product.dimensions.map((dimension) => [dimension.Key, dimension]));
  const keys = keysOf(term).flat();
  if (keys.some((key) => !known.has(key)))
    return refuse(
      'INCOMPATIBLE_PRODUCT',
      `Use existing, available dimensions in the product in [${term.Type}].`,
    );
  const isMetered = (key: string) => known.get(key)?.Types.some((type) => /Metered$/.test(type)) ?? false;
  if (term.Type !== 'UsageBasedPricingTerm' && keys.some(isMetered) && !isInDays(term))
    return refuse(
      term.Grants ? 'INVALID_DURATION' : 'INVALID_SELECTOR_DURATION_VALUE',
      'Ensure duration granularity is at the day level for metered dimensions.',
    );
  if (term.Type === 'UsageBasedPricingTerm' && !keys.every(isMetered))
    return refuse(
      'INVALID_RATE_CARD',
      'Provide a rate card for only metered dimensions in UsageBasedPricingTerm.',
    );
  const isEntitled = (key: string) => known.get(key)?.Types.includes('Entitled') ?? false;
  if (term.Type === 'ConfigurableUpfrontPricingTerm' && !keys.every(isEntitled))
    return refuse('INVALID_RATE_CARD', `Provide only entitled dimensions in [${term.Type}].`);
  return [];
}

/** Returns whether a term is in days, as for software that is metered by the hour. */
const isInDays = ({ Duration, RateCards = [] }: Term): boolean =>
  [Duration, ...RateCards.map(({ Selector }) => Selector?.Value)].every(
    (length) => length === undefined || /^P\d+D$/.test(length),
  );

function currencyRefusals({ terms }: Offer): Refusal[] {
  const currencies = new Set(terms.flatMap(({ CurrencyCode }) => (CurrencyCode ? [CurrencyCode] : [])));
  return currencies.size > 1
    ? refuse('INVALID_CURRENCY_CODE', 'Provide the same CurrencyCode across all pricing and payment terms.')
    : [];
}

function scheduleRefusals(offer: Offer, { nowMs }: Staging): Refusal[] {
  const charges = termOf(offer.terms, 'PaymentScheduleTerm')?.Schedule ?? [];
  const dates = charges.map(({ ChargeDate }) => ChargeDate).sort();
  const end = termOf(offer.terms, 'ValidityTerm')?.AgreementEndDate;
  return [
    ...(new Set(dates).size < dates.length
      ? refuse('DUPLICATE_CHARGE_DATES', 'Provide unique charge dates in PaymentScheduleTerm.')
      : []),
    ...(dates.length > 60
      ? refuse('TOO_MANY_CHARGES', 'Provide up to 60 scheduled payments in PaymentScheduleTerm.')
      : []),
    ...(dates[0] !== undefined && endOfDay(dates[0]) < nowMs
      ? refuse('INVALID_CHARGE_DATES', "Provide a first charge date that isn't in the past.")
      : []),
    ...(end !== undefined && dates.some((date) => date >= end)
      ? refuse('INVALID_CHARGE_DATES', 'Provide charge dates before AgreementEndDate.')
      : []),
    ...currencyRefusals(offer),
  ];
}

function validityRefusals(offer: Offer, { nowMs }: Staging): Refusal[] {
  const term = termOf(offer.terms, 'ValidityTerm');
  if (!term) return [];
  const { AgreementDuration: duration, AgreementStartDate: start, AgreementEndDate: end } = term;
  const interval = (message: string) => refuse('INVALID_AGREEMENT_TIME_INTERVAL', message);
  if (duration !== undefined && end !== undefined)
    return interval("ValidityTerm with both AgreementDuration and AgreementEndDate isn't supported.");
  if (start !== undefined && duration === undefined && end === undefined)
    return interval("ValidityTerm with only AgreementStartDate isn't supported.");
  if (end !== undefined && start === undefined && offer.agreementId === undefined)
    return interval(
      "AgreementEndDate isn't supported unless it's used in combination with a future AgreementStartDate or for replacement offers.",
    );
  if (end !== undefined && endOfDay(end) < nowMs)
    return refuse('INVALID_AGREEMENT_END_DATE', 'Provide a future AgreementEndDate.');
  if (start !== undefined && end !== undefined && start >= end)
    return refuse(
      'INVALID_AGREEMENT_START_DATE',
      'Provide an AgreementStartDate that is before the AgreementEndDate.',
    );
  return [];
}

/** Rejects changes to the validity of a released offer, except to the duration. */
function frozenDates(to: Offer, from: Offer): Refusal[] {
  if (from.state === 'Draft') return [];
  const [after, before] = [termOf(to.terms, 'ValidityTerm'), termOf(from.terms, 'ValidityTerm')];
  return [
    ...(after?.AgreementStartDate !== before?.AgreementStartDate
      ? refuse(
          'INCOMPATIBLE_AGREEMENT_START_DATE',
          "AgreementStartDate can't be updated after the offer is released.",
        )
      : []),
    ...(after?.AgreementEndDate !== before?.AgreementEndDate
      ? refuse(
          'INCOMPATIBLE_AGREEMENT_END_DATE',
          "AgreementEndDate can't be updated after the offer is released.",
        )
      : []),
  ];
}
