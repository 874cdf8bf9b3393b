import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { priceModelFindings } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { type Fee, feesOf, type Properties, total } from './models.ts';

/** Usage in a billing period with equal values of the metric’s grouping properties. */
export type GroupUsage = { groupBysExpression: string; properties: Properties; quantity: Exact };

/** Invoice line for usage. Only `amount`, the charged amount, is rounded. */
export type UsageLine = {
  groupBysExpression: string;
  quantity: Exact;
  fees: Fee[];
  /** Amount of the discount. */
  discount: Exact;
  /** Minimum that applies to this line, if any. */
  minimum: Exact | undefined;
  amount: Exact;
};

/**
 * Prices the usage of a dimension in a billing period: the price model, then the discount, then the minimum.
 * Each group has its own line, rounded once. If a minimum applies to all groups together and the sum of their
 * lines is lower, an extra line adds the difference.
 * @param usage counted usage; a metric without groups always has one entry, with quantity 0 if nothing was
 * used
 * @throws RangeError if the price is invalid, which is possible for a price stored before prices were
 * validated
 */
export function usageLines(
  dimension: BillableDimension,
  usage: readonly GroupUsage[],
  currency: string,
  terms: MinimumTerms,
): UsageLine[] {
  const [wrong] = priceModelFindings(dimension);
  if (wrong) throw new RangeError(`the price of ${dimension.name ?? 'usage'}: ${wrong.at} ${wrong.message}`);
  const minimum = minimumOf(dimension, terms);
  const ofEach = usage.length === 1 || isOfGroups(dimension) ? minimum : undefined;
  const fees = usage.map((group) => feesOf(dimension, group));
  const prices = fees.map((list) => total(list.map(({ amount }) => amount)));
  const discounts = discountsOn(prices, dimension.discount);
  const lines = usage.map(({ groupBysExpression, quantity }, index): UsageLine => {
    const discount = discounts[index] as Exact;
    const left = (prices[index] as Exact).minus(discount);
    const amount = roundTo(currency, Exact.max(left, ofEach ?? 0));
    return { groupBysExpression, quantity, fees: fees[index] as Fee[], discount, minimum: ofEach, amount };
  });
  return ofEach || !minimum || isOfGroups(dimension)
    ? lines
    : [...lines, ...minimumLines(lines, minimum, currency)];
}

const isOfGroups = ({ minimumCommitScope }: BillableDimension): boolean =>
  minimumCommitScope?.toUpperCase() === 'DIMENSION_GROUP_BY';

/** Creates the line for the difference between all lines and the minimum. */
function minimumLines(lines: readonly UsageLine[], minimum: Exact, currency: string): UsageLine[] {
  const amount = roundTo(currency, minimum).minus(total(lines.map((line) => line.amount)));
  const nothing = { groupBysExpression: '', quantity: new Exact(0), fees: [], discount: new Exact(0) };
  return amount.greaterThan(0) ? [{ ...nothing, minimum, amount }] : [];
}

/** Numbers of days: of the billed part of a period, of the period, and of the whole period. */
export type PeriodDays = { part: number; period: number; whole: number };

export type MinimumTerms = {
  /** Whether the sale is direct. Minimums apply to direct sales only (R62). */
  isDirect: boolean;
  days: PeriodDays;
};

/**
 * Computes the exact minimum for a part of a period; undefined if it is 0 or less. With
 * `minimumCommitProrata` it is prorated by the active days of the period. The minimum of a part of a period
 * is always prorated, so that a change in mid-period does not double it.
 */
function minimumOf(
  { minimumCommit, minimumCommitProrata }: BillableDimension,
  { isDirect, days: { part, period, whole } }: MinimumTerms,
): Exact | undefined {
  if (!isDirect || !minimumCommit || minimumCommit <= 0) return undefined;
  const minimum = new Exact(minimumCommit);
  const all = minimumCommitProrata ? whole : period;
  return part < all ? minimum.times(part).dividedBy(all) : minimum;
}

export type Discount = NonNullable<BillableDimension['discount']>;

/**
 * Computes the exact discount on each of several amounts, at most the amount itself. A percentage applies to
 * each amount; an absolute discount is applied once, across the amounts in order.
 */
export function discountsOn(amounts: readonly Exact[], discount: Discount | undefined): Exact[] {
  const value = Exact.max(0, discount?.value ?? 0);
  if (discount?.discountType?.toUpperCase() === 'PERCENTAGE')
    return amounts.map((amount) => Exact.min(amount, amount.times(value).dividedBy(100)));
  return amounts.map((amount, index) => {
    const left = value.minus(total(amounts.slice(0, index)));
    return Exact.max(0, Exact.min(amount, left));
  });
}
