import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../specifications.ts';

/** Formats an amount as whole units and billionths, as the marketplace does. */
export function moneyOf(amount: Decimal, currencyCode: string): JsonObject {
  const exact = amount.toDecimalPlaces(9);
  return {
    currencyCode,
    units: exact.trunc().toFixed(),
    nanos: exact.minus(exact.trunc()).times(1e9).toNumber(),
  };
}

type PriceEntry = { key?: string | undefined; rate?: number | undefined; priceTiers?: unknown[] | undefined };

/** Lists the usage prices by quantity: the given tiers, or one price for all quantities. */
export const priceTiersOf = ({ rate, priceTiers }: PriceEntry, currency: string): unknown[] =>
  priceTiers?.length
    ? priceTiers
    : [{ fromAmount: 0, startingUsageAmount: '0', price: moneyOf(new Decimal(rate ?? 0), currency) }];

/** Formats the usage price of a plan as the marketplace does. */
export const usageFeeOf = (metered: PriceEntry, currency: string): JsonObject => ({
  metricId: metered.key,
  displayQuantity: 1,
  priceTiers: priceTiersOf(metered, currency),
});
