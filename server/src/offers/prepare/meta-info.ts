import type { Check } from './draft.ts';

const maximumNote = 1000;

/** Length of the seller's note (R32): of a draft too, as it is the most that is kept. */
export const checkNote: Check = ({ metaInfo }, report) => {
  // Characters, not the halves that long ones are stored in.
  if (Array.from(metaInfo.internalNote ?? '').length > maximumNote)
    report.refuse('/metaInfo/internalNote', `must have at most ${maximumNote} characters`);
};

/** The end of test usage (R34). */
export const checkMetaInfo: Check = ({ metaInfo }, report) => {
  if (metaInfo.enableTestUsageMetering && !metaInfo.testUsageMeteringEndTime)
    report.refuse('/metaInfo/testUsageMeteringEndTime', 'is required when enableTestUsageMetering is true');
};
