import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connection, Connector } from '../connector.ts';
import { createAgreementCalls } from './agreements/agreement-calls.ts';
import { createInvoicePort } from './agreements/invoices.ts';
import { createAgreementPort } from './agreements/port.ts';
import { createRefundPort } from './agreements/refunds.ts';
import { createCalls } from './calls.ts';
import { capabilities } from './capabilities.ts';
import { createCatalog } from './catalog.ts';
import { createChangeSets } from './change-sets.ts';
import { createDifferences } from './differences.ts';
import { createEulaStore, type ObtainDocument } from './eula.ts';
import { createFeedPort } from './feed/port.ts';
import { createOfferSetPort, validateOfferSet } from './offer-sets.ts';
import { createOfferPort } from './offers.ts';
import { createProductFacts, createProductPort } from './products.ts';
import { createPurchasePort } from './purchases.ts';
import { createQueuePort } from './queue.ts';
import { createAssumeRole, type PlatformKeys } from './roles.ts';
import { createSessions } from './sessions.ts';
import { setupOf } from './setup.ts';
import { createUsagePort } from './usage.ts';
import { verify } from './verify.ts';

export type ConnectorOptions = {
  /** The operator's own keys, which assume the sellers' roles. If absent, sellers enter their own keys. */
  platform?: PlatformKeys | undefined;
  obtain: ObtainDocument;
  now: () => Date;
  /** URL of the local service in tests; absent for the vendor's own services. */
  endpoint?: string | undefined;
};

/** Creates the connector to marketplace A. Libraries are loaded at the first use of an adapter. */
export function createMarketplaceA({ platform, obtain, now, endpoint }: ConnectorOptions): Connector {
  const assume = createAssumeRole(platform, endpoint);
  const sessions = createSessions(assume, now);

  function connect(connection: Connection): MarketplaceAdapter {
    const { organizationId } = connection;
    const callsBy = (settings: Connection['settings']) =>
      createCalls({ sessions, endpoint }, { ...connection, settings });
    const calls = callsBy(connection.settings);
    const catalog = createCatalog(calls);
    const changeSets = createChangeSets({ catalog, now });
    const agreements = createAgreementCalls(calls);
    const products = createProductFacts(catalog);
    const eulas = createEulaStore({ organizationId, calls, obtain, endpoint, now });
    const offers = createOfferPort({
      account: calls.account,
      catalog,
      changeSets,
      agreements,
      products,
      eulas,
      now,
    });
    return {
      describe: () => capabilities,
      ...offers,
      ...createRefundPort(calls, offers.readChange),
      validateOfferSet,
      ...createOfferSetPort({ catalog, changeSets }),
      ...createProductPort(catalog, changeSets),
      ...createAgreementPort({ calls: agreements, products, now }),
      ...createInvoicePort(calls),
      ...createFeedPort({ calls, endpoint }),
      ...createUsagePort({ calls, agreements, products, now }),
      ...createQueuePort(calls),
      ...createPurchasePort({ call: calls.call, agreements, products }),
      findDifferences: createDifferences({ catalog, agreements }),
      verifyCredentials: (settings, signal) => verify({ callsBy, assume, endpoint }, settings, signal),
    };
  }

  return {
    describe: () => capabilities,
    operations: [
      'acknowledgeNotifications',
      'createOfferSet',
      'findAgreement',
      'findDifferences',
      'findOffer',
      'findOfferSet',
      'listAgreements',
      'listOffers',
      'pullNotifications',
      'readChange',
      'readInvoices',
      'readRevenue',
      'refund',
      'releaseOfferSet',
      'reportUsage',
      'resolvePurchase',
      'verifyCredentials',
      'withdrawCancellation',
    ],
    validateOfferSet,
    connect,
    setup: (facts) => setupOf(facts, platform?.principal),
  };
}
