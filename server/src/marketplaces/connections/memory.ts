import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connector, Operation, TakeRate } from '../connector.ts';
import type { IntegrationSettings } from '../credentials.ts';
import { operations } from './operations.ts';
import { type Cleaner, createCleaner } from './secrets.ts';

/** An integration as read for a call. */
export type Integration = {
  organizationId: string;
  partner: string;
  id: string;
  /** Sequence number that changes with every change of the integration. */
  sequence: number;
  externalId: string;
  /** The encrypted settings as read for this call; a later call compares them to detect changes. */
  sealedSettings: string | null;
  readTime: Date;
  /** Decrypts the settings, including secrets. */
  open(): { settings: IntegrationSettings; secrets: readonly string[] };
};

/** An integration, and the adapter that was created from its settings. */
export type ConnectedIntegration = {
  integration: Integration;
  adapter: MarketplaceAdapter;
  cleaner: Cleaner;
};

/** Maximum number of connections in memory, because marketplace clients hold open sockets and tokens. */
const mostKept = 500;
/** Time after which an unused connection is dropped, because the connection has secrets in memory. */
const longestUnusedMs = 15 * 60_000;

/** Caches the adapters of integrations until their settings change. */
export function createConnectionMemory(most = mostKept) {
  const made = new LRUCache<string, Omit<ConnectedIntegration, 'integration'>>({
    max: most,
    ttl: longestUnusedMs,
    updateAgeOnGet: true,
  });
  return (integration: Integration, connector: Connector, takeRate: TakeRate): ConnectedIntegration => {
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

/**
 * Requires that adapter and connector declare the same operations, because callers rely on the connector's
 * list.
 * @throws Error on a difference
 */
function requireAgreement(adapter: MarketplaceAdapter, connector: Connector, partner: string): void {
  const said: readonly string[] = connector.operations;
  const wrong = (Object.keys(operations) as Operation[]).filter(
    (name) => operations[name].optional && (adapter[name] !== undefined) !== said.includes(name),
  );
  if (wrong.length > 0)
    throw new Error(`the adapter of ${partner} and its connector differ in ${wrong.join(', ')}`);
}
