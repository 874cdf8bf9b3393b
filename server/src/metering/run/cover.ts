import { Exact } from '../../platform/money-and-time/exact.ts';

/** The digits behind the point that units have which money covers in part, and that marketplaces are sent. */
export const unitDigits = 6;

const nothing = new Exact(0);

/**
 * The units that an amount of money covers at a price: all, or as many as it is enough for, rounded down, so that the
 * money used is units × price exactly. Without a price, or at one of 0, money covers nothing.
 */
export function covered(units: Exact, money: Exact, price: Exact | undefined): Exact {
  if (!price?.greaterThan(0) || !money.greaterThan(0) || !units.greaterThan(0)) return nothing;
  if (units.times(price).lessThanOrEqualTo(money)) return units;
  return money.dividedBy(price).toDecimalPlaces(unitDigits, Exact.ROUND_DOWN);
}

/** Splits units in those that a marketplace takes, whole ones or with so many digits, and what is too small for it. */
export function sendable(units: Exact, isWhole: boolean): { sent: Exact; carry: Exact } {
  if (units.isNegative() || units.isZero()) return { sent: nothing, carry: units };
  const digits = isWhole ? 0 : unitDigits;
  if (units.decimalPlaces() <= digits) return { sent: units, carry: nothing };
  const sent = units.toDecimalPlaces(digits, Exact.ROUND_DOWN);
  return { sent, carry: units.minus(sent) };
}
