import type { Finding } from '../../platform/errors.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import { type Check, isSet } from './draft.ts';
import { namedBy, relations } from './named.ts';

/** The warning that an offer, or one of its commits, is sold for nothing. */
export const noPrice = 'No price: the buyer is charged nothing.';

type Prices = Pick<OfferInfo, 'commits' | 'dimensions'>;

/** Fields that hold a price as a whole: those of marketplaces, whose records have prices of their own form. */
const pricedFields = [
  'billableDimensions',
  'mkBOriginalPlan',
  'mkBPlanSoftwareReservations',
  'mkBPrivateOffer',
  'mkBProductVariant',
  'mkCFeatures',
  'mkCMetrics',
  'mkCPlans',
  'mkCPrivateOffer',
  'mkCResellerPrivateOfferPlan',
  'mkCSkuDiscounts',
  'mkCUsagePlanPriceModel',
  'mkEOffer',
  'mkFOffer',
] as const satisfies readonly (keyof OfferInfo)[];

const hasRates = ({ commits = [], dimensions = [] }: Prices): boolean =>
  commits.some(({ rate }) => isSet(rate)) ||
  dimensions.some(({ rate, priceTiers }) => isSet(rate) || isSet(priceTiers));

/** Says whether an offer names a price, if only 0, or builds on something that has one. */
export const namesPrice = (offer: WorkloadOffer): boolean => {
  const { info = {}, metaInfo = {} } = offer;
  return (
    hasRates(info) ||
    (info.paymentInstallments ?? []).some(({ amount }) => isSet(amount)) ||
    pricedFields.some((name) => isSet(info[name])) ||
    isSet(metaInfo.discount) ||
    isSet(metaInfo.privatePlans) ||
    relations.some((relation) => namedBy(offer, relation) !== undefined)
  );
};

/** Names commits without a rate. @param pointer to the list */
export const unpricedCommits = (commits: readonly CommitDimension[], pointer: string): Finding[] =>
  commits.flatMap(({ rate }, index) =>
    isSet(rate) ? [] : [{ pointer: `${pointer}/${index}/rate`, message: noPrice }],
  );

/** A question as the warning of a record. */
export const asWarning = ({ pointer, message }: Finding): string => `${pointer}: ${message}`;

/**
 * Questions commits without a rate, and private offers without any price: a misspelled field would make a sale worth
 * nothing. The committed amount of an offer is for display (R35), and no price.
 */
export const checkPrice: Check = ({ info, isPrivate, offer }, report, { product }) => {
  const unpriced = unpricedCommits(info.commits ?? [], '/info/commits');
  for (const { pointer, message } of unpriced) report.question(pointer, message);
  if (!isPrivate || unpriced.length > 0 || namesPrice(offer)) return;
  if (!product || !hasRates(product)) report.question('/info/commits', noPrice);
};
