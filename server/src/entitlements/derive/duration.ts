import { Duration } from 'luxon';
import type { Basis } from './input.ts';
import { instant, lengthOf, type Period, positive } from './period.ts';

/**
 * The length that was agreed on, in ISO 8601, where it is what the end was reckoned from; none where the end was given,
 * for then the times themselves are what renewals repeat.
 */
export function agreedDuration(
  { info, offerInfo }: Pick<Basis, 'info' | 'offerInfo'>,
  { start, end }: Period,
  givenEnd: string | null | undefined,
): string | undefined {
  if (!end || instant(givenEnd)) return undefined;
  const written = offerInfo.mkAAgreementDuration;
  const months = positive(offerInfo.mkAMachineLearningContractDuration) ?? positive(offerInfo.mkCDuration);
  const lengths = [
    ...(typeof written === 'string' ? [Duration.fromISO(written)] : []),
    ...(months === undefined ? [] : [Duration.fromObject({ months })]),
    ...(info.commits ?? []).flatMap((commit) => {
      const length = lengthOf(commit);
      return length ? [Duration.fromObject({ [length.unit]: length.count })] : [];
    }),
  ];
  const agreed = lengths.find((length) => length.isValid && +start.plus(length) === end.toMillis());
  return agreed?.toISO() ?? undefined;
}
