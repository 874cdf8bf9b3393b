import type { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import type { MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import type { MarketplaceEntitlementServiceClient } from '@aws-sdk/client-marketplace-entitlement-service';
import type { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';
import { type LazyValue, lazyValue } from '../../platform/first-use.ts';
import type { Keys } from './sessions.ts';
import { homeRegion } from './settings.ts';

/** URL of the services in tests; undefined for the vendor's own services. Tenants cannot change the URL. */
export type Endpoint = string | undefined;

/**
 * Loads the official clients at first use. Warnings about future releases are suppressed, because operators
 * cannot act on them.
 */
const libraries = lazyValue(async () => {
  const { state } = await import('@aws-sdk/core/client');
  state.warningEmitted = true;
  const [catalog, agreement, entitlement, metering, queue, token] = await Promise.all([
    import('@aws-sdk/client-marketplace-catalog'),
    import('@aws-sdk/client-marketplace-agreement'),
    import('@aws-sdk/client-marketplace-entitlement-service'),
    import('@aws-sdk/client-marketplace-metering'),
    import('@aws-sdk/client-sqs'),
    import('@aws-sdk/client-sts'),
  ]);
  return { catalog, agreement, entitlement, metering, queue, token };
});

export type Libraries = Awaited<ReturnType<(typeof libraries)['get']>>;
export const loadLibraries = (): Promise<Libraries> => libraries.get();

/** Maximum long-poll wait that the service allows, in seconds. */
export const longPollSeconds = 20;
const timeoutsMs = { connection: 3_000, call: 10_000, poll: (longPollSeconds + 5) * 1000 };

/**
 * Returns client options that disable settings discovery and retries. Jobs retry after checking the outcome.
 */
const configOf = (
  region: string,
  keys: () => Promise<Keys>,
  endpoint: Endpoint,
  callMs = timeoutsMs.call,
) => ({
  region,
  credentials: keys,
  maxAttempts: 1,
  retryMode: 'standard',
  defaultsMode: 'standard' as const,
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  ignoreConfiguredEndpointUrls: true,
  requestHandler: {
    connectionTimeout: timeoutsMs.connection,
    requestTimeout: callMs,
    throwOnRequestTimeout: true,
  },
  ...(endpoint === undefined ? {} : { endpoint }),
});

export type Clients = {
  catalog: LazyValue<MarketplaceCatalogClient>;
  agreement: LazyValue<MarketplaceAgreementClient>;
  entitlement: LazyValue<MarketplaceEntitlementServiceClient>;
  metering: LazyValue<MarketplaceMeteringClient>;
  queue: LazyValue<SQSClient>;
  token: LazyValue<STSClient>;
};

/** Clients of one connection, each created on first use. */
export function createClients(
  { region, queueRegion }: { region: string; queueRegion: string },
  keys: () => Promise<Keys>,
  endpoint: Endpoint,
): Clients {
  const home = configOf(homeRegion, keys, endpoint);
  const local = configOf(region, keys, endpoint);
  const polling = configOf(queueRegion, keys, endpoint, timeoutsMs.poll);
  const first = <T>(make: (loaded: Libraries) => T) => lazyValue(async () => make(await libraries.get()));
  return {
    catalog: first(({ catalog }) => new catalog.MarketplaceCatalogClient(home)),
    agreement: first(({ agreement }) => new agreement.MarketplaceAgreementClient(home)),
    entitlement: first(({ entitlement }) => new entitlement.MarketplaceEntitlementServiceClient(local)),
    metering: first(({ metering }) => new metering.MarketplaceMeteringClient(local)),
    // Without this option, the client would send requests to the host in the queue URL.
    queue: first(({ queue }) => new queue.SQSClient({ ...polling, useQueueUrlAsEndpoint: false })),
    token: first(({ token }) => new token.STSClient(home)),
  };
}
