import { DateTime, Duration } from 'luxon';
import type { Finding } from '../../platform/errors.ts';
import { lengthIn, monthsOf, outlasts, wholeMonths } from '../../platform/money-and-time/lengths.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Check, Draft, PrepareContext } from './draft.ts';
import { startOf } from './times.ts';

const utc = (milliseconds: number) => DateTime.fromMillis(milliseconds, { zone: 'utc' });

type Term = { start: DateTime; end: DateTime };

/** The term as far as it is known before the acceptance: from its first possible start to its end (R42). */
function longestTerm(draft: Draft, { now, productType }: PrepareContext): Term | undefined {
  const { endTime } = draft.offer;
  const start = utc(Math.max(now.getTime(), Date.parse(startOf(draft.offer, productType) ?? '') || 0));
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

type Lengths = Pick<CommitDimension, 'length' | 'timeUnit'>;

/** The commits that are longer than a term: where their length stands, and what is wrong with it. */
function outlasting(commits: readonly Lengths[], { start, end }: Term): Finding[] {
  // Most commits of an offer are of one length: computing with dates costs more than remembering.
  const known = new Map<string, boolean>();
  const isLonger = ({ length, timeUnit }: Lengths): boolean => {
    const key = `${length} ${timeUnit}`;
    const own = known.has(key) ? undefined : lengthIn(length, timeUnit);
    const isKnown = known.get(key) ?? (own !== undefined && outlasts(start, own, end));
    known.set(key, isKnown);
    return isKnown;
  };
  return commits.flatMap((commit, index) => {
    if (!isLonger(commit)) return [];
    const message = `must not be longer than the term, which ends ${end.toISO()} at most`;
    return [{ pointer: `/commits/${index}/length`, message }];
  });
}

/**
 * Finds what is wrong with the lengths of prices that take the place of those that were agreed on: what an entitlement
 * has already is kept.
 * @param term what is priced anew; RFC 3339
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
 * Says whether commits in months fit into a term in months, as nearly all do: whenever it starts, computing with dates
 * would find nothing.
 */
function fitInMonths({ offer, info }: Draft): boolean {
  if (offer.endTime) return false;
  const { commits = [], mkAAgreementDuration, mkAMachineLearningContractDuration, mkCDuration } = info;
  const term = mkAAgreementDuration
    ? wholeMonths(mkAAgreementDuration)
    : mkAMachineLearningContractDuration || mkCDuration;
  if (!term) return false;
  return commits.every(({ length, timeUnit }) => {
    const own = lengthIn(length, timeUnit);
    return own === undefined || (monthsOf(own) ?? Number.POSITIVE_INFINITY) <= term;
  });
}

/** A commit recurs that is shorter than the term, and none is longer (R42). */
export const checkLengths: Check = (draft, report, context) => {
  if (fitInMonths(draft)) return;
  const term = longestTerm(draft, context);
  if (!term) return;
  for (const { pointer, message } of outlasting(draft.info.commits ?? [], term))
    report.refuseUnlessKept(`/info${pointer}`, message);
};
