import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connectors, TakeRate } from '../connector.ts';
import { type Call, type ConnectionPort, createConnectedAdapter } from './connected-adapter.ts';
import { type Connected, createConnectionMemory, type Integration } from './memory.ts';

export type ConnectionDeps = {
  connectors: Connectors;
  /** Reads an organization's integration with a marketplace, in a transaction of its own. */
  read(organizationId: string, partner: string): Promise<Integration | undefined>;
  noteUnauthorized(integration: Integration, words: string): Promise<'NOTED' | 'OVERTAKEN'>;
  noteCall(integration: Integration, call: Call): Promise<void>;
  rateOf(organizationId: string, partner: string): TakeRate;
  now(): Date;
};

/** Finds the adapter with which an organization sells at a marketplace for real; none where nobody can. */
export type Connections = (organizationId: string, partner: string) => MarketplaceAdapter | undefined;

/**
 * Creates the adapters of organizations that sell for real. To find one asks nobody, so it may happen in a transaction; its
 * calls may not.
 */
export function createConnections(deps: ConnectionDeps): Connections {
  const remembered = createConnectionMemory();
  const read = shareReads(deps.read);
  return (organizationId, partner) => {
    const connector = deps.connectors.get(partner);
    if (!connector) return undefined;
    const rate = deps.rateOf(organizationId, partner);
    const of = ({ integration }: Connected) => integration;
    const port: ConnectionPort = {
      connected: async () => {
        const integration = await read(organizationId, partner);
        return integration && remembered(integration, connector, rate);
      },
      noteUnauthorized: (connected, words) => deps.noteUnauthorized(of(connected), words),
      noteCall: (connected, call) => deps.noteCall(of(connected), call),
      now: deps.now,
    };
    return createConnectedAdapter(partner, connector, port);
  };
}

/** Has calls that begin at the same moment read their integration once: none of them was made after it was read. */
function shareReads(read: ConnectionDeps['read']): ConnectionDeps['read'] {
  const begun = new Map<string, ReturnType<typeof read>>();
  return (organizationId, partner) => {
    const key = `${organizationId} ${partner}`;
    const known = begun.get(key);
    if (known) return known;
    const fresh = read(organizationId, partner);
    begun.set(key, fresh);
    queueMicrotask(() => begun.delete(key));
    return fresh;
  };
}
