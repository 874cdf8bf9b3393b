import { Exact } from '../../platform/money-and-time/exact.ts';
import { type PriceCategory, priceCategoryOf, priceModels } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';

/** Record that contains the price of a category. */
type ModelOf<Category extends PriceCategory> = NonNullable<BillableDimension[(typeof priceModels)[Category]]>;

/** Part of the cost of usage on an invoice: a count at a price. Exact. */
export type Fee = {
  kind: 'UNITS' | 'PACKAGES' | 'BASIS_POINTS' | 'FLAT_FEE';
  count: Exact;
  /** Price per unit, package or flat fee; for basis points, the rate. */
  price: Exact;
  amount: Exact;
};

const hundredPercent = 10_000;

const unitsFee = (count: Exact, price: number | undefined): Fee => fee('UNITS', count, price);
const packagesFee = (count: Exact, price: number | undefined): Fee => fee('PACKAGES', count, price);

/** Percentage fee on an amount, in basis points. */
function shareFee(count: Exact, basisPoints: number | undefined): Fee {
  const { amount, ...rest } = fee('BASIS_POINTS', count, basisPoints);
  return { ...rest, amount: amount.dividedBy(hundredPercent) };
}

/** Fee that is charged once; empty if the price is zero. */
const flatFees = (price: number | undefined): Fee[] => (price ? [fee('FLAT_FEE', new Exact(1), price)] : []);

function fee(kind: Fee['kind'], count: Exact, given: number | undefined): Fee {
  const price = new Exact(given ?? 0);
  return { kind, count, price, amount: count.times(price) };
}

export const total = (amounts: readonly Exact[]): Exact =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0));

type Bounds = { firstUnit?: number | undefined; lastUnit?: number | undefined };

/**
 * Computes the quantity within each tier that is reached. A tier includes its lower bound and excludes its
 * upper bound.
 */
const reachedTiers = <Tier extends Bounds>(
  tiers: readonly Tier[],
  quantity: Exact,
): { tier: Tier; count: Exact }[] =>
  tiers.flatMap((tier) => {
    const first = new Exact(tier.firstUnit ?? 0);
    const end = Exact.min(quantity, tier.lastUnit ?? quantity);
    return end.greaterThan(first) ? [{ tier, count: end.minus(first) }] : [];
  });

/** Fee of the basic model: every unit has the same price. */
const basicFees = ({ unitAmount }: ModelOf<'basic'>, quantity: Exact): Fee[] => [
  unitsFee(quantity, unitAmount),
];

/** Fee of the bulk model: a price for each package; a partially used package is charged in full. */
const bulkFees = ({ bulkAmount, bulkSize }: ModelOf<'bulk'>, quantity: Exact): Fee[] => [
  packagesFee(quantity.dividedBy(new Exact(bulkSize ?? 1)).ceil(), bulkAmount),
];

/**
 * Fees of the volume model: all units have the price of the bracket that contains their total. A bracket
 * includes its upper bound.
 */
function volumeFees({ tiers = [] }: ModelOf<'volume'>, quantity: Exact): Fee[] {
  const bracket = tiers.find(
    ({ maximumUnits }) => typeof maximumUnits !== 'number' || quantity.lessThanOrEqualTo(maximumUnits),
  );
  return bracket ? [unitsFee(quantity, bracket.unitAmount), ...flatFees(bracket.flatFee)] : [];
}

/** Fees of the tiered model: each unit at the price of its tier, and the flat fee of each tier reached. */
const tieredFees = ({ tiers = [] }: ModelOf<'tiered'>, quantity: Exact): Fee[] =>
  reachedTiers(tiers, quantity).flatMap(({ tier, count }) => [
    unitsFee(count, tier.unitAmount),
    ...flatFees(tier.flatFee),
  ]);

/**
 * Fees of the percentage model: a percentage of the reported amount, in basis points (R62), and a flat fee.
 */
const percentageFees = ({ percentageRate, flatFee }: ModelOf<'percentage'>, amount: Exact): Fee[] => [
  shareFee(amount, percentageRate),
  ...flatFees(flatFee),
];

/**
 * Fees of the tiered percentage model: a percentage of the amount within each tier, and the flat fee of each
 * tier reached.
 */
const tieredPercentageFees = ({ tiers = [] }: ModelOf<'tiered-percentage'>, amount: Exact): Fee[] =>
  reachedTiers(tiers, amount).flatMap(({ tier, count }) => [
    shareFee(count, tier.percentageRate),
    ...flatFees(tier.flatFee),
  ]);

type Group = NonNullable<ModelOf<'matrix'>['matrix']>[number];
export type Properties = Readonly<Record<string, string>>;

const fits = ({ properties = [] }: Group, usage: Properties): boolean =>
  properties.every(({ name = '', value = '' }) => Object.hasOwn(usage, name) && usage[name] === value);

/**
 * Fee of the matrix model. The matching group with the most properties, or the first of several such groups,
 * determines the unit price. Without a match, the default price applies.
 */
function matrixFees(
  { matrix = [], defaultUnitAmount }: ModelOf<'matrix'>,
  quantity: Exact,
  properties: Properties,
): Fee[] {
  const count = (group: Group) => group.properties?.length ?? 0;
  const [closest] = matrix
    .filter((group) => fits(group, properties))
    .sort((one, other) => count(other) - count(one));
  return [unitsFee(quantity, closest ? closest.unitAmount : defaultUnitAmount)];
}

type PricedUsage = { quantity: Exact; properties: Properties };

const feesIn: {
  [Category in PriceCategory]: (model: ModelOf<Category>, quantity: Exact, properties: Properties) => Fee[];
} = {
  basic: basicFees,
  tiered: tieredFees,
  bulk: bulkFees,
  volume: volumeFees,
  percentage: percentageFees,
  'tiered-percentage': tieredPercentageFees,
  matrix: matrixFees,
};

function feesOfModel<Category extends PriceCategory>(
  category: Category,
  dimension: BillableDimension,
  { quantity, properties }: PricedUsage,
): Fee[] {
  return feesIn[category](dimension[priceModels[category]] as ModelOf<Category>, quantity, properties);
}

/**
 * Computes the fees for usage by its price model. Without usage the result is empty in every model, and flat
 * fees do not apply.
 */
export function feesOf(dimension: BillableDimension, usage: PricedUsage): Fee[] {
  if (usage.quantity.isNegative() && !usage.quantity.isZero())
    throw new RangeError(`usage of ${usage.quantity} cannot be priced`);
  const category = priceCategoryOf(dimension);
  return category === undefined || usage.quantity.isZero() ? [] : feesOfModel(category, dimension, usage);
}
