import type { MeteringDimension } from './records/index.ts';

/** Words for the periods in which included units are granted anew. */
const periods: Readonly<Record<string, 'Monthly' | 'Annual'>> = {
  MONTHLY: 'Monthly',
  MONTH: 'Monthly',
  ANNUAL: 'Annual',
  YEAR: 'Annual',
};

/** Reads the period that a word names, in any letter case: none where it names no period, and the units are for the whole term. */
export const periodOf = (recurringUnit: string | undefined): 'Monthly' | 'Annual' | undefined =>
  periods[recurringUnit?.toUpperCase() ?? ''];

/** Finds words that name no period. A text that is empty is not set. */
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
