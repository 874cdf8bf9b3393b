import { createTime } from '../http/clock.ts';
import { createFaultDoor as createCommonFaults } from '../http/faults.ts';
import type { AccountKey, InterfaceName, ServiceAccount } from './identity/accounts.ts';
import { heldBy } from './offers/amendments.ts';
import type { Account, Entitlement, Product } from './procurement/records.ts';
import type { Bucket } from './reports/buckets.ts';
import { printReport, type ReportRow } from './reports/charges.ts';
import type { World } from './server.ts';

/** Creates the functions with which tests control the local service outside of the marketplace’s interfaces. */
export const createDoor = (world: World) => ({
  ...createSellers(world),
  ...createFaultDoor(world),
  ...createTime(world.clock, world.push.flush),
  ...world.buyers,
  ...createMessageDoor(world),
  ...createLandingDoor(world),
  ...createUsageDoor(world),
  ...createReportDoor(world),
  ...createOfferDoor(world),
  /** Sets the duration of activations and of changes of the plan. */
  pace: (changed: Partial<World['changes']['pace']>) => void Object.assign(world.changes.pace, changed),
  ids: world.ids,
  log: world.log,
});

/** Creates the functions for sellers: a provider, its project with a service account and a key, and its products. */
function createSellers({ accounts, ids, records, tokens }: World) {
  const addSeller = async ({ keyEndsMs }: { keyEndsMs?: number } = {}) => {
    const providerId = `provider-${ids.hex(6)}`;
    const projectId = `${providerId}-public`;
    const account = accounts.add(projectId);
    account.providers.add(providerId);
    const key = accounts.addKey(account, keyEndsMs);
    return {
      providerId,
      projectId,
      account,
      key,
      /** The file with the private key that the seller enters. */
      keyFile: await accounts.keyFile(account, key),
      addProduct: (given: Partial<Omit<Product, 'providerId'>> = {}) => records.addProduct(providerId, given),
    };
  };
  return {
    addSeller,
    /** Adds a key to a service account, and returns the key with its file. */
    addKey: async (account: ServiceAccount, endsMs?: number) => {
      const key = accounts.addKey(account, endsMs);
      return { key, keyFile: await accounts.keyFile(account, key) };
    },
    /** Disables a key. Tokens that it obtained stay valid until they expire. */
    disableKey: (key: AccountKey) => {
      key.isDisabled = true;
    },
    disableAccount: (account: ServiceAccount) => {
      account.isDisabled = true;
    },
    removeAccount: accounts.remove,
    /** Links a service account to a provider in the vendor’s portal, or removes the link. */
    link: (account: ServiceAccount, providerId: string) => void account.providers.add(providerId),
    unlink: (account: ServiceAccount, providerId: string) => void account.providers.delete(providerId),
    /** Removes or returns the role of a service account for an interface. */
    forbid: (account: ServiceAccount, name: InterfaceName) => void account.forbidden.add(name),
    allow: (account: ServiceAccount, name: InterfaceName) => void account.forbidden.delete(name),
    revokeTokens: tokens.revokeAll,
    /** Returns all issued tokens, for tests that search for leaks. Private keys are in the key files. */
    secrets: tokens.issued,
    grantedScopes: tokens.scopes,
  };
}

