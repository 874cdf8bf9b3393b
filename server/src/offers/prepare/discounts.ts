import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import { hasListPrice, type JsonObject, type Report, refuseNoPercentage } from '../../marketplaces/index.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { priceModelFindings } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import type { OfferInfo } from '../records.ts';
import type { Check } from './draft.ts';
import { longestOf, refuseBeyond } from './limits.ts';

/** Rejects discounts outside of 0 to 100 percent in the fields of all offers (R23), and invalid prices of metrics. */
export const checkDiscounts: Check = ({ info, offer }, report) => {
  refuseNoPercentage(report, '/info/discountPercentage', info.discountPercentage);
  if ((info.discountPercentage ?? 0) > 0 && !offer.productID && !namesListPrice(info))
    report.warn(`info.discountPercentage ${withoutListPrice}`);
  checkInstallments(info, report);
  checkBillableDimensions(info.billableDimensions ?? [], '/info/billableDimensions', report, info.currency);
};

const withoutListPrice =
  'is kept for display, but the offer has no list price. Rates and amounts are used as sent: they include the discount already.';

/** Returns whether an offer has a price before discount. */
const namesListPrice = (info: OfferInfo): boolean =>
  hasListPrice(info) ||
  (info.paymentInstallments ?? []).some(({ originalAmount }) => originalAmount !== undefined);

function checkInstallments({ paymentInstallments = [] }: OfferInfo, report: Report): void {
  for (const [index, payment] of paymentInstallments.entries()) {
    const { discountPercentage, originalAmount } = payment;
    const pointer = `/info/paymentInstallments/${index}`;
    if ((discountPercentage ?? 0) > 0 && originalAmount === undefined)
      report.warn(`info.paymentInstallments.${index}.discountPercentage ${withoutListPrice}`);
    refuseNoPercentage(report, `${pointer}/discountPercentage`, discountPercentage);
  }
}

/**
 * Checks usage prices by metric: price model, length and discount; at most one price per metric (R62).
 * @param pointer to the list
 */
export function checkBillableDimensions(
  dimensions: readonly BillableDimension[],
  pointer: string,
  report: Report,
  currency: string | undefined,
): void {
  for (const [index, dimension] of dimensions.entries()) {
    const { billableMetricId, discount, timeUnit } = dimension;
    const place = `${pointer}/${index}`;
    const same = dimensions.findIndex((other) => other.billableMetricId === billableMetricId);
    if (billableMetricId && same < index)
      report.refuseUnlessKept(`${place}/billableMetricId`, 'must not be the metric of another price');
    for (const { at, message } of priceModelFindings(dimension))
      report.refuseUnlessKept(`${place}${at}`, message);
    refuseBeyond(report, place, dimension, [['length', longestOf(timeUnit)]]);
    checkCoinsOf(dimension, place, report, currency || 'USD');
    if (discount?.discountType?.toUpperCase() === 'PERCENTAGE')
      refuseNoPercentage(report, `${place}/discount/value`, discount.value);
    else if ((discount?.value ?? 0) < 0) report.refuse(`${place}/discount/value`, 'must not be negative');
  }
}

/** Rejects minimum commits and absolute discounts with more decimals than the currency (R42). */
function checkCoinsOf(
  { discount, minimumCommit }: BillableDimension,
  place: string,
  report: Report,
  currency: string,
): void {
  const least = coinProblem(minimumCommit, currency);
  if (least) report.refuseUnlessKept(`${place}/minimumCommit`, least);
  const off = discount?.discountType?.toUpperCase() === 'ABSOLUTE' && coinProblem(discount.value, currency);
  if (off) report.refuseUnlessKept(`${place}/discount/value`, off);
}

/** Precision that represents the product of a rate and a percentage without rounding. */
const Exact = Decimal.clone({ precision: 60 });

type PriceEntry = { key?: string; planId?: string; rate?: number };

/** The lists of `info` that have list prices. */
const pricedLists = ['commits', 'dimensions'] as const;

/**
 * Derives prices from the current list prices and the discount of an offer: listRate × (1 − discount/100), exact (R23).
 * Returns only lists that change; entries without a list price in the currency of the offer are unchanged.
 */
export function repriced(info: JsonObject, listing: JsonObject, discount: number): JsonObject {
  if (info.currency && listing.currency && info.currency !== listing.currency) return {};
  const share = new Exact(100).minus(discount).dividedBy(100);
  const changed: JsonObject = {};
  for (const name of pricedLists) {
    const listed = (listing[name] ?? []) as PriceEntry[];
    const offered = (info[name] ?? []) as PriceEntry[];
    const next = offered.map((item) => {
      const listRate = rateOf(listed, item);
      return listRate === undefined ? item : { ...item, rate: share.times(listRate).toNumber() };
    });
    if (!isDeepStrictEqual(next, offered)) changed[name] = next;
  }
  return changed;
}

/** Finds the list price with the same key. If both prices name a plan, the plans must be equal. */
const rateOf = (listed: readonly PriceEntry[], { key, planId }: PriceEntry): number | undefined =>
  key === undefined
    ? undefined
    : listed.find((item) => item.key === key && (!item.planId || !planId || item.planId === planId))?.rate;
