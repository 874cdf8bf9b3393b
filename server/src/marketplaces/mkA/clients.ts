import type { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import type { MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import type { MarketplaceEntitlementServiceClient } from '@aws-sdk/client-marketplace-entitlement-service';
import type { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';
import { atFirstUse, type FirstUse } from '../../platform/first-use.ts';
import type { Keys } from './sessions.ts';
import { homeRegion } from './settings.ts';

/** Where the services are, in tests; absent: where they are. A tenant has no say in it. */
export type Endpoint = string | undefined;

/** Loads the official clients when the first of them is used; their notice about releases to come is not the operator's. */
const libraries = atFirstUse(async () => {
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

/** The longest that the service lets a call wait for messages, in seconds, and what the call may take then. */
export const longPollSeconds = 20;
const timeoutsMs = { connection: 3_000, call: 10_000, poll: (longPollSeconds + 5) * 1000 };

/** Nothing is found by the client itself, and nothing repeated: what is repeated is our job, which looks first. */
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
  catalog: FirstUse<MarketplaceCatalogClient>;
  agreement: FirstUse<MarketplaceAgreementClient>;
  entitlement: FirstUse<MarketplaceEntitlementServiceClient>;
  metering: FirstUse<MarketplaceMeteringClient>;
  queue: FirstUse<SQSClient>;
  token: FirstUse<STSClient>;
};

/** The clients of one connection, each made when it is first used. */
export function createClients(
  { region, queueRegion }: { region: string; queueRegion: string },
  keys: () => Promise<Keys>,
  endpoint: Endpoint,
): Clients {
  const home = configOf(homeRegion, keys, endpoint);
  const local = configOf(region, keys, endpoint);
  const polling = configOf(queueRegion, keys, endpoint, timeoutsMs.poll);
  const first = <T>(make: (loaded: Libraries) => T) => atFirstUse(async () => make(await libraries.get()));
  return {
    catalog: first(({ catalog }) => new catalog.MarketplaceCatalogClient(home)),
    agreement: first(({ agreement }) => new agreement.MarketplaceAgreementClient(home)),
    entitlement: first(({ entitlement }) => new entitlement.MarketplaceEntitlementServiceClient(local)),
    metering: first(({ metering }) => new metering.MarketplaceMeteringClient(local)),
    // Else the client would post to whatever host a queue's address names.
    queue: first(({ queue }) => new queue.SQSClient({ ...polling, useQueueUrlAsEndpoint: false })),
    token: first(({ token }) => new token.STSClient(home)),
  };
}
