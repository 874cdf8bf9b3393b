import { LRUCache } from 'lru-cache';
import type { UsageCapabilities } from '../../marketplaces/index.ts';

/** How many calls a subject may still make, as of a time. */
type Bucket = { tokens: number; at: number };

/** Counts calls to marketplaces, so that no more are made than these allow. */
export type Rates = {
  /** Takes a call for each subject, or says when it could be made. */
  take(subjects: readonly string[], now: Date): Date | undefined;
};

type Rate = NonNullable<UsageCapabilities['rate']>;

/** Creates the count of calls by a rate: as many at once as it names, and then as they come free. */
export function createRates({ calls, perSeconds }: Rate): Rates {
  const buckets = new Map<string, Bucket>();
  const perCallMs = (perSeconds * 1000) / calls;
  const filled = (subject: string, now: number): Bucket => {
    const known = buckets.get(subject) ?? { tokens: calls, at: now };
    return { tokens: Math.min(calls, known.tokens + (now - known.at) / perCallMs), at: now };
  };
  return {
    take: (subjects, date) => {
      const now = date.getTime();
      // What is full again need not be remembered.
      for (const [subject, { tokens, at }] of buckets)
        if (tokens + (now - at) / perCallMs >= calls) buckets.delete(subject);
      const wanted = subjects.map((subject) => [subject, filled(subject, now)] as const);
      const missing = Math.max(0, ...wanted.map(([, { tokens }]) => 1 - tokens));
      if (missing > 1e-9) return new Date(now + Math.ceil(missing * perCallMs - 1e-6));
      for (const [subject, { tokens }] of wanted) buckets.set(subject, { tokens: tokens - 1, at: now });
      return undefined;
    },
  };
}

/** The sellers whose calls are counted, of one process. */
const mostSellers = 10_000;

/**
 * Creates what keeps the counts of sellers at marketplaces, those that called last: of one that was forgotten too soon the
 * marketplace turns a call away, which is made again.
 */
export function createRatesOfSellers(most = mostSellers) {
  const known = new LRUCache<string, Rates>({ max: most });
  return (organizationId: string, partner: string, rate: Rate | undefined): Rates | undefined => {
    if (!rate) return undefined;
    const key = `${organizationId} ${partner}`;
    const rates = known.get(key) ?? createRates(rate);
    known.set(key, rates);
    return rates;
  };
}
