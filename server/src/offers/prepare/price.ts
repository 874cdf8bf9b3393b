import { isSet, type JsonObject, pricedFields, relations } from '../../marketplaces/index.ts';
import type { Finding } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import type { Check } from './draft.ts';
import { namedBy } from './relations.ts';

/** Warning for an offer or commit without a price. */
export const noPrice = 'No price: the buyer is not charged.';

type Prices = Pick<OfferInfo, 'commits' | 'dimensions'>;

const hasRates = ({ commits = [], dimensions = [] }: Prices): boolean =>
  commits.some(({ rate }) => isSet(rate)) ||
  dimensions.some(({ rate, priceTiers }) => isSet(rate) || isSet(priceTiers));

/** Returns whether an offer has a price, even 0, or is based on an offer or agreement with a price. */
export const namesPrice = (offer: WorkloadOffer): boolean => {
  const { info = {}, metaInfo = {} } = offer;
  return (
    hasRates(info) ||
    (info.paymentInstallments ?? []).some(({ amount }) => isSet(amount)) ||
    isSet(info.billableDimensions) ||
    pricedFields.some((name) => isSet((info as JsonObject)[name])) ||
    isSet(metaInfo.discount) ||
    isSet(metaInfo.privatePlans) ||
    relations.some((relation) => namedBy(offer, relation) !== undefined)
  );
};

/**
 * Finds commits without a rate.
 * @param pointer to the list
 */
export const unpricedCommits = (commits: readonly CommitDimension[], pointer: string): Finding[] =>
  commits.flatMap(({ rate }, index) =>
    isSet(rate) ? [] : [{ pointer: `${pointer}/${index}/rate`, message: noPrice }],
  );

/** Formats a question as a warning. */
export const asWarning = ({ pointer, message }: Finding): string => `${pointer}: ${message}`;

/**
 * Warns about commits without a rate and private offers without any price, because a misspelled field would
 * make a sale free. The committed amount is only displayed (R35) and does not count as a price.
 */
export const checkPrice: Check = ({ info, isPrivate, offer }, report, { product }) => {
  const unpriced = unpricedCommits(info.commits ?? [], '/info/commits');
  for (const { pointer, message } of unpriced) report.question(pointer, message);
  if (!isPrivate || unpriced.length > 0 || namesPrice(offer)) return;
  if (!product || !hasRates(product)) report.question('/info/commits', noPrice);
};

/**
 * Rejects amounts with more decimals than their currency, if they are charged without rounding; rates may have more
 * (R42).
 */
export const checkCoins: Check = ({ info }, report) => {
  const { commitAmount, currency, paymentInstallments = [] } = info;
  const amounts = [
    { pointer: '/info/commitAmount', amount: commitAmount },
    ...paymentInstallments.map(({ amount }, index) => ({
      pointer: `/info/paymentInstallments/${index}/amount`,
      amount,
    })),
  ];
  for (const { pointer, amount } of amounts) {
    const problem = coinProblem(amount, currency || 'USD');
    if (problem) report.refuseUnlessKept(pointer, problem);
  }
};
