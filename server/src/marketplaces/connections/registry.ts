import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connectors, TakeRate } from '../connector.ts';
import { type Call, type ConnectionPort, createConnectedAdapter } from './connected-adapter.ts';
import { type ConnectedIntegration, createConnectionMemory, type Integration } from './memory.ts';

export type ConnectionDeps = {
  connectors: Connectors;
  /** Reads an organization's integration with a marketplace, in a separate transaction. */
  read(organizationId: string, partner: string): Promise<Integration | undefined>;
  noteUnauthorized(integration: Integration, words: string): Promise<'NOTED' | 'OVERTAKEN'>;
  noteCall(integration: Integration, call: Call): Promise<void>;
  rateOf(organizationId: string, partner: string): TakeRate;
  now(): Date;
};

/**
 * Finds the adapter of a production organization at a marketplace; undefined for a marketplace without a connector.
 */
export type Connections = (organizationId: string, partner: string) => MarketplaceAdapter | undefined;

/**
 * Creates the adapters of production organizations. Finding an adapter is local and allowed within a
 * transaction; calling the adapter is not.
 */
export function createConnections(deps: ConnectionDeps): Connections {
  const remembered = createConnectionMemory();
  const read = shareReads(deps.read);
  return (organizationId, partner) => {
    const connector = deps.connectors.get(partner);
    if (!connector) return undefined;
    const rate = deps.rateOf(organizationId, partner);
    const of = ({ integration }: ConnectedIntegration) => integration;
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

/**
 * Shares one read of the integration among concurrent calls. The read begins after these calls, so its result
 * is current for each call.
 */
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