/** Creates the functions that inject faults. `*` matches any operation. */
function createFaultDoor({ faults, keys }: World) {
  const common = createCommonFaults(faults);
  return {
    ...common,
    throttleNext: (operation: string, order: { retryAfterS?: number; times?: number } = {}) =>
      common.throttleNext(operation, order, {
        code: 'RESOURCE_EXHAUSTED',
        message: 'Quota exceeded for quota metric and limit of the service.',
      }),
    isUnavailableNext: (operation: string, times = 1) =>
      common.failNext(
        operation,
        { status: 503, code: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
        times,
      ),
    /** The signing keys of push messages and of landing tokens: `rotate`, `retire`, `state.isDown`, `state.reads`. */
    signingKeys: keys,
  };
}

/** Creates the functions for messages that are pulled or pushed. */
const createMessageDoor = ({ queues, push, topics }: World) => ({
  /** All events that the marketplace published, in order. */
  events: topics.published,
  /** Adds a subscription of a seller’s project to the topic of its provider. */
  addSubscription: queues.add,
  /** Sets the repetition and the order of future deliveries. */
  deliver: (changed: Partial<World['queues']['delivery']>) => void Object.assign(queues.delivery, changed),
  /** Accepts the next acknowledgements without an effect, so that the messages are delivered again. */
  losesAcknowledgements: (times = 1) => {
    queues.ordered.lostAcknowledgements += times;
  },
  /** Returns the messages of a subscription that are not acknowledged. */
  backlog: queues.backlog,
  /** Every attempt to push a message, in order. */
  pushes: push.sent,
  /** Pushes the messages that are due. `pass` and `settle` do this as well. */
  sendPushes: push.flush,
  /** Returns the authorization header of a forged push; undefined if the header is absent. */
  forgedPush: push.forge,
  /** Returns a genuine authorization header, with some claims replaced. */
  signedPush: push.sign,
});

/** Creates the functions for usage. */
const createUsageDoor = ({ usage }: World) => ({
  /** Returns the accepted usage of one entitlement or of all entitlements. */
  metered: usage.accepted,
  usageGaps: usage.gaps,
  /** Makes the next operations end with an error in the response, without an effect. */
  usageFails: (operations = 1) => {
    usage.settings.failing += operations;
  },
  /** Sets whether a repeated operation counts once; true by default, although the vendor does not promise it. */
  deduplicatesUsage: (deduplicates: boolean) => {
    usage.settings.deduplicates = deduplicates;
  },
});

/** Creates the functions for the seller's bucket and the reports in it. */
const createReportDoor = ({ buckets }: World) => ({
  /** Adds a bucket that the seller's service account may read. */
  addBucket: ({ account }: { account: ServiceAccount }): Bucket => buckets.add([account.email]),
  /** Puts or replaces an object. */
  putObject: buckets.put,
  removeObject: buckets.remove,
  /** Sets the number of objects on a page of a list. */
  pageObjects: (most: number) => {
    buckets.settings.listed = most;
  },
  /** Writes the report of a month, or replaces it by a corrected one. */
  writesReport: (
    bucket: Bucket,
    month: string,
    rows: readonly ReportRow[],
    { prefix = '', headings }: { prefix?: string; headings?: readonly string[] } = {},
  ) =>
    buckets.put(
      bucket,
      `${prefix}${month.replaceAll('-', '')} Charges and Usage`,
      printReport(rows, headings),
    ),
});

/** Creates the functions for private offers. */
function createOfferDoor({ offers, buyers, records }: World) {
  const offerOf = (id: string) => {
    const found = offers.all().find((one) => one.id === id);
    if (!found) throw new Error(`There is no private offer ${id}.`);
    return found;
  };
  return {
    privateOffers: offers.all,
    /** Makes the next publication wait for a review of the marketplace. */
    reviewsNextOffer: (times = 1) => {
      offers.settings.reviews += times;
    },
    reviewApproves: (id: string): void => offers.approveReview(offerOf(id)),
    /** Sets the duration of publications. */
    paceOffers: (publishMs: number) => {
      offers.settings.publishMs = publishMs;
    },
    /** Accepts a private offer: orders the plan that it sells, or changes the order whose offer it amends. */
    buyerAcceptsOffer: (id: string, account?: Account): Entitlement => {
      const one = offerOf(id);
      const { singleProductOffer, customer } = one.content;
      const product = records.products.find(({ serviceName }) =>
        singleProductOffer?.baseStandardOffer?.includes(`/services/${serviceName}/`),
      );
      if (!product) throw new Error('The product of the private offer does not exist.');
      const billingAccount = customer?.targetBillingAccount ?? '';
      const held = heldBy({ records, offers: offers.all() }, billingAccount, product);
      if (held && (singleProductOffer?.amendedPrivateOffer || singleProductOffer?.amendedStandardOffer)) {
        const { plan, offer } = offers.accept(one);
        buyers.buyerChangesPlan(held, { plan, offer });
        return held;
      }
      const buyer = account ?? buyers.buyerSignsUp(product, { billingAccount });
      return buyers.buyerPurchases(product, { account: buyer, ...offers.accept(one) });
    },
  };
}

/** Creates the functions for landing tokens. */
const createLandingDoor = ({ landing }: World) => ({
  /** Returns the token with which the marketplace sends a buyer to the sign-up page of a product. */
  landingToken: landing.tokenFor,
  forgedLandingToken: landing.forge,
  /** Returns the form that the buyer’s browser posts, and its address. */
  landingForm: async (one: Entitlement, token?: string) => ({
    address: one.product.signupUrl,
    form: new URLSearchParams({
      'x-gcp-marketplace-token': token ?? (await landing.tokenFor(one.product, one.account)),
    }),
  }),
});
