import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connector, Operation, TakeRate } from '../connector.ts';
import type { IntegrationSettings } from '../credentials.ts';
import { operations } from './operations.ts';
import { type Cleaner, createCleaner } from './secrets.ts';

/** An integration as it was read for a call. */
export type Integration = {
  organizationId: string;
  partner: string;
  id: string;
  /** Another one with every change of the integration. */
  sequence: number;
  externalId: string;
  /** The settings as they are kept, and when they were read: by these it is seen whether they are still the same. */
  sealedSettings: string | null;
  readTime: Date;
  /** Decrypts the settings: with all that nobody may read of them. */
  open(): { settings: IntegrationSettings; secrets: readonly string[] };
};

/** An integration with the adapter that was made of its settings. */
export type Connected = { integration: Integration; adapter: MarketplaceAdapter; cleaner: Cleaner };

/** So many connections a process keeps: clients of marketplaces hold connections and tokens. */
const mostKept = 500;
/** So long it keeps what nobody uses, which has secrets in it. */
const longestUnusedMs = 15 * 60_000;

/** Keeps what was made of the settings of integrations, until they are others. */
export function createConnectionMemory(most = mostKept) {
  const made = new LRUCache<string, Omit<Connected, 'integration'>>({
    max: most,
    ttl: longestUnusedMs,
    updateAgeOnGet: true,
  });
  return (integration: Integration, connector: Connector, takeRate: TakeRate): Connected => {
    const { organizationId, partner, id, sequence, externalId } = integration;
    const key = `${organizationId} ${partner} ${id} ${sequence}`;
    const known = made.get(key);
    if (known) return { ...known, integration };
    const { settings, secrets } = integration.open();
    const cleaner = createCleaner(secrets);
    const fresh = { adapter: connect(), cleaner };
    made.set(key, fresh);
    return { ...fresh, integration };

    function connect(): MarketplaceAdapter {
      try {
        const adapter = connector.connect({ organizationId, externalId, settings, takeRate });
        requireAgreement(adapter, connector, partner);
        return adapter;
      } catch (error) {
        throw cleaner.error(error);
      }
    }
  };
}

/** @throws where an adapter can do another thing than its connector says: callers go by the connector */
function requireAgreement(adapter: MarketplaceAdapter, connector: Connector, partner: string): void {
  const said: readonly string[] = connector.operations;
  const wrong = (Object.keys(operations) as Operation[]).filter(
    (name) => operations[name].optional && (adapter[name] !== undefined) !== said.includes(name),
  );
  if (wrong.length > 0)
    throw new Error(`the adapter of ${partner} and its connector do not agree on ${wrong.join(', ')}`);
}
