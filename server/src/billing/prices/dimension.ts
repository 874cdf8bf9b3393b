import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { priceModelFindings } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { discountsOn } from './discount.ts';
import { type Fee, total } from './fee.ts';
import type { Properties } from './matrix.ts';
import { type MinimumTerms, minimumOf } from './minimum.ts';
import { feesOf } from './price.ts';

/** What was used in a billing period with the same values of the properties that the metric groups by. */
export type GroupUsage = { groupBysExpression: string; properties: Properties; quantity: Exact };

/** A line of an invoice: what usage costs. Only `amount` is rounded, and it is what counts. */
export type UsageLine = {
  groupBysExpression: string;
  quantity: Exact;
  fees: Fee[];
  /** What was taken off. */
  discount: Exact;
  /** The least amount, where one holds for this line. */
  minimum: Exact | undefined;
  amount: Exact;
};

/**
 * Prices the usage of a dimension in a billing period: the model, then the discount, then the least amount. Each combination of
 * the properties that the metric groups by is priced by itself, and is a line, rounded once. A least amount of the
 * dimension that its lines do not come to is a line of its own, where there is not just one line.
 * @param usage what was counted; of a metric that groups by nothing always one, of 0 where nothing was
 * @throws RangeError when the price is none, as one that was stored before prices were checked may be
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
    : [...lines, ...missing(lines, minimum, currency)];
}

const isOfGroups = ({ minimumCommitScope }: BillableDimension): boolean =>
  minimumCommitScope?.toUpperCase() === 'DIMENSION_GROUP_BY';

/** The line of what all lines together lack. */
function missing(lines: readonly UsageLine[], minimum: Exact, currency: string): UsageLine[] {
  const amount = roundTo(currency, minimum).minus(total(lines.map((line) => line.amount)));
  const nothing = { groupBysExpression: '', quantity: new Exact(0), fees: [], discount: new Exact(0) };
  return amount.greaterThan(0) ? [{ ...nothing, minimum, amount }] : [];
}
