import { Exact } from '../../platform/money-and-time/exact.ts';
import { largestAmount } from '../../platform/records/fields.ts';
import { splitSendable } from './cover.ts';
import { divisionDigits } from './mapping.ts';

/** An addon to charge: one unit of the dimension with the addon’s id, or units for an amount of money. */
export type ChargedAddon = { id: string; amount?: string | undefined };

/** The dimension with which an addon is charged. */
export type ChargedDimension = { price: Exact | undefined; isWhole: boolean; isMapped: boolean };

/**
 * The units that charge an addon, with a warning if a fraction cannot be sent separately, or the reason why
 * the addon cannot be charged.
 */
export type AddonUnits = { units: Exact; warning?: string } | { reason: string };

/**
 * Computes the units of a dimension that charge an addon: the amount divided by the unit price, or one unit.
 * A pure function.
 */
export function addonUnits(
  { id, amount }: ChargedAddon,
  partner: string,
  dimension: ChargedDimension | undefined,
): AddonUnits {
  if (!dimension) return { reason: `“${id}” does not match a metered dimension of the entitlement` };
  const { price, isWhole, isMapped } = dimension;
  if (isMapped) return { reason: `the organization maps usage of “${id}” to other dimensions of ${partner}` };
  if (amount === undefined) return { units: new Exact(1) };
  if (!price?.greaterThan(0)) return { reason: `the dimension “${id}” has no price to divide the amount by` };
  const units = new Exact(amount).dividedBy(price).toDecimalPlaces(divisionDigits, Exact.ROUND_DOWN);
  if (units.greaterThan(largestAmount))
    return { reason: `the amount gives more units of “${id}” than can be reported` };
  const { sent, carry } = splitSendable(units, isWhole);
  if (carry.isZero()) return { units };
  return {
    units,
    warning:
      `The addon “${id}” is charged as ${sent.toFixed()} units of its dimension. The rest of ` +
      `${carry.toFixed()} is too small for ${partner}, and is charged with the next usage of that dimension, ` +
      'if any.',
  };
}
