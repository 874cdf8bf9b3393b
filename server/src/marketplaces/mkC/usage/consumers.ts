import { LRUCache } from 'lru-cache';
import type { Procurement } from '../procurement/procurement.ts';
import { productOf, stateOf } from '../procurement/records.ts';

/** The entitlement for which usage is reported. */
export type Consumer = {
  product: string;
  /** Absent unless the plan is billed by usage. */
  consumerId: string | undefined;
  /** When the entitlement ended; undefined for one that continues. */
  endedMs: number | undefined;
  /** Whether the data was read for an earlier call. */
  isCached: boolean;
};

const [mostKept, keptMs] = [5000, 10 * 60_000];

export type Consumers = {
  /** Returns undefined if the marketplace does not have the entitlement. */
  find(agreementId: string): Promise<Consumer | undefined>;
  /** Drops cached data that the marketplace contradicted. */
  forget(agreementId: string): void;
};

/** Creates the look-up of entitlements by agreement id. */
export function createConsumers({ readEntitlement }: Pick<Procurement, 'readEntitlement'>): Consumers {
  const kept = new LRUCache<string, Consumer>({ max: mostKept, ttl: keptMs });
  return {
    find: async (agreementId) => {
      const known = kept.get(agreementId);
      if (known) return known;
      const one = await readEntitlement(agreementId);
      if (!one) return undefined;
      const endedMs = stateOf(one) === 'CANCELLED' ? Date.parse(one.updateTime ?? '') : undefined;
      const consumer = { product: productOf(one) ?? '', consumerId: one.usageReportingId, endedMs };
      if (endedMs === undefined && consumer.consumerId)
        kept.set(agreementId, { ...consumer, isCached: true });
      return { ...consumer, isCached: false };
    },
    forget: (agreementId) => void kept.delete(agreementId),
  };
}
