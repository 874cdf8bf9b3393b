import { Decimal } from 'decimal.js';
import type { OfferSpec } from '../../specifications.ts';
import { type AuthorizationDetails, accountsIn, termIn } from '../shown/offer-details.ts';
import { type Day, dayOf, wholeDuration } from './days.ts';
import type { OfferTerms } from './offer-terms.ts';
import type { Report } from './report.ts';
import { type Right, rightOfTerms } from './right.ts';

/** Reads the limits of an authorization from the marketplace's own record. */
export function rightIn({ Terms }: AuthorizationDetails): Right {
  const fixed = termIn(Terms, 'ResaleFixedUpfrontPricingTerm');
  const chosen = termIn(Terms, 'ResaleConfigurableUpfrontPricingTerm');
  const usage = termIn(Terms, 'ResaleUsageBasedPricingTerm');
  const prices = new Map(
    (chosen?.RateCards ?? []).map(({ Selector, RateCard = [] }) => [
      normalizeDuration(Selector?.Value),
      new Map(RateCard.map(({ DimensionKey = '', Price = 0 }) => [DimensionKey, new Decimal(Price)])),
    ]),
  );
  const latest = termIn(Terms, 'BuyerValidityTerm')?.MaximumAgreementStartDate;
  const net = /^P(\d+)D$/.exec(termIn(Terms, 'ResaleNetPaymentTerm')?.PaymentDuePeriod ?? '')?.[1];
  return {
    currency: (fixed ?? chosen ?? usage)?.CurrencyCode,
    buyers: accountsIn(termIn(Terms, 'BuyerTargetingTerm')?.PositiveTargeting),
    lengths: fixed?.Duration ? [normalizeDuration(fixed.Duration)] : [...prices.keys()],
    granted: (fixed?.Grants ?? []).map(({ DimensionKey = '', MaxQuantity = 1 }) => ({
      key: DimensionKey,
      quantity: MaxQuantity,
    })),
    payments: (termIn(Terms, 'ResalePaymentScheduleTerm')?.Schedule ?? []).map(
      ({ ChargeDate = '', ChargeAmount = 0 }) => ({
        day: dayOf(ChargeDate),
        amount: new Decimal(ChargeAmount),
      }),
    ),
    prices,
    netDays: net === undefined ? undefined : Number(net),
    latestStart: latest && dayOf(latest),
  };
}

/** Normalizes a duration: a year is P12M. */
const normalizeDuration = (length: string | undefined): string => wholeDuration(length ?? '') ?? length ?? '';

/** Returns the details of the authorization that an offer resells. */
export const authorizationDetails = ({ basedOn }: OfferSpec): AuthorizationDetails | undefined =>
  basedOn?.authorizationInfo?.mkACppoOpportunity as AuthorizationDetails | undefined;

/**
 * Reads the authorization that an offer resells; undefined if its terms are unknown. @param shown the
 * authorization as read from the marketplace, if available
 */
export function rightOf(spec: OfferSpec, shown = authorizationDetails(spec)): Right | undefined {
  if (shown?.Terms) return rightIn(shown);
  const info = spec.basedOn?.authorizationInfo as OfferTerms | undefined;
  const right = info && rightOfTerms(info);
  return right?.currency === undefined ? undefined : right;
}

export const lengthsOf = ({ lengths }: Pick<Right, 'lengths'>): string => lengths.join(' or ');

/** Rejects an offer whose buyers, start or payment terms exceed what its authorization allows. */
export function refuseBeyond(
  right: Right,
  {
    buyers,
    currency,
    start,
    netDays,
  }: {
    buyers: readonly string[];
    currency: string | undefined;
    start: Day | undefined;
    netDays: number | undefined;
  },
  report: Report,
): void {
  const refuse = (pointer: string, words: string) =>
    report.refuse('INCOMPATIBLE_RESALE_AUTHORIZATION', `/info/${pointer}`, words);
  const strangers = right.buyers.length > 0 ? buyers.filter((id) => !right.buyers.includes(id)) : [];
  if (strangers.length > 0)
    refuse(
      'buyerMkAAccountIds',
      `The authorization does not cover these buyers. Remove ${strangers.join(', ')}, or ask the manufacturer for another authorization.`,
    );
  if (currency && right.currency && currency !== right.currency)
    refuse('currency', `The authorization sells in ${right.currency}.`);
  if (start && right.latestStart && start > right.latestStart)
    refuse(
      'startTime',
      `The authorization requires the agreement to start on or before ${right.latestStart}.`,
    );
  if (netDays && right.netDays === undefined)
    refuse('netTermsInDays', 'The authorization does not set payment terms. Remove netTermsInDays.');
  else if (netDays && netDays > (right.netDays as number))
    refuse('netTermsInDays', `The authorization allows payment terms of at most ${right.netDays} days.`);
}
