import type { Decimal } from 'decimal.js';
import type { Day } from './days.ts';
import type { Commit, OfferTerms, ProductKind } from './offer-terms.ts';
import type { Report } from './report.ts';

/** The data from which the prices and payments of an offer are computed. */
export type PricingInput = {
  info: OfferTerms;
  kind: ProductKind | undefined;
  /** Length of the agreement, if known. */
  duration: string | undefined;
  /** Day on which the offer is created, which is the earliest due day of a prepayment. */
  today: Day;
  /**
   * Present for wholesale prices, which a reseller pays. The payments are due after the authorization
   * expires.
   */
  resale?: { availabilityEnd: Day | undefined };
};

/** The marketplace's price limits: counts, amounts, key length and decimals. */
export const limits = {
  durations: 5,
  grants: 200,
  rates: 800,
  units: 2_147_483_646,
  amount: 100_000_000,
  key: 100,
  ratePlaces: 3,
  usagePlaces: 8,
  paymentPlaces: 2,
};

/**
 * Returns whether software is metered by the hour, with or without prepaid time. Its durations are in days.
 */
export const isByHour = (kind: ProductKind | undefined, { dimensions = [] }: OfferTerms): boolean =>
  kind === 'machineLearning' ||
  ((kind === 'ami' || kind === 'container') &&
    dimensions.some(({ rate }) => rate !== undefined && rate !== null));

export const typeOf = (type: string, { resale }: PricingInput): string => (resale ? `Resale${type}` : type);
export const currencyOf = ({ info }: Pick<PricingInput, 'info'>): string => info.currency || 'USD';

/** Returns the number of sold units of a commit. */
export const countOf = ({ quantity, minimumUsers }: Commit): number => quantity || minimumUsers || 1;

/** Formats an amount for the marketplace, with a limited number of decimals. */
export function money(amount: Decimal, places: number, pointer: string, report: Report): string {
  if (amount.isNegative())
    report.refuse('INVALID_PRICE_CHANGE', pointer, 'The marketplace does not accept negative amounts.');
  if (amount.greaterThan(limits.amount))
    report.refuse(
      'INVALID_PRICE_CHANGE',
      pointer,
      `The marketplace does not accept amounts above ${limits.amount.toLocaleString('en')}.`,
    );
  if (amount.decimalPlaces() > places)
    report.refuse(
      'INCOMPATIBLE_RATES',
      pointer,
      `The marketplace accepts at most ${places} decimals in this amount.`,
    );
  return amount.toFixed();
}
