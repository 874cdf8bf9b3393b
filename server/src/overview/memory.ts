import { LRUCache } from 'lru-cache';

/** The time for which an overview is cached, because counting all records is expensive. */
const ageMs = 10_000;
const mostOrganizations = 1000;

type CachedOverview = { text: string; at: number };

/**
 * Creates a cache of overviews by organization. Access is checked at each request, before the cache is read.
 */
export function createMemory(now: () => number) {
  const kept = new LRUCache<string, CachedOverview>({ max: mostOrganizations });
  return {
    read: (organizationId: string): string | undefined => {
      const known = kept.get(organizationId);
      return known && now() - known.at < ageMs ? known.text : undefined;
    },
    keep: (organizationId: string, text: string): void => {
      kept.set(organizationId, { text, at: now() });
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
