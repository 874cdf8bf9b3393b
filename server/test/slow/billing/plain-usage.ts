/**
 * An independent calculation of usage lines with price model, discount and minimum amount, in integer
 * fractions. It shares no code with the service.
 */
import { bulkCost, type PlainTier, tieredCost, volumeCost } from '../../billing/plain-prices.ts';

/** A price model; prices are in hundred-millionths of the currency, percentages in basis points. */
export type PlainPrice =
  | { model: 'basic'; price: number }
  | { model: 'tiered' | 'volume' | 'tiered-percentage'; tiers: PlainTier[] }
  | { model: 'bulk'; size: number; price: number }
  | { model: 'percentage'; basisPoints: number; fee: number }
  | { model: 'matrix'; price: number; of: Readonly<Record<string, number>> };

export type PlainDimension = PlainPrice & {
  discount?: { isPercent: boolean; value: number } | undefined;
  /** Minimum amount in cents. */
  minimum?: { cents: number; isProrated: boolean; isOfGroups: boolean } | undefined;
};
export type PlainDays = { part: number; period: number; whole: number };
/** A usage line, with the quantity in hundredths of a unit and the amount in cents. */
export type PlainLine = { name: string; group: string; quantity: bigint; amount: bigint };

type Fraction = { over: bigint; under: bigint };
/** Value of a cent in the unit of a product of quantity (hundredths) and price (hundred-millionths). */
const perCent = 10n ** 8n;
const more = (one: Fraction, other: Fraction): Fraction =>
  one.over * other.under >= other.over * one.under ? one : other;
const rounded = ({ over, under }: Fraction): bigint => (2n * over + under) / (2n * under);

function costOf(price: PlainPrice, quantity: bigint, group: string): bigint {
  if (quantity === 0n) return 0n;
  switch (price.model) {
    case 'basic':
      return quantity * BigInt(price.price);
    case 'tiered':
    case 'tiered-percentage':
      return tieredCost(price.tiers, quantity);
    case 'volume':
      return volumeCost(price.tiers, quantity);
    case 'bulk':
      return bulkCost(price.size, BigInt(price.price), quantity);
    case 'percentage':
      return quantity * BigInt(price.basisPoints) * 10_000n + BigInt(price.fee) * 100n;
    case 'matrix':
      return quantity * BigInt(price.of[group] ?? price.price);
  }
}

function discounted(costs: readonly bigint[], discount: PlainDimension['discount']): Fraction[] {
  if (!discount) return costs.map((over) => ({ over, under: perCent }));
  if (discount.isPercent)
    return costs.map((cost) => ({ over: cost * BigInt(100 - discount.value), under: perCent * 100n }));
  let left = BigInt(discount.value) * 100n * perCent;
  return costs.map((cost) => {
    const off = left < cost ? left : cost;
    left -= off;
    return { over: cost - off, under: perCent };
  });
}

function minimumOf({ minimum }: PlainDimension, { part, period, whole }: PlainDays): Fraction | undefined {
  if (!minimum) return undefined;
  const all = minimum.isProrated ? whole : period;
  return part < all
    ? { over: BigInt(minimum.cents * part), under: BigInt(all) }
    : { over: BigInt(minimum.cents), under: 1n };
}

/**
 * Returns the lines of a metric in a part of a period, by group. A metric without groups always has one line.
 */
export function countedLines(
  dimension: PlainDimension,
  counted: ReadonlyMap<string, bigint>,
  days: PlainDays,
): PlainLine[] {
  const isGrouped = dimension.model === 'matrix';
  const groups = isGrouped ? [...counted.keys()].sort() : [''];
  const quantities = groups.map((group) => counted.get(group) ?? 0n);
  const costs = quantities.map((quantity, index) => costOf(dimension, quantity, groups[index] as string));
  const minimum = minimumOf(dimension, days);
  const isOfEach = minimum && (groups.length === 1 || dimension.minimum?.isOfGroups);
  const lines = discounted(costs, dimension.discount).map((cost, index) => ({
    name: 'Counted',
    group: groups[index] as string,
    quantity: quantities[index] as bigint,
    amount: rounded(isOfEach ? more(cost, minimum) : cost),
  }));
  if (!minimum || isOfEach || dimension.minimum?.isOfGroups) return lines;
  const missing = rounded(minimum) - lines.reduce((sum, { amount }) => sum + amount, 0n);
  return missing > 0n ? [...lines, { name: 'Counted', group: '', quantity: 0n, amount: missing }] : lines;
}

/** Returns the line of a dimension with a unit price. */
export const unitLines = (quantity: bigint, price: number): PlainLine[] =>
  quantity === 0n
    ? []
    : [
        {
          name: 'GPU',
          group: '',
          quantity,
          amount: rounded({ over: quantity * BigInt(price), under: perCent }),
        },
      ];
