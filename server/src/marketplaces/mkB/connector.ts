import { createOutsideFetch } from '../../platform/outside/outside-fetch.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connection, Connector } from '../connector.ts';
import { addressesOf } from './addresses.ts';
import { createCalls } from './calls.ts';
import { capabilities } from './capabilities.ts';
import { createDifferences } from './differences.ts';
import { createAgreementPort } from './fulfilment/agreements.ts';
import { createChanges } from './fulfilment/operations.ts';
import { createRequestPort } from './fulfilment/requests.ts';
import { createSubscriptions } from './fulfilment/subscriptions.ts';
import { createListUsage } from './listed-usage.ts';
import { createKeys, createVerifyNotification } from './notifications.ts';
import { isJobHandle } from './private-offers/jobs.ts';
import { createPrivateOfferPort } from './private-offers/port.ts';
import { createProductPort } from './products.ts';
import { createPurchasePort } from './purchases.ts';
import { setupOf } from './setup.ts';
import { createUsagePort } from './usage.ts';
import { verify } from './verify.ts';

export type ConnectorOptions = {
  now: () => Date;
  /** URL of the local service in tests; absent for the vendor's own services. */
  endpoint?: string | undefined;
};

/** Size of the largest page of the list, with room for longer records. */
const largestAnswer = 5_000_000;
/** The marketplace waits ten seconds for the response to a notification, which needs the keys. */
const keysTimeoutMs = 1500;

/** Creates the connector to marketplace B. */
export function createMarketplaceB({ now, endpoint }: ConnectorOptions): Connector {
  const addresses = addressesOf(endpoint);
  const allowInsecure = endpoint !== undefined;
  const fetch = createOutsideFetch({ allowInsecure, largestAnswer });
  const keysOf = createKeys(addresses, createOutsideFetch({ allowInsecure, timeoutMs: keysTimeoutMs }));

  function connect(connection: Connection): MarketplaceAdapter {
    const callsBy = (settings: Connection['settings']) =>
      createCalls({ fetch, addresses, now }, { ...connection, settings });
    const calls = callsBy(connection.settings);
    const subscriptions = createSubscriptions(calls);
    const changes = createChanges(calls);
    const offers = createPrivateOfferPort({ calls, now });
    const agreements = createAgreementPort({ subscriptions, changes });
    return {
      describe: () => capabilities,
      ...offers,
      ...agreements,
      readChange: (handle) => (isJobHandle(handle) ? offers : agreements).readChange(handle),
      ...createRequestPort({ subscriptions, changes }),
      ...createProductPort(subscriptions),
      ...createPurchasePort(calls),
      ...createUsagePort({ call: calls.call, subscriptions, now }),
      listUsage: createListUsage(calls),
      verifyNotification: createVerifyNotification({ settings: calls.settings, keysOf, now }),
      findDifferences: createDifferences(subscriptions),
      verifyCredentials: (settings, signal) => verify({ callsBy, fetch, addresses, now }, settings, signal),
    };
  }

  return {
    describe: () => capabilities,
    operations: [
      'answerRequest',
      'findDifferences',
      'findOffer',
      'listAgreements',
      'listOffers',
      'listUsage',
      'readChange',
      'readRequest',
      'rejectAgreement',
      'reportUsage',
      'resolvePurchase',
      'verifyCredentials',
    ],
    connect,
    setup: setupOf,
  };
}
