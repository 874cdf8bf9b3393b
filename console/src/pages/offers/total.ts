import type { OfferInfo } from '@tradepost/sdk';

/** What an offer commits its buyer to: rates by quantities of all commits; undefined where that is not known. */
export function totalOf(info: OfferInfo | undefined): number | undefined {
  const commits = info?.commits;
  if (!commits || commits.length === 0) return undefined;
  const sums = commits.map(({ rate, quantity }) =>
    rate === undefined ? Number.NaN : rate * (quantity ?? 1),
  );
  const sum = sums.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
