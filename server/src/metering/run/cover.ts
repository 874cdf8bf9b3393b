import { Exact } from '../../platform/money-and-time/exact.ts';

/** Number of decimals of units that are partly covered by money or sent to marketplaces. */
export const unitDigits = 6;

const nothing = new Exact(0);

/**
 * Computes the units that an amount of money covers at a price. If the amount is insufficient for all units,
 * the result is rounded down so that the used money is exactly units × price. The result is 0 without a
 * positive price.
 */
export function unitsCovered(units: Exact, money: Exact, price: Exact | undefined): Exact {
  if (!price?.greaterThan(0) || !money.greaterThan(0) || !units.greaterThan(0)) return nothing;
  if (units.times(price).lessThanOrEqualTo(money)) return units;
  return money.dividedBy(price).toDecimalPlaces(unitDigits, Exact.ROUND_DOWN);
}

/** Splits units into units to send, which are whole or have limited decimals, and the rest to carry. */
export function splitSendable(units: Exact, isWhole: boolean): { sent: Exact; carry: Exact } {
  if (units.isNegative() || units.isZero()) return { sent: nothing, carry: units };
  const digits = isWhole ? 0 : unitDigits;
  if (units.decimalPlaces() <= digits) return { sent: units, carry: nothing };
  const sent = units.toDecimalPlaces(digits, Exact.ROUND_DOWN);
  return { sent, carry: units.minus(sent) };
}
