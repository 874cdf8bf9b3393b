import type { PartnerUsageMeteringConfig } from '../../organizations/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** Units of a dimension that were reported by some key. */
export type MappedUnits = { dimension: string; units: Exact };

/** The units that a quantity by a key is, or why it is none. */
export type Mapping = { units: MappedUnits[] } | { invalid: string };

/** The digits behind the point to which units that come of a division are rounded down. */
export const divisionDigits = 12;

type Target = NonNullable<NonNullable<PartnerUsageMeteringConfig['dimensionMapping']>[string]>;

/** The dimensions that a key counts for, by the settings of the partner; the newer form of these wins. */
export function targetsOf(config: PartnerUsageMeteringConfig | undefined, key: string): readonly Target[] {
  const itself = [{ dimensionKey: key }];
  if (!refusesKeys(config) || !config) return itself;
  const newer = own(config.dimensionMappingV2, key);
  if (newer && newer.length > 0) return newer;
  const older = own(config.dimensionMapping, key);
  return older ? [older] : itself;
}

const own = <T>(map: Record<string, T | null> | undefined, key: string): T | undefined =>
  (map && Object.hasOwn(map, key) ? map[key] : undefined) ?? undefined;

/** Whether a quantity by some key can be none that is settled: an amount of money, where that has no price. */
export const refusesKeys = (config: PartnerUsageMeteringConfig | undefined): boolean =>
  config?.enableDimensionMapping === true;

/**
 * Converts a quantity that was reported by a key to units of dimensions: times the multiplier, or, where it is an amount
 * of money, times the multiplier and divided by the price.
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
