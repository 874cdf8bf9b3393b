import { LRUCache } from 'lru-cache';

/** What is said of an organization is said again for so long: counting all of it costs more than reading a record. */
const ageMs = 10_000;
const mostOrganizations = 1000;

type Kept = { text: string; at: number };

/** Keeps what was counted, by organization. Who may see it is asked at each request. */
export function createMemory(now: () => number) {
  const kept = new LRUCache<string, Kept>({ max: mostOrganizations });
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
