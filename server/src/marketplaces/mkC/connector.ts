import { createOutsideFetch } from '../../platform/outside/outside-fetch.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connection, Connector } from '../connector.ts';
import { createSigningKeys } from '../signing-keys.ts';
import { createCalls } from './calls.ts';
import { capabilities } from './capabilities.ts';
import { createDifferences } from './differences.ts';
import { hostsOf } from './hosts.ts';
import { createPrivateOfferPort } from './private-offers/port.ts';
import { createAgreementPort } from './procurement/port.ts';
import { createProcurement } from './procurement/procurement.ts';
import { createRequestPort } from './procurement/requests.ts';
import { createProductPort } from './products.ts';
import { createPurchasePort, landingSigner } from './purchases.ts';
import { createQueuePort } from './queue.ts';
import { createReportPort } from './reports/port.ts';
import { setupOf } from './setup.ts';
import { createUsagePort } from './usage/usage.ts';
import { verify } from './verify.ts';

export type ConnectorOptions = {
  /** The address of this installation, to which the marketplace sends buyers and notifications. */
  baseUrl: () => string;
  now: () => Date;
  /** URL of the local service in tests; absent for the vendor's own services. */
  endpoint?: string | undefined;
};

/** Time limit of a call that waits for messages; it ends before the puller's limit. */
const longCallMs = 20_000;
/** Largest response: a page of 200 orders with long names. */
const largestAnswer = 5_000_000;

/** Creates the connector to marketplace C. All requests go to the vendor's own addresses. */
export function createMarketplaceC({ baseUrl, now, endpoint }: ConnectorOptions): Connector {
  const hosts = hostsOf(endpoint);
  const limits = { allowInsecure: endpoint !== undefined, largestAnswer };
  const fetch = createOutsideFetch(limits);
  const fetchLong = createOutsideFetch({ ...limits, timeoutMs: longCallMs });
  const pushKeys = createSigningKeys(`${hosts.keys}/oauth2/v3/certs`, fetch);
  const landingKeys = createSigningKeys(`${hosts.keys}/service_accounts/v1/jwk/${landingSigner}`, fetch);

  function connect(connection: Connection): MarketplaceAdapter {
    const callsBy = (settings: Connection['settings']) =>
      createCalls({ hosts, fetch, fetchLong, now }, { ...connection, settings });
    const calls = callsBy(connection.settings);
    const procurement = createProcurement(calls);
    const notificationUrl = () => notificationUrlOf(baseUrl(), connection.organizationId);
    const domain = () => calls.settings().signupDomain ?? new URL(baseUrl()).hostname;
    const waitingMessage = () => calls.settings().waitingMessage;
    return {
      describe: () => capabilities,
      ...createPrivateOfferPort({ calls, procurement, documents: fetch, now }),
      ...createProductPort(calls, procurement),
      ...createAgreementPort(procurement),
      ...createRequestPort(procurement),
      ...createReportPort({ calls, procurement, now }),
      ...createUsagePort({ calls, procurement, now }),
      ...createQueuePort({ calls, pushKeys, notificationUrl, now }),
      ...createPurchasePort({ keys: landingKeys, procurement, domain, waitingMessage, now }),
      findDifferences: createDifferences(procurement),
      verifyCredentials: (settings, signal) => verify({ callsBy, notificationUrl, now }, settings, signal),
    };
  }

  return {
    describe: () => capabilities,
    operations: [
      'acknowledgeNotifications',
      'answerRequest',
      'findAgreement',
      'findDifferences',
      'findOffer',
      'listAgreements',
      'listAgreementsOf',
      'listOffers',
      'pullNotifications',
      'readChange',
      'readOfferByName',
      'readRequest',
      'readRevenue',
      'rejectAgreement',
      'reportUsage',
      'resolvePurchase',
      'verifyCredentials',
    ],
    connect,
    setup: setupOf,
  };
}

/** Returns the address to which an organization's notifications are pushed, as its setup shows it. */
const notificationUrlOf = (baseUrl: string, organizationId: string): string =>
  `${baseUrl}/marketplaces/MKC/notifications/${organizationId}`;
