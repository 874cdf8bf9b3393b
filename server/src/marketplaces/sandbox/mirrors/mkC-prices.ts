import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../specifications.ts';

/** Writes an amount in whole units and billionths, as the marketplace writes money. */
export function moneyOf(amount: Decimal, currencyCode: string): JsonObject {
  const exact = amount.toDecimalPlaces(9);
  return {
    currencyCode,
    units: exact.trunc().toFixed(),
    nanos: exact.minus(exact.trunc()).times(1e9).toNumber(),
  };
}

type Priced = { key?: string | undefined; rate?: number | undefined; priceTiers?: unknown[] | undefined };

/** Lists what usage costs by quantity: the tiers that were given, else one price for all. */
export const priceTiersOf = ({ rate, priceTiers }: Priced, currency: string): unknown[] =>
  priceTiers?.length
    ? priceTiers
    : [{ fromAmount: 0, startingUsageAmount: '0', price: moneyOf(new Decimal(rate ?? 0), currency) }];

/** The usage price of a plan, as the marketplace writes it. */
export const usageFeeOf = (metered: Priced, currency: string): JsonObject => ({
  metricId: metered.key,
  displayQuantity: 1,
  priceTiers: priceTiersOf(metered, currency),
});
