import type { OfferSpec } from '../../specifications.ts';
import { lengthsOf, refuseBeyond, rightIn, rightOf } from './authorization.ts';
import { type ChangeDetails, type Details, terms } from './changes.ts';
import { dayOf } from './days.ts';
import { type OfferFacts, type OfferTerms, termsOf } from './offer-terms.ts';
import { paymentsIn, refuseBackdated } from './payments.ts';
import { refuseStart } from './pricing.ts';
import type { Report } from './report.ts';
import { pricesOf, type ResoldPrices } from './resold-prices.ts';
import type { Right } from './right.ts';
import { buyersOf, legalOf, netPaymentOf, targetingOf } from './terms.ts';
import { durationIn, validityOf } from './validity.ts';

/** Returns the marketplace's id of the authorization that an offer resells. */
export const authorizationIn = (spec: OfferSpec): string | undefined => {
  const { mkAResaleAuthorizationId: id } = termsOf(spec);
  return spec.basedOn?.authorizationId ?? (id?.startsWith('resaleauthz-') ? id : undefined);
};

const nothingKnown = rightIn({});

/** The parts of a resold offer that its authorization determines. */
type AuthorizedParts = {
  right: Right;
  duration: string | undefined;
  prices: ResoldPrices;
  isChosen: boolean;
};

/**
 * Checks a resold offer against its authorization: prices, dimensions, lengths, buyers and payment terms. A violation
 * is reported with its field.
 */
function holdToAuthorization(
  spec: OfferSpec,
  { authorization, today }: OfferFacts,
  report: Report,
): AuthorizedParts {
  const info = termsOf(spec);
  const right = rightOf(spec, authorization) ?? nothingKnown;
  const replaces = spec.basedOn?.agreementId !== undefined;
  refuseBeyond(
    right,
    {
      buyers: buyersOf(spec),
      currency: info.currency,
      start: info.startTime ? dayOf(info.startTime) : undefined,
      netDays: info.netTermsInDays,
    },
    report,
  );
  refuseUnsold(info, report);
  const duration = lengthOf(info, right, replaces, report);
  const prices = pricesOf({ info, right, duration, today }, report);
  // Selectable prices contain the duration.
  const isChosen = right.prices.size > 0 && !prices.pricing && !replaces;
  if (isChosen && info.startTime) refuseStart(report);
  return { right, duration, prices, isChosen };
}

/**
 * Builds the changes that set the terms of a resold offer. The authorization provides prices, duration,
 * buyers and payment terms, which the reseller can change within the limits of the authorization.
 */
export function resoldChanges(spec: OfferSpec, facts: OfferFacts, report: Report): ChangeDetails[] {
  const info = termsOf(spec);
  const replaces = spec.basedOn?.agreementId !== undefined;
  const { right, duration, prices, isChosen } = holdToAuthorization(spec, facts, report);
  const validity = validityOf(spec, duration, report);
  const due = prices.schedule
    ? paymentsIn(prices.schedule)
    : right.payments.flatMap(({ day }) => (day ? [{ ChargeDate: day }] : []));
  refuseBackdated(due, validity.availabilityEnd, report);
  return [
    ['UpdateTargeting', replaces ? undefined : whomFor(spec, right, report)],
    ['UpdateLegalTerms', legalOf(info, false, report)],
    ['UpdateMarkup', prices.markup],
    ['UpdatePricingTerms', prices.pricing],
    ['UpdatePaymentScheduleTerms', prices.schedule],
    ['UpdateNetPaymentTerms', netPaymentOf(info, report)],
    ['UpdateValidityTerms', validity.term && !isChosen ? terms(validity.term) : undefined],
    ['UpdateAvailability', { AvailabilityEndDate: validity.availabilityEnd }],
  ];
}

/** Returns the buyers of a resold offer: those listed in the offer, else all buyers of the authorization. */
function whomFor(spec: OfferSpec, right: Right, report: Report): Details | undefined {
  const { buyerCountryCodes = [] } = termsOf(spec);
  const named = buyersOf(spec);
  if (named.length > mostBuyers)
    report.refuse(
      'TOO_MANY_BUYER_ACCOUNTS',
      '/info/buyerMkAAccountIds',
      `An offer that resells can name at most ${mostBuyers} buyer accounts.`,
    );
  if (named.length > 0 || right.buyers.length === 0) return targetingOf(spec, report);
  return buyerCountryCodes.length === 0
    ? undefined
    : targetingOf({ ...spec, info: { ...spec.info, buyerMkAAccountIds: right.buyers } }, report);
}

const mostBuyers = 25;

/** Reports terms that the marketplace does not support for resold offers. */
function refuseUnsold(
  { autoRenew, dimensions = [], refundCancellationPolicy }: OfferTerms,
  report: Report,
): void {
  if (autoRenew)
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/autoRenew',
      'A resold agreement does not renew automatically: each renewal needs an authorization. Remove autoRenew.',
    );
  if (dimensions.some(({ rate }) => rate !== undefined && rate !== null))
    report.refuse(
      'INCOMPATIBLE_RESALE_AUTHORIZATION',
      '/info/dimensions',
      'Usage prices come from the authorization, plus the margin. Remove the dimensions, and set mkAMarkupPercentage.',
    );
  if (refundCancellationPolicy)
    report.warn(
      'The marketplace does not support refund policies for resold products; the policy is not sent.',
    );
}

/**
 * Returns the agreement duration: the authorization's duration, or the offer's selection among several
 * durations.
 */
function lengthOf(info: OfferTerms, right: Right, replaces: boolean, report: Report): string | undefined {
  const given = durationIn(info, report);
  const { lengths } = right;
  if (lengths.length === 0) {
    if (!given && !info.startTime && !replaces && right !== nothingKnown)
      report.miss(
        'MISSING_DURATION',
        '/info/mkAAgreementDuration',
        'The authorization allows several lengths. Set mkAAgreementDuration.',
      );
    return given;
  }
  if (given && !lengths.includes(given) && !replaces)
    report.refuse(
      'INCOMPATIBLE_RESALE_AUTHORIZATION',
      info.mkAAgreementDuration ? '/info/mkAAgreementDuration' : '/info/commits',
      `The authorization allows a length of ${lengthsOf(right)}, not ${given}.`,
    );
  return given ?? (lengths.length === 1 ? lengths[0] : undefined);
}
