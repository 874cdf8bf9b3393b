import type { OfferInfo } from '@tradepost/sdk';

/** Returns the total commitment of an offer, rate times quantity of all commits; undefined if it cannot be computed. */
export function totalOf(info: OfferInfo | undefined): number | undefined {
  const commits = info?.commits;
  if (!commits || commits.length === 0) return undefined;
  const sums = commits.map(({ rate, quantity }) =>
    rate === undefined ? Number.NaN : rate * (quantity ?? 1),
  );
  const sum = sums.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
