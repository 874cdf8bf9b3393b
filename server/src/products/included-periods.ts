import type { MeteringDimension } from './records/index.ts';

/** Names of the periods after which included units are granted again. */
const periods: Readonly<Record<string, 'Monthly' | 'Annual'>> = {
  MONTHLY: 'Monthly',
  MONTH: 'Monthly',
  ANNUAL: 'Annual',
  YEAR: 'Annual',
};

/**
 * Parses the name of a period, in any letter case; undefined for other words, in which case the units are for
 * the whole term.
 */
export const periodOf = (recurringUnit: string | undefined): 'Monthly' | 'Annual' | undefined =>
  periods[recurringUnit?.toUpperCase() ?? ''];

/** Findings for words that are not the name of a period. An empty text counts as unset. */
export const wrongPeriods = (
  dimensions: readonly Pick<MeteringDimension, 'includedBaseQuantities'>[],
): { at: string; message: string }[] =>
  dimensions.flatMap(({ includedBaseQuantities = [] }, index) =>
    includedBaseQuantities.flatMap(({ recurringUnit }, place) =>
      !recurringUnit || periodOf(recurringUnit)
        ? []
        : [
            {
              at: `${index}/includedBaseQuantities/${place}/recurringUnit`,
              message: 'must be Monthly, Annual, MONTH or YEAR',
            },
          ],
    ),
  );
