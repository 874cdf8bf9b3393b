import type { SkuDiscount } from '../../marketplaces/records/index.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { priceModelFindings } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import type { OfferInfo } from '../records.ts';
import type { Check, Report } from './draft.ts';
import { longestOf, refuseBeyond } from './limits.ts';

/** Everything that is taken off in percent is between nothing and all, wherever an offer says it (R23, R26). */
export const checkDiscounts: Check = ({ info, offer }, report) => {
  refuseNoPercentage(report, '/info/discountPercentage', info.discountPercentage);
  if ((info.discountPercentage ?? 0) > 0 && !offer.productID && !namesListPrice(info))
    report.warn(`info.discountPercentage ${withoutListPrice}`);
  checkInstallments(info, report);
  checkSkuDiscounts(info.mkCSkuDiscounts, '/info/mkCSkuDiscounts', report);
  for (const [index, { discountPercentage, markupPercentage }] of (
    info.mkBPrivateOffer?.pricing ?? []
  ).entries()) {
    const pointer = `/info/mkBPrivateOffer/pricing/${index}`;
    refuseNoPercentage(report, `${pointer}/discountPercentage`, discountPercentage);
    if ((markupPercentage ?? 0) < 0) report.refuse(`${pointer}/markupPercentage`, 'must not be negative');
  }
  for (const [index, { percentageSave }] of (info.mkBPlanSoftwareReservations ?? []).entries())
    refuseNoPercentage(report, `/info/mkBPlanSoftwareReservations/${index}/percentageSave`, percentageSave);
  refuseNoPercentage(report, '/info/mkFOffer/discount', info.mkFOffer?.discount);
  checkBillableDimensions(info.billableDimensions ?? [], '/info/billableDimensions', report, info.currency);
};

const withoutListPrice =
  'is kept for display, but there is no price that it was taken from. Rates and amounts are those after the discount.';

/** Says whether an offer shows a price from before its discount. */
const namesListPrice = ({ mkBOriginalPlan, mkBPrivateOffer, mkCPlans, paymentInstallments }: OfferInfo) =>
  mkBOriginalPlan !== undefined ||
  (mkBPrivateOffer?.pricing ?? []).length > 0 ||
  (mkCPlans ?? []).length > 0 ||
  (paymentInstallments ?? []).some(({ originalAmount }) => originalAmount !== undefined);

function checkInstallments({ paymentInstallments = [] }: OfferInfo, report: Report): void {
  for (const [index, payment] of paymentInstallments.entries()) {
    const { discountPercentage, originalAmount, skuDiscounts } = payment;
    const pointer = `/info/paymentInstallments/${index}`;
    if ((discountPercentage ?? 0) > 0 && originalAmount === undefined)
      report.warn(`info.paymentInstallments.${index}.discountPercentage ${withoutListPrice}`);
    refuseNoPercentage(report, `${pointer}/discountPercentage`, discountPercentage);
    checkSkuDiscounts(skuDiscounts, `${pointer}/skuDiscounts`, report);
  }
}

/** The record is marketplace C's own: what of it is a percentage, its name says. */
function checkSkuDiscounts(discounts: readonly SkuDiscount[] = [], pointer: string, report: Report): void {
  for (const [index, discount] of discounts.entries())
    for (const [name, value] of Object.entries(discount))
      if (/percent|^discount$/i.test(name))
        refuseNoPercentage(report, `${pointer}/${index}/${name}`, percentOf(value));
}

/** A number, or one that marketplace C writes as text, or in whole units and billionths. */
function percentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim() === '' ? undefined : Number(value);
  if (typeof value !== 'object' || value === null || !('units' in value || 'nanos' in value))
    return undefined;
  const { units, nanos } = value as { units?: unknown; nanos?: unknown };
  return Number(units || 0) + Number(nanos || 0) / 1e9;
}

/** Prices, lengths and discounts of usage: one for each metric at most (R62). @param pointer to the list */
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
      report.refuseUnlessKept(`${place}/billableMetricId`, 'is the metric of another price');
    for (const { at, message } of priceModelFindings(dimension))
      report.refuseUnlessKept(`${place}${at}`, message);
    refuseBeyond(report, place, dimension, [['length', longestOf(timeUnit)]]);
    checkCoinsOf(dimension, place, report, currency || 'USD');
    if (discount?.discountType?.toUpperCase() === 'PERCENTAGE')
      refuseNoPercentage(report, `${place}/discount/value`, discount.value);
    else if ((discount?.value ?? 0) < 0) report.refuse(`${place}/discount/value`, 'must not be negative');
  }
}

/** Least amounts and discounts in money are charged and taken off as they stand (R42). */
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

/** Refuses what is no percentage; null and undefined are no value. */
export function refuseNoPercentage(report: Report, pointer: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && !(value >= 0 && value <= 100))
    report.refuse(pointer, 'must be a percentage from 0 to 100');
}
