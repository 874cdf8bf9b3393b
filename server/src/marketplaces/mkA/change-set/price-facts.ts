import type { Decimal } from 'decimal.js';
import type { Day } from './days.ts';
import type { Commit, OfferTerms, ProductKind } from './offer-terms.ts';
import type { Report } from './report.ts';

/** What prices and payments of an offer are made of. */
export type Asked = {
  info: OfferTerms;
  kind: ProductKind | undefined;
  /** The length of the agreement, where it is known. */
  duration: string | undefined;
  /** The day on which the offer is made: what a buyer pays ahead is due from then on. */
  today: Day;
  /** Prices that a reseller buys at, and not the buyer: nothing is due before the authorization is over. */
  resale?: { availabilityEnd: Day | undefined };
};

/** The most that the marketplace takes. */
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

export const typeOf = (type: string, { resale }: Asked): string => (resale ? `Resale${type}` : type);
export const currencyOf = ({ info }: Pick<Asked, 'info'>): string => info.currency || 'USD';

/** How many units of a commit are sold. */
export const countOf = ({ quantity, minimumUsers }: Commit): number => quantity || minimumUsers || 1;

/** An amount as the marketplace takes it: text, with so many decimals at most. */
export function money(amount: Decimal, places: number, pointer: string, report: Report): string {
  if (amount.isNegative())
    report.refuse('INVALID_PRICE_CHANGE', pointer, 'The marketplace takes no amounts below nothing.');
  if (amount.greaterThan(limits.amount))
    report.refuse(
      'INVALID_PRICE_CHANGE',
      pointer,
      `The marketplace takes no amounts above ${limits.amount.toLocaleString('en')}.`,
    );
  if (amount.decimalPlaces() > places)
    report.refuse('INCOMPATIBLE_RATES', pointer, `The marketplace takes at most ${places} decimals here.`);
  return amount.toFixed();
}
