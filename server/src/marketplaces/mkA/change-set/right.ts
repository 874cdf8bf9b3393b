import { Decimal } from 'decimal.js';
import { type Day, dayOf, durationOf, wholeDuration } from './days.ts';
import type { Commit, OfferTerms } from './offer-terms.ts';
import { countOf, currencyOf } from './price-facts.ts';

/** Limits that an authorization sets for the reseller's offers. */
export type Right = {
  currency: string | undefined;
  /** Accounts of the allowed buyers; empty if all accounts are allowed. */
  buyers: readonly string[];
  /** Agreement durations: one, or several among which the buyer chooses; empty for usage prices only. */
  lengths: readonly string[];
  /** Items granted at a fixed price. */
  granted: readonly { key: string; quantity: number }[];
  /** Payments of the reseller; the day is undefined if the date is unknown. */
  payments: readonly { day: Day | undefined; amount: Decimal }[];
  /** Selectable prices, by duration and dimension. */
  prices: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  /** Maximum payment terms of the buyer, in days. */
  netDays: number | undefined;
  latestStart: Day | undefined;
};

/**
 * Reads an authorization from the fields of an offer's info, if the marketplace's own terms are not
 * available.
 */
export function rightOfTerms(info: OfferTerms): Right {
  const { commits = [], dimensions = [], netTermsInDays } = info;
  const isPriced = commits.length > 0 || dimensions.length > 0;
  const agreed = wholeDuration(info.mkAAgreementDuration ?? '');
  const lengthOf = (commit: Commit) => durationOf(commit) ?? agreed;
  const isChosen = buyerChooses(commits);
  const lengths = [agreed, ...commits.map(lengthOf)].flatMap((length) => length ?? []);
  return {
    currency: isPriced ? currencyOf({ info }) : undefined,
    buyers: info.buyerMkAAccountIds ?? [],
    lengths: isChosen
      ? [...new Set(commits.flatMap((commit) => lengthOf(commit) ?? []))]
      : lengths.slice(0, 1),
    granted: isChosen ? [] : commits.map((commit) => ({ key: keyOf(commit), quantity: countOf(commit) })),
    payments: isChosen || commits.length === 0 ? [] : paymentsOf(info),
    prices: isChosen ? pricesOf(commits, lengthOf) : new Map(),
    netDays: netTermsInDays,
    latestStart: undefined,
  };
}

const keyOf = ({ key, name }: Commit): string => key ?? name ?? '';

/** Returns whether the buyer chooses quantities or one of several durations. */
const buyerChooses = (commits: readonly Commit[]): boolean =>
  commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable) ||
  new Set(commits.map(keyOf)).size < commits.length;

function pricesOf(
  commits: readonly Commit[],
  lengthOf: (commit: Commit) => string | undefined,
): Right['prices'] {
  const prices = new Map<string, Map<string, Decimal>>();
  for (const commit of commits) {
    const length = lengthOf(commit);
    if (length === undefined) continue;
    const card = prices.get(length) ?? new Map<string, Decimal>();
    prices.set(length, card.set(keyOf(commit), new Decimal(commit.rate ?? 0)));
  }
  return prices;
}

/** Returns the dated payments, or one payment for all commits without a date. */
function paymentsOf({ commits = [], paymentInstallments = [] }: OfferTerms): Right['payments'] {
  if (paymentInstallments.length > 0)
    return paymentInstallments.map(({ amount, chargeOn }) => ({
      day: chargeOn ? dayOf(chargeOn) : undefined,
      amount: new Decimal(amount ?? 0),
    }));
  const total = commits.reduce(
    (sum, commit) => sum.plus(new Decimal(commit.rate ?? 0).times(countOf(commit))),
    new Decimal(0),
  );
  return [{ day: undefined, amount: total }];
}
