import { Exact } from '../../platform/money-and-time/exact.ts';
import { splitSendable, unitsCovered } from './cover.ts';
import { type IncludedUnits, type PeriodUnit, periodStart, type TermStart } from './included.ts';

/** The rules of a dimension for the settlement of its usage. */
export type DimensionRules = {
  price: Exact | undefined;
  listPrice: Exact | undefined;
  included: readonly IncludedUnits[];
  /** Whether the marketplace accepts whole units only. */
  isWhole: boolean;
  category: string | undefined;
};

/** The rules of a term for the settlement of its usage. */
export type TermRules = TermStart & {
  /** Whether usage is charged only above the commit (R61). */
  deductsCommit: boolean;
  /** Whether usage above the commit is charged at the list price. */
  excessAtListPrice: boolean;
  /**
   * Whether the remaining usage is sent to a marketplace. For a direct sale, the remaining usage is billed
   * with all decimals.
   */
  isSent: boolean;
};

/** The remaining credit and commit of a term, its carried units and its used included units. */
export type TermBalance = {
  /** Remaining credit, including available credit of other terms. */
  credit: Exact;
  /** Remaining commit. */
  commit: Exact;
  hasCommit: boolean;
  carry: ReadonlyMap<string, Exact>;
  /** Used units by `includedKey`. */
  included: ReadonlyMap<string, Exact>;
};

export const includedKey = (dimension: string, unit: PeriodUnit, start: string): string =>
  JSON.stringify([dimension, unit, start]);

/** The units of a dimension that were used in an hour, or in the term’s part of the hour. */
export type Usage = { hour: string; dimension: string; units: Exact };

/** The settlement of the units of one hour and dimension. */
export type Step = {
  hour: string;
  dimension: string;
  units: Exact;
  included: readonly { unit: PeriodUnit; start: string; units: Exact }[];
  credit: Exact;
  commit: Exact;
  /** Units added by the list price; negative if the list price is lower. */
  listPrice: Exact;
  /** Units not covered by included units, credit or commit, before the list price. */
  excess: Exact;
  carryBefore: Exact;
  carry: Exact;
  /** Units that are sent or billed. */
  sent: Exact;
  price: Exact | undefined;
  isUnpriced: boolean;
};

/**
 * Settles the usage of one term in the given order. Included units are consumed first, then credit, then
 * commit. The remaining usage is sent; fractions that are too small to send are carried. A pure function.
 */
export function settle(
  rules: TermRules,
  dimensionOf: (key: string) => DimensionRules,
  before: TermBalance,
  usage: readonly Usage[],
): { steps: Step[]; after: TermBalance } {
  const after = { ...before, carry: new Map(before.carry), included: new Map(before.included) };
  const steps = usage.map((used) => {
    const step = settleOne(rules, dimensionOf(used.dimension), after, used);
    for (const { unit, start, units } of step.included) {
      const key = includedKey(used.dimension, unit, start);
      after.included.set(key, units.plus(after.included.get(key) ?? 0));
    }
    after.credit = minus(after.credit, money(step.credit, step.price));
    after.commit = minus(after.commit, money(step.commit, step.price));
    after.carry.set(used.dimension, step.carry);
    return step;
  });
  return { steps, after };
}

const zero = new Exact(0);

/** Returns the amount of units at a price; zero without a price. */
export const money = (units: Exact, price: Exact | undefined): Exact =>
  price === undefined || units.isZero() ? zero : units.times(price);

/** Returns the total amount of a part of the units of all steps. */
export const moneyOf = (steps: readonly Step[], unitsOf: (step: Step) => Exact): Exact => {
  let sum = zero;
  for (const step of steps) sum = plus(sum, money(unitsOf(step), step.price));
  return sum;
};

/** Adds numbers and skips zeros, because most terms of these sums are zero. */
const plus = (one: Exact, other: Exact): Exact =>
  other.isZero() ? one : one.isZero() ? other : one.plus(other);
const minus = (one: Exact, other: Exact): Exact => (other.isZero() ? one : one.minus(other));

function settleOne(
  rules: TermRules,
  dimension: DimensionRules,
  standing: TermBalance,
  { hour, dimension: key, units }: Usage,
): Step {
  const { price } = dimension;
  const included = includedUnits(rules, dimension, standing, { hour, dimension: key, units });
  const charged = included.reduce((left, one) => left.minus(one.units), units);
  const credit = unitsCovered(charged, standing.credit, price);
  const beyondCredit = minus(charged, credit);
  const commit = rules.deductsCommit ? unitsCovered(beyondCredit, standing.commit, price) : zero;
  const excess = minus(beyondCredit, commit);
  const listPrice = addedByListPrice(rules, dimension, standing, excess);
  const carryBefore = standing.carry.get(key) ?? zero;
  const left = plus(excess, listPrice);
  const { sent, carry } = rules.isSent
    ? splitSendable(plus(left, carryBefore), dimension.isWhole)
    : { sent: left, carry: carryBefore };
  const hasMoney = standing.credit.greaterThan(0) || (rules.deductsCommit && standing.commit.greaterThan(0));
  return {
    hour,
    dimension: key,
    units,
    included,
    credit,
    commit,
    listPrice,
    excess,
    carryBefore,
    carry,
    sent,
    price,
    isUnpriced: price === undefined && hasMoney && charged.greaterThan(0),
  };
}

function includedUnits(
  { start: begin, agreed }: TermRules,
  { included }: DimensionRules,
  standing: TermBalance,
  { hour, dimension, units }: Usage,
): Step['included'] {
  let left = units;
  return included.flatMap(({ unit, quantity }) => {
    if (!left.greaterThan(0)) return [];
    const start = periodStart({ start: begin, agreed }, unit, hour);
    const used = standing.included.get(includedKey(dimension, unit, start)) ?? new Exact(0);
    const free = quantity === 'infinite' ? left : Exact.max(0, quantity.minus(used));
    const taken = Exact.min(left, free);
    left = left.minus(taken);
    return taken.greaterThan(0) ? [{ unit, start, units: taken }] : [];
  });
}

/** Number of decimals to which units adjusted by the list price are rounded down. */
const listPriceDigits = 12;

function addedByListPrice(
  rules: TermRules,
  { price, listPrice }: DimensionRules,
  { hasCommit }: TermBalance,
  excess: Exact,
): Exact {
  const applies = rules.deductsCommit && rules.excessAtListPrice && hasCommit;
  if (!applies || !price?.greaterThan(0) || listPrice === undefined) return zero;
  const adjusted = excess
    .times(listPrice)
    .dividedBy(price)
    .toDecimalPlaces(listPriceDigits, Exact.ROUND_DOWN);
  return adjusted.minus(excess);
}
