import { buyersOf, isExpired, isProduct, type Offer, termOf } from './entities.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';
import { dateRefusals, isLengthSaidTwice } from './terms.ts';

const missing = (term: string) => refuse('MISSING_MANDATORY_TERMS', `Add ${term} to the offer.`);

/** Validates an offer before its release: required parts, and their consistency. */
export function releaseRefusals(offer: Offer, staging: Staging): Refusal[] {
  const isPrivate = buyersOf(offer).length > 0;
  return [
    ...(offer.name === undefined ? refuse('MISSING_NAME', 'Set Name before releasing the offer.') : []),
    ...(offer.description === undefined
      ? refuse('MISSING_DESCRIPTION', 'Set Description before releasing the offer.')
      : []),
    ...(isPrivate ? privateRefusals(offer, staging) : publicRefusals(offer, staging)),
    ...mandatoryTerms(offer, isPrivate, staging),
    ...upfrontRefusals(offer),
    ...(isPrivate ? renewalRefusals(offer) : []),
    ...dateRefusals(offer),
  ];
}

function privateRefusals(offer: Offer, staging: Staging): Refusal[] {
  const product = staging.find(offer.productId);
  const end = termOf(offer.terms, 'ValidityTerm')?.AgreementEndDate;
  return [
    ...(offer.availabilityEndDate === undefined
      ? refuse('MISSING_AVAILABILITY_END_DATE', 'Provide an AvailabilityEndDate for private offer.')
      : []),
    ...(isExpired(offer, staging.nowMs)
      ? refuse('INVALID_AVAILABILITY_END_DATE', 'Provide a future AvailabilityEndDate.')
      : []),
    ...(offer.agreementId !== undefined && end === undefined
      ? refuse('MISSING_AGREEMENT_END_DATE', 'Provide an AgreementEndDate for replacement offers.')
      : []),
    ...(offer.agreementId !== undefined && offer.pricingModel !== 'Contract'
      ? refuse('INCOMPATIBLE_PRODUCT', 'Replacement offers are only supported for contract pricing model.')
      : []),
    ...(isProduct(product) && product.kind !== 'ProfessionalServicesProduct' && !product.hasPublicOffer
      ? refuse('INCOMPATIBLE_PRODUCT', 'First create a public offer for the product.')
      : []),
  ];
}

function publicRefusals(offer: Offer, staging: Staging): Refusal[] {
  const product = staging.find(offer.productId);
  return [
    ...(offer.resaleAuthorizationId !== undefined
      ? refuse(
          'MISSING_BUYER_ACCOUNTS',
          'Provide PositiveTargeting with BuyersAccounts for offers created using ResaleAuthorization.',
        )
      : []),
    ...(isProduct(product) && product.kind === 'ProfessionalServicesProduct'
      ? refuse(
          'MISSING_BUYER_ACCOUNTS',
          'All offers for the product must be private. Provide PositiveTargeting with BuyersAccounts.',
        )
      : []),
    ...(offer.preExistingAgreement
      ? refuse('INCOMPATIBLE_TARGETING', 'PreExistingAgreement is only supported for buyer targeted offers.')
      : []),
    ...(offer.offerSetId !== undefined
      ? refuse('INCOMPATIBLE_TARGETING', 'OfferSetId is only supported for buyer targeted offers.')
      : []),
    ...(termOf(offer.terms, 'ValidityTerm')
      ? refuse('INCOMPATIBLE_TERMS', "ValidityTerm isn't supported for public offers.")
      : []),
    ...(termOf(offer.terms, 'NetPaymentTerm')
      ? refuse('INCOMPATIBLE_TERMS', "NetPaymentTerm isn't supported for public offers.")
      : []),
    ...(isProduct(product) && product.hasPublicOffer
      ? refuse('TOO_MANY_OFFERS', 'Only one public offer can be created per product.')
      : []),
  ];
}

/**
 * Lists missing required terms. The vendor does not publish the required terms; in its samples, all offers
 * have legal terms and prices, public offers have refund terms, and offers have a duration if no price has a
 * duration.
 */
