import { DateTime, Duration } from 'luxon';
import { statedLength } from '../../marketplaces/index.ts';
import type { Finding } from '../../platform/errors.ts';
import { endsAfter, lengthIn, monthsOf, wholeMonths } from '../../platform/money-and-time/lengths.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Check, Draft, PrepareContext } from './draft.ts';
import { startOf } from './times.ts';

const utc = (milliseconds: number) => DateTime.fromMillis(milliseconds, { zone: 'utc' });

type Term = { start: DateTime; end: DateTime };

/** Computes the longest possible term before the acceptance: from the first possible start to the end (R42). */
function longestTerm(draft: Draft, { now, productType }: PrepareContext): Term | undefined {
  const { endTime } = draft.offer;
  const start = utc(Math.max(now.getTime(), Date.parse(startOf(draft.offer, productType) ?? '') || 0));
  const stated = statedLength(draft.info);
  const duration = Duration.fromISO(stated.duration ?? '');
  const end: DateTime | undefined = endTime
    ? utc(Date.parse(endTime))
    : duration.isValid && duration.toMillis() > 0
      ? start.plus(duration)
      : stated.months
        ? start.plus({ months: stated.months })
        : undefined;
  return end?.isValid && end > start ? { start, end } : undefined;
}

type Lengths = Pick<CommitDimension, 'length' | 'timeUnit'>;

/** Finds commits that are longer than a term. */
function outlasting(commits: readonly Lengths[], { start, end }: Term): Finding[] {
  // Most commits of an offer have the same length, so a cache avoids repeated date arithmetic.
  const known = new Map<string, boolean>();
  const isLonger = ({ length, timeUnit }: Lengths): boolean => {
    const key = `${length} ${timeUnit}`;
    const own = known.has(key) ? undefined : lengthIn(length, timeUnit);
    const isKnown = known.get(key) ?? (own !== undefined && endsAfter(start, own, end));
    known.set(key, isKnown);
    return isKnown;
  };
  return commits.flatMap((commit, index) => {
    if (!isLonger(commit)) return [];
    const message = `must not be longer than the term, which ends at ${end.toISO()} at the latest`;
    return [{ pointer: `/commits/${index}/length`, message }];
  });
}

/**
 * Finds new lengths of an entitlement's prices that exceed the term; unchanged lengths are kept.
 * @param term the remaining term, in RFC 3339
 */
export function lengthFindings(
  commits: readonly Lengths[],
  agreed: readonly Lengths[],
  term: { start: string; end: string },
): Finding[] {
  const isKept = ({ length, timeUnit }: Lengths, index: number) =>
    length === agreed[index]?.length && timeUnit === agreed[index]?.timeUnit;
  const [start, end] = [utc(Date.parse(term.start)), utc(Date.parse(term.end))];
  return outlasting(
    commits.map((commit, index) => (isKept(commit, index) ? {} : commit)),
    { start, end },
  );
}

/**
 * Returns whether all lengths are in months and fit into a term in months, the usual case, which can be decided
 * without date arithmetic.
 */
function fitInMonths({ offer, info }: Draft): boolean {
  if (offer.endTime) return false;
  const { commits = [] } = info;
  const { duration, months } = statedLength(info);
  const term = duration ? wholeMonths(duration) : months;
  if (!term) return false;
  return commits.every(({ length, timeUnit }) => {
    const own = lengthIn(length, timeUnit);
    return own === undefined || (monthsOf(own) ?? Number.POSITIVE_INFINITY) <= term;
  });
}

/** Rejects commits that are longer than the term; shorter commits recur (R42). */
export const checkLengths: Check = (draft, report, context) => {
  if (fitInMonths(draft)) return;
  const term = longestTerm(draft, context);
  if (!term) return;
  for (const { pointer, message } of outlasting(draft.info.commits ?? [], term))
    report.refuseUnlessKept(`/info${pointer}`, message);
};

const maximumNote = 1000;

/** Limits the length of the seller's note (R32), including notes of drafts. */
export const checkNote: Check = ({ metaInfo }, report) => {
  // Counts characters, not UTF-16 code units.
  if (Array.from(metaInfo.internalNote ?? '').length > maximumNote)
    report.refuse('/metaInfo/internalNote', `must have at most ${maximumNote} characters`);
};

/** Requires an end of test usage (R34). */
export const checkMetaInfo: Check = ({ metaInfo }, report) => {
  if (metaInfo.enableTestUsageMetering && !metaInfo.testUsageMeteringEndTime)
    report.refuse('/metaInfo/testUsageMeteringEndTime', 'is required when enableTestUsageMetering is true');
};
