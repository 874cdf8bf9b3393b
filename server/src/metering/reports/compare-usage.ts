import { Decimal } from 'decimal.js';
import type { ListedUsage } from '../../marketplaces/index.ts';

/** The accepted usage of an agreement and a dimension on one day (UTC). */
export type AcceptedDay = { agreementId: string; dimension: string; quantity: string };

/** The digits that are compared: marketplaces may add binary numbers. */
const digits = 12;

/**
 * Compares the accepted usage of a day with the list of the marketplace, and returns for each element of
 * `accepted` how it differs, or undefined. Usage that only the marketplace has was reported by another program
 * of the seller, and is not compared.
 */
export function compareUsage(
  day: string,
  accepted: readonly AcceptedDay[],
  listed: readonly ListedUsage[],
): (string | undefined)[] {
  const rows = new Map<string, ListedUsage[]>();
  for (const row of listed) {
    const key = keyOf(row);
    rows.set(key, [...(rows.get(key) ?? []), row]);
  }
  return accepted.map((own) => differenceOf(day, own, rows.get(keyOf(own)) ?? []));
}

const keyOf = ({ agreementId, dimension }: Pick<AcceptedDay, 'agreementId' | 'dimension'>): string =>
  JSON.stringify([agreementId.toLowerCase(), dimension]);

function differenceOf(
  day: string,
  { dimension, quantity }: AcceptedDay,
  rows: readonly ListedUsage[],
): string | undefined {
  const usage = `The marketplace accepted ${quantity} of ${dimension} for ${day}, but`;
  const advice = "Report the difference to the marketplace's support.";
  const listed = sumOf(rows.map((row) => row.quantity));
  if (!isEqual(listed, quantity))
    return rows.length === 0
      ? `${usage} does not list this usage. ${advice}`
      : `${usage} lists ${listed.toFixed()}. ${advice}`;
  const billed = rows.flatMap(({ billedQuantity }) => billedQuantity ?? []);
  // The marketplace has not decided about all usage of the day.
  if (billed.length < rows.length) return undefined;
  const sum = sumOf(billed);
  return isEqual(sum, quantity) ? undefined : `${usage} billed ${sum.toFixed()}. ${advice}`;
}

const sumOf = (quantities: readonly string[]): Decimal =>
  quantities.reduce((sum, quantity) => sum.plus(quantity), new Decimal(0));

const isEqual = (sum: Decimal, quantity: string): boolean =>
  sum.toSignificantDigits(digits).equals(new Decimal(quantity).toSignificantDigits(digits));
