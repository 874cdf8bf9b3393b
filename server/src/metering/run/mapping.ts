import type { PartnerUsageMeteringConfig } from '../../organizations/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** The units of a dimension, with the reported key. */
export type MappedUnits = { dimension: string; units: Exact };

/** The units for a reported quantity, or the reason why the quantity is invalid. */
export type Mapping = { units: MappedUnits[] } | { invalid: string };

/** Number of decimals to which units from a division are rounded down. */
export const divisionDigits = 12;

type Target = NonNullable<NonNullable<PartnerUsageMeteringConfig['dimensionMapping']>[string]>;

/** Returns the dimensions to which the partner’s settings map a key. The newer format takes precedence. */
export function targetsOf(config: PartnerUsageMeteringConfig | undefined, key: string): readonly Target[] {
  const itself = [{ dimensionKey: key }];
  if (!refusesKeys(config) || !config) return itself;
  const newer = ownValue(config.dimensionMappingV2, key);
  if (newer && newer.length > 0) return newer;
  const older = ownValue(config.dimensionMapping, key);
  return older ? [older] : itself;
}

const ownValue = <T>(map: Record<string, T | null> | undefined, key: string): T | undefined =>
  (map && Object.hasOwn(map, key) ? map[key] : undefined) ?? undefined;

/**
 * Returns whether quantities can be invalid. An amount of money is invalid for a dimension without a price.
 */
export const refusesKeys = (config: PartnerUsageMeteringConfig | undefined): boolean =>
  config?.enableDimensionMapping === true;

/**
 * Converts a reported quantity to units of dimensions. The quantity is multiplied by the multiplier; an
 * amount of money is divided by the price.
 */
export function mapUsage(
  config: PartnerUsageMeteringConfig | undefined,
  key: string,
  quantity: Exact,
  priceOf: (dimension: string) => Exact | undefined,
): Mapping {
  const units: MappedUnits[] = [];
  for (const target of targetsOf(config, key)) {
    const dimension = target.dimensionKey || key;
    const multiplier = target.convertionMultiplier ?? 1;
    const scaled = multiplier === 1 ? quantity : quantity.times(multiplier);
    if (target.mappingMode !== 'AMOUNT') {
      units.push({ dimension, units: scaled });
      continue;
    }
    const price = priceOf(dimension);
    if (!price?.greaterThan(0))
      return { invalid: `${key} is an amount of money for ${dimension}, which has no price.` };
    units.push({
      dimension,
      units: scaled.dividedBy(price).toDecimalPlaces(divisionDigits, Exact.ROUND_DOWN),
    });
  }
  return { units };
}
