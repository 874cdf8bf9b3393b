import { Exact } from '../../platform/money-and-time/exact.ts';
import { covered, sendable } from './cover.ts';
import { type Included, type PeriodUnit, periodStart, type TermStart } from './included.ts';

/** The terms of a dimension by which its usage is settled. */
export type DimensionRules = {
  price: Exact | undefined;
  listPrice: Exact | undefined;
  included: readonly Included[];
  /** Whether the marketplace takes whole units only. */
  isWhole: boolean;
  category: string | undefined;
};

/** The terms of a term by which its usage is settled. */
export type TermRules = TermStart & {
  /** Whether usage is charged only above the commit (R61). */
  deductsCommit: boolean;
  /** Whether what goes beyond the commit is charged at the list price. */
  excessAtListPrice: boolean;
  /** Whether a marketplace is sent what is left; of a direct sale it is billed, with every digit. */
  isSent: boolean;
};

/** How far a term's credit, commit, included units and carry are used up. */
export type Standing = {
  /** What is left of the credit; that of other terms which it may draw on too. */
  credit: Exact;
  /** What is left of the commit. */
  commit: Exact;
  hasCommit: boolean;
  carry: ReadonlyMap<string, Exact>;
  /** Used units by `includedKey`. */
  included: ReadonlyMap<string, Exact>;
};

export const includedKey = (dimension: string, unit: PeriodUnit, start: string): string =>
  JSON.stringify([dimension, unit, start]);

/** Units of a dimension that were used in an hour, or in the part of it that the term has. */
export type Usage = { hour: string; dimension: string; units: Exact };

/** What became of the units of one hour and dimension. */
export type Step = {
  hour: string;
  dimension: string;
  units: Exact;
  included: readonly { unit: PeriodUnit; start: string; units: Exact }[];
  credit: Exact;
  commit: Exact;
  /** Units that the list price adds, or takes away where it is lower. */
  listPrice: Exact;
  /** Units that go beyond everything else, before the list price. */
  excess: Exact;
  carryBefore: Exact;
  carry: Exact;
  /** Units that are sent, or billed. */
  sent: Exact;
  price: Exact | undefined;
  isUnpriced: boolean;
};

/**
 * Settles the usage of one term, in the order in which it is given: included units first, then credit, then commit; what
 * is left is sent, and what is too small to be sent is carried. Values in, values out.
 */
export function settle(
  rules: TermRules,
  dimensionOf: (key: string) => DimensionRules,
  before: Standing,
  usage: readonly Usage[],
): { steps: Step[]; after: Standing } {
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

/** The amount of so many units; nothing without a price. */
export const money = (units: Exact, price: Exact | undefined): Exact =>
  price === undefined || units.isZero() ? zero : units.times(price);

/** The amount of a part of the units of all steps. */
export const moneyOf = (steps: readonly Step[], unitsOf: (step: Step) => Exact): Exact => {
  let sum = zero;
  for (const step of steps) sum = plus(sum, money(unitsOf(step), step.price));
  return sum;
};

/** Most of what a unit can become is nothing of it: no arithmetic is done with that. */
const plus = (one: Exact, other: Exact): Exact =>
  other.isZero() ? one : one.isZero() ? other : one.plus(other);
const minus = (one: Exact, other: Exact): Exact => (other.isZero() ? one : one.minus(other));

function settleOne(
  rules: TermRules,
  dimension: DimensionRules,
  standing: Standing,
  { hour, dimension: key, units }: Usage,
): Step {
  const { price } = dimension;
  const included = includedUnits(rules, dimension, standing, { hour, dimension: key, units });
  const charged = included.reduce((left, one) => left.minus(one.units), units);
  const credit = covered(charged, standing.credit, price);
  const beyondCredit = minus(charged, credit);
  const commit = rules.deductsCommit ? covered(beyondCredit, standing.commit, price) : zero;
  const excess = minus(beyondCredit, commit);
  const listPrice = addedByListPrice(rules, dimension, standing, excess);
  const carryBefore = standing.carry.get(key) ?? zero;
  const left = plus(excess, listPrice);
  const { sent, carry } = rules.isSent
    ? sendable(plus(left, carryBefore), dimension.isWhole)
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
  standing: Standing,
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

/** The digits behind the point to which units at another price are rounded down. */
const listPriceDigits = 12;

function addedByListPrice(
  rules: TermRules,
  { price, listPrice }: DimensionRules,
  { hasCommit }: Standing,
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
