import { LRUCache } from 'lru-cache';
import type { UsageCapabilities } from '../../marketplaces/index.ts';

/** The remaining calls of a subject at a given time. */
type Bucket = { tokens: number; at: number };

/** A rate limiter for marketplace calls. */
export type Rates = {
  /** Consumes one call for each subject, or returns the time when the calls will be allowed. */
  take(subjects: readonly string[], now: Date): Date | undefined;
};

type Rate = NonNullable<UsageCapabilities['rate']>;

/** Creates a rate limiter that allows a burst of up to `calls`, and then calls at the given rate. */
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
      // A full bucket is equivalent to a missing bucket and can be dropped.
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

/** Maximum number of sellers with a rate limiter in this process. */
const mostSellers = 10_000;

/**
 * Creates the cache of the most recently used rate limiters, by seller and marketplace. After an early
 * eviction the marketplace may reject a call; the call is then retried.
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
