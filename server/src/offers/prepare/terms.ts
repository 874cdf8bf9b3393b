import { DateTime, Duration } from 'luxon';
import { lengthIn, outlasts } from '../../platform/lengths.ts';
import type { Check, Draft } from './draft.ts';
import { startOf } from './times.ts';

const utc = (milliseconds: number) => DateTime.fromMillis(milliseconds, { zone: 'utc' });

/** The term as far as it is known before the acceptance: from its first possible start to its end (R42). */
function longestTerm(draft: Draft, now: Date): { start: DateTime; end: DateTime } | undefined {
  const { endTime } = draft.offer;
  const start = utc(Math.max(now.getTime(), Date.parse(startOf(draft.offer) ?? '') || 0));
  const { mkAAgreementDuration, mkAMachineLearningContractDuration, mkCDuration } = draft.info;
  const duration = Duration.fromISO(mkAAgreementDuration ?? '');
  const months = mkAMachineLearningContractDuration || mkCDuration;
  const end: DateTime | undefined = endTime
    ? utc(Date.parse(endTime))
    : duration.isValid && duration.toMillis() > 0
      ? start.plus(duration)
      : months
        ? start.plus({ months })
        : undefined;
  return end?.isValid && end > start ? { start, end } : undefined;
}

/** A commit recurs that is shorter than the term, and none is longer (R42). */
export const checkLengths: Check = (draft, report, { now }) => {
  const term = longestTerm(draft, now);
  if (!term) return;
  for (const [index, { length, timeUnit }] of (draft.info.commits ?? []).entries()) {
    const own = lengthIn(length, timeUnit);
    if (own && outlasts(term.start, own, term.end))
      report.refuseUnlessKept(
        `/info/commits/${index}/length`,
        `must not be longer than the term, which ends ${term.end.toISO()} at most`,
      );
  }
};
