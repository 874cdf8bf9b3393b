import type { CommitDimension, OfferInfo } from '@tradepost/sdk';

/** Returns the total commitment of an offer, rate times quantity of all commits; undefined if it cannot be computed. */
export function totalOf(info: OfferInfo | undefined): number | undefined {
  const commits = info?.commits;
  if (!commits || commits.length === 0) return undefined;
  const sums = commits.map(({ rate, quantity }) =>
    rate === undefined ? Number.NaN : rate * (quantity || 1),
  );
  const sum = sums.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

/** Returns how often each commit is charged, in words. Besides commits with a length, one without is charged once. */
export function lengthsOf(commits: readonly CommitDimension[]): string[] {
  const isRun = commits.some(({ length, termEndTime }) => length || termEndTime);
  return commits.map(({ length, timeUnit, termEndTime }) => {
    if (length) return `${length} ${(timeUnit || 'period').toLowerCase()}${length === 1 ? '' : 's'}`;
    if (termEndTime) return `Until ${termEndTime.slice(0, 10)}`;
    return isRun ? 'Once' : 'The whole term';
  });
}

/** Returns the period of an offer's commits in words, such as “per month”; undefined if their periods differ or are unknown. */
export function periodOf(info: OfferInfo | undefined): string | undefined {
  const periods = new Set(
    (info?.commits ?? []).map(({ length = 0, timeUnit }) =>
      length > 0 && timeUnit
        ? `per ${length === 1 ? '' : `${length} `}${timeUnit.toLowerCase()}${length === 1 ? '' : 's'}`
        : undefined,
    ),
  );
  return periods.size === 1 ? [...periods][0] : undefined;
}
