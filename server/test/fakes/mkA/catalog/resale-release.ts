import { endOfDay, isProduct, type ResaleAuthorization, termOf } from './entities.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';

type Resale = Pick<ResaleAuthorization, 'terms' | 'availabilityEndDate'>;

const chargeDates = ({ terms }: Pick<Resale, 'terms'>): string[] =>
  (termOf(terms, 'ResalePaymentScheduleTerm')?.Schedule ?? []).map(({ ChargeDate }) => ChargeDate);

/** Returns whether the last day on which an authorization can be used has passed. */
export const isOver = (
  { availabilityEndDate: last }: Pick<Resale, 'availabilityEndDate'>,
  { nowMs }: Staging,
) => last !== undefined && endOfDay(last) < nowMs;

/** Validates the last day of use, which must be in the future and before every payment of the reseller. */
export function dateRefusals(resale: Resale, staging: Staging): Refusal[] {
  const { availabilityEndDate: last } = resale;
  const code = 'INVALID_AVAILABILITY_END_DATE';
  if (isOver(resale, staging)) return refuse(code, 'Provide a future AvailabilityEndDate.');
  return last !== undefined && chargeDates(resale).some((date) => date <= last)
    ? refuse(
        code,
        'Provide an AvailabilityEndDate that is before all the ChargeDate in ResalePaymentScheduleTerms.',
      )
    : [];
}

/** Validates an authorization before its release: required parts, and their consistency. */
export function resaleReleaseRefusals(resale: ResaleAuthorization, staging: Staging): Refusal[] {
  const { terms } = resale;
  const buyers = termOf(terms, 'BuyerTargetingTerm')?.PositiveTargeting?.BuyerAccounts ?? [];
  return [
    ...(terms.some(({ Type }) => Type.endsWith('PricingTerm'))
      ? []
      : refuse('MISSING_MANDATORY_TERMS', 'Provide a PricingTerm.')),
    ...(termOf(terms, 'BuyerLegalTerm')
      ? []
      : refuse('MISSING_MANDATORY_TERMS', 'Provide a BuyerLegalTerm.')),
    ...(resale.preExistingAgreement && buyers.length === 0
      ? refuse(
          'INCOMPATIBLE_BUYER_TARGETING',
          'At least one Buyer account must be present for ResaleAuthorization with PreExistingBuyerAgreement.',
        )
      : []),
    ...dimensionRefusals(resale, staging),
    ...scheduleRefusals(resale, staging),
    ...startRefusals(resale, staging),
    ...dateRefusals(resale, staging),
  ];
}

/** Requires dated payments, a single use and a last day for fixed prices. */
function scheduleRefusals(resale: ResaleAuthorization, { nowMs }: Staging): Refusal[] {
  const { terms, availabilityEndDate, offersMaxQuantity } = resale;
  const fixed = termOf(terms, 'ResaleFixedUpfrontPricingTerm');
  const schedule = termOf(terms, 'ResalePaymentScheduleTerm');
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const dates = chargeDates(resale);
  const isLimited = availabilityEndDate !== undefined && offersMaxQuantity !== undefined;
  return [
    ...((fixed === undefined) === (schedule === undefined)
      ? []
      : refuse(
          'INCOMPATIBLE_PRICING_TERM',
          'PaymentScheduleTerm and FixedUpfrontPricingTerm must be present together.',
        )),
    ...(schedule && !isLimited
      ? refuse(
          'INCOMPATIBLE_TERMS',
          'OffersMaxQuantity and AvailabilityEndDate must be present with ResalePaymentScheduleTerm.',
        )
      : []),
    ...(new Set(dates).size < dates.length
      ? refuse('DUPLICATE_CHARGE_DATES', 'Provide unique charge dates in ResalePaymentScheduleTerm.')
      : []),
    ...(dates.some((date) => date <= today)
      ? refuse('INVALID_CHARGE_DATES', 'Provide a future ChargeDate.')
      : []),
  ];
}

const longestWaitMs = 3 * 366 * 86_400_000;

/** Requires that agreements with a later start are for hosted software and begin within three years. */
function startRefusals({ terms, productId }: ResaleAuthorization, { nowMs, find }: Staging): Refusal[] {
  const latest = termOf(terms, 'BuyerValidityTerm')?.MaximumAgreementStartDate;
  if (latest === undefined) return [];
  const product = find(productId);
  if (isProduct(product) && product.kind !== 'SaaSProduct')
    return refuse('INCOMPATIBLE_PRODUCT', "BuyerValidityTerm isn't supported for the product.");
  const at = endOfDay(latest);
  return at < nowMs || at > nowMs + longestWaitMs
    ? refuse(
        'INVALID_MAXIMUM_AGREEMENT_START_DATE',
        'Provide a future MaximumAgreementStartDate with in allowed limit.',
      )
    : [];
}

function dimensionRefusals({ terms, productId }: ResaleAuthorization, { find }: Staging): Refusal[] {
  const product = find(productId);
  if (!isProduct(product)) return [];
  const known = new Set(product.dimensions.map(({ Key }) => Key));
  return terms.flatMap(({ Type, Grants = [], RateCards = [] }) =>
    [...Grants, ...RateCards.flatMap(({ RateCard }) => RateCard)].every(({ DimensionKey }) =>
      known.has(DimensionKey),
    )
      ? []
      : refuse('INCOMPATIBLE_PRODUCT', `Use existing, available dimensions in the product in [${Type}].`),
  );
}