function mandatoryTerms(
  { terms, productId, resaleAuthorizationId }: Offer,
  isPrivate: boolean,
  { find }: Staging,
): Refusal[] {
  const has = (type: string) => termOf(terms, type) !== undefined;
  const isPriced = terms.some(({ Type }) => Type.endsWith('PricingTerm'));
  const isForTime =
    has('ValidityTerm') ||
    has('ConfigurableUpfrontPricingTerm') ||
    termOf(terms, 'FixedUpfrontPricingTerm')?.Duration !== undefined ||
    // Hourly prices of a model have no end.
    find(productId)?.kind === 'MachineLearningProduct';
  return [
    ...(has('LegalTerm') ? [] : missing('LegalTerm')),
    ...(isPriced ? [] : missing('PricingTerm')),
    ...(isPrivate || has('SupportTerm') || resaleAuthorizationId !== undefined ? [] : missing('SupportTerm')),
    ...(isPrivate && !isForTime ? missing('ValidityTerm') : []),
  ];
}

function upfrontRefusals(offer: Offer): Refusal[] {
  const { terms } = offer;
  const fixed = termOf(terms, 'FixedUpfrontPricingTerm');
  const schedule = termOf(terms, 'PaymentScheduleTerm');
  if (!fixed)
    return [
      ...(schedule
        ? refuse(
            'MISSING_MANDATORY_TERMS',
            'Provide a FixedUpfrontPricingTerm when the offer contains a PaymentScheduleTerm.',
          )
        : []),
      ...(isLengthSaidTwice(offer)
        ? refuse(
            'INCOMPATIBLE_TERMS',
            "ValidityTerm isn't supported together with ConfigurableUpfrontPricingTerm: its selectors say how long.",
          )
        : []),
    ];
  const {
    AgreementStartDate: start,
    AgreementEndDate: end,
    AgreementDuration,
  } = termOf(terms, 'ValidityTerm') ?? {};
  const hasDates = start !== undefined || end !== undefined || AgreementDuration !== undefined;
  return [
    ...(!schedule && !termOf(terms, 'ByolPricingTerm')
      ? refuse(
          'MISSING_MANDATORY_TERMS',
          'FixedUpfrontPricingTerm is only supported when paired with ByolPricingTerm or PaymentScheduleTerm.',
        )
      : []),
    ...(schedule && Number(fixed.Price) !== 0
      ? refuse(
          'INCOMPATIBLE_TERMS',
          'Provide zero (0) price for FixedUpfrontPricingTerm when the offer contains a PaymentScheduleTerm.',
        )
      : []),
    ...(fixed.Duration === undefined && !hasDates
      ? refuse('MISSING_DURATION', 'Provide Duration in FixedUpfrontPricingTerm.')
      : []),
  ];
}

const parseDays = (duration: string | undefined): number =>
  Number(/^P(\d+)D$/.exec(duration ?? '')?.[1] ?? 0);

function renewalRefusals({ terms }: Offer): Refusal[] {
  const renewal = termOf(terms, 'RenewalTerm');
  if (!renewal) return [];
  const schedule = termOf(terms, 'PaymentScheduleTerm');
  const hasTemplate = (renewal.TermTemplates ?? []).length > 0;
  const isRange = renewal.PriceIncrease?.Type === 'PercentageRange';
  const [lockout, deadline] = [parseDays(renewal.LockoutPeriod), parseDays(renewal.AdjustmentDeadline)];
  return [
    ...(renewal.PriceIncrease
      ? []
      : refuse('MISSING_PRICE_INCREASE', 'Provide PriceIncrease in RenewalTerm.')),
    ...(schedule && !hasTemplate
      ? refuse(
          'MISSING_PAYMENT_SCHEDULE_TERM_TEMPLATE',
          'Provide a PaymentScheduleTermTemplate in RenewalTerm when the offer contains a PaymentScheduleTerm.',
        )
      : []),
    ...(!schedule && hasTemplate
      ? refuse(
          'INCOMPATIBLE_TERMS',
          "PaymentScheduleTermTemplate in RenewalTerm isn't supported without a PaymentScheduleTerm in the offer.",
        )
      : []),
    ...(isRange && deadline === 0
      ? refuse(
          'MISSING_ADJUSTMENT_DEADLINE',
          'Provide an AdjustmentDeadline in RenewalTerm with the provided PriceIncrease.',
        )
      : []),
    ...(!isRange && deadline > 0
      ? refuse(
          'INVALID_ADJUSTMENT_DEADLINE',
          "AdjustmentDeadline isn't supported with the provided PriceIncrease.",
        )
      : []),
    ...(isRange && lockout > 0 && deadline <= lockout
      ? refuse(
          'INVALID_ADJUSTMENT_DEADLINE',
          'Provide an AdjustmentDeadline that is at least 1 days longer than LockoutPeriod in RenewalTerm.',
        )
      : []),
  ];
}
