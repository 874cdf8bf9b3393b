import { createTime } from '../http/clock.ts';
import { createFaultDoor as createCommonFaults } from '../http/faults.ts';
import type { Claims } from '../http/forgeries.ts';
import { type NewPlan, type Product, planOf } from './fulfilment/products.ts';
import type { Purchase } from './fulfilment/purchases.ts';
import { pendingOperation, type Subscription } from './fulfilment/subscriptions.ts';
import type { App, NewCertificate, Resource } from './identity/apps.ts';
import type { OrderedFailure } from './ingestion/jobs.ts';
import { planOfOffer } from './ingestion/offers.ts';
import type { RevenueLine } from './insights/reports.ts';
import type { World } from './server.ts';
import type { Delivery, Notification } from './webhooks/outbox.ts';
import { type Forgery, forge } from './webhooks/tokens.ts';

/** Creates the functions with which tests control the local service outside of the marketplace’s interfaces. */
export const createDoor = (world: World) => ({
  ...createSellers(world),
  ...createFaultDoor(world),
  ...createBuyers(world),
  ...createWebhookDoor(world),
  ...createUsageDoor(world),
  ...createIngestionDoor(world),
  ...createTime(world.clock, world.outbox.flush),
  ids: world.ids,
  log: world.log,
});

export type NewProduct = Partial<Pick<Product, 'offerId' | 'name'>> & {
  plans?: readonly NewPlan[];
  webhook?: string;
  landingPage?: string;
};

/** Creates the functions for sellers: tenants with an application, its credentials and its offers. */
function createSellers({ apps, ids, products, reports, tokens, settings }: World) {
  const addSeller = ({
    tenantId = ids.uuid(),
    secretEndsMs,
  }: {
    tenantId?: string;
    secretEndsMs?: number;
  } = {}) => {
    const app = apps.add(tenantId);
    const publisherId = `publisher${ids.hex(6)}`;
    return {
      app,
      tenantId,
      clientId: app.clientId,
      clientSecret: apps.addSecret(app, secretEndsMs),
      publisherId,
      /** Publishes an offer whose technical configuration names the seller’s application. */
      addProduct: (given: NewProduct = {}): Product => {
        const guid = ids.uuid();
        const plans = given.plans ?? [{ planId: 'silver' }, { planId: 'gold' }];
        const product = {
          durableId: `product/${guid}`,
          offerId: given.offerId ?? `offer-${ids.hex(6)}`,
          publisherId,
          name: given.name ?? 'Product',
          plans: plans.map((plan) => planOf(plan, `plan/${guid}/${ids.uuid()}`)),
          technical: {
            tenantId,
            clientId: app.clientId,
            landingPage: given.landingPage ?? 'https://seller.example/signup',
            webhook: given.webhook,
          },
        };
        products.push({ tenantId, product });
        return product;
      },
    };
  };
  return {
    addSeller,
    /** Changes the technical configuration of an offer, such as the application or the webhook’s address. */
    configure: (product: Product, changed: Partial<Product['technical']>) =>
      void Object.assign(product.technical, changed),
    addSecret: apps.addSecret,
    addCertificate: (app: App, certificate: NewCertificate) => apps.addCertificate(app, certificate),
    /** Deletes an application in its tenant. Its tokens stay valid until they expire. */
    removeApp: apps.remove,
    /** Removes or returns the role of an application for an interface. */
    forbid: (app: App, resource: Resource) => void app.forbidden.add(resource),
    allow: (app: App, resource: Resource) => void app.forbidden.delete(resource),
    revokeTokens: tokens.revokeAll,
    /** Returns all secrets, issued tokens and addresses of reports, for tests that search for leaks. */
    secrets: () => [...apps.secrets(), ...tokens.issued(), ...reports.paths()],
    /** Sets the status for calls without a valid token; 403 by default, as the vendor’s files say. */
    refusesTokensWith: (status: 401 | 403) => {
      settings.unauthorizedStatus = status;
    },
  };
}

/** Creates the functions that inject faults. `*` matches any operation. */
function createFaultDoor({ faults, settings, changes, keys }: World) {
  const common = createCommonFaults(faults);
  return {
    ...common,
    throttleNext: (operation: string, order: { retryAfterS: number; times?: number }) =>
      common.throttleNext(operation, order, { code: 'TooManyRequests', message: 'Too many requests.' }),
    /** Makes the lists of subscriptions and of private offers show the state of some time ago. */
    lag: (ms: number) => {
      settings.lagMs = ms;
    },
    /** Sets whether an activation has to name the plan and the quantity of the subscription; true by default. */
    checksActivation: (checks: boolean) => {
      settings.checksActivation = checks;
    },
    /** Makes the next activation fail: the subscription is cancelled instead. */
    activationFails: (times = 1) => {
      changes.ordered.failedActivations += times;
    },
    /** Makes the next change or cancellation of the publisher end with a status, without a notification. */
    operationEnds: (status: 'Failed' | 'Conflict') => void changes.ordered.operations.push(status),
    /** Sets the durations of activations and of the publisher’s operations. */
    pace: (changed: Partial<World['changes']['pace']>) => void Object.assign(changes.pace, changed),
    /** Makes the list of signing keys unavailable. */
    keysAreDown: (isDown: boolean) => {
      keys.state.isDown = isDown;
    },
    keyReads: () => keys.state.reads,
    rotateKeys: keys.rotate,
    retireKeys: keys.retire,
  };
}

/** Creates the actions of buyers and of the marketplace towards them. */
function createBuyers({ changes, purchases, subscriptions }: World) {
  const requireState = (one: Subscription, status: Subscription['status']) => {
    if (one.status !== status) throw new Error(`The subscription is ${one.status}, not ${status}.`);
    if (pendingOperation(one)) throw new Error('The subscription has a pending operation.');
  };
  return {
    buyerPurchases: purchases.buy,
    /** Returns the token with which the landing page is opened for a purchase or its management. */
    purchaseToken: purchases.tokenFor,
    /** Returns the address that the buyer’s browser opens. */
    landingAddress: (one: Subscription, token = purchases.tokenFor(one)): string =>
      `${one.product.technical.landingPage}?token=${encodeURIComponent(token)}`,
    spendToken: purchases.spend,
    subscription: subscriptions.find,
    subscriptions: subscriptions.all,
    /** Activates a purchase immediately, as if the publisher had called and minutes had passed. */
    becomesSubscribed: (one: Subscription) => {
      requireState(one, 'PendingFulfillmentStart');
      changes.subscribe(one);
    },
    buyerChangesPlan: (one: Subscription, planId: string) => {
      requireState(one, 'Subscribed');
      return changes.ask(one, 'ChangePlan', { planId }, 'Azure');
    },
    buyerChangesQuantity: (one: Subscription, quantity: number) => {
      requireState(one, 'Subscribed');
      return changes.ask(one, 'ChangeQuantity', { quantity }, 'Azure');
    },
    buyerUnsubscribes: changes.cancel,
    /** Turns automatic renewal on or off; without renewal, the subscription is cancelled at the end of the term. */
    buyerRenews: (one: Subscription, autoRenew: boolean) => {
      one.autoRenew = autoRenew;
      subscriptions.put(one);
    },
    paymentFails: (one: Subscription) => {
      if (one.status !== 'Subscribed') throw new Error(`The subscription is ${one.status}, not Subscribed.`);
      changes.suspend(one);
    },
    /** Pays a suspended subscription, which asks the publisher to reinstate it. */
    paymentArrives: (one: Subscription) => {
      requireState(one, 'Suspended');
      return changes.ask(one, 'Reinstate', {}, 'Azure');
    },
    /** Renews a subscription before the end of its term. */
    renews: (one: Subscription) => {
      requireState(one, 'Subscribed');
      changes.renew(one);
    },
  };
}

/** Creates the functions for usage and revenue. */
const createUsageDoor = ({ usage, reports }: World) => ({
  /** Returns the accepted usage of one subscription or of all subscriptions. */
  metered: usage.accepted,
  /** Makes the next events of usage end with the status Error, without an effect. */
  usageFails: (events = 1) => {
    usage.settings.failing += events;
  },
  /** Sets how usage of a subscription and dimension was reconciled. */
  reconciles: usage.reconcile,
  /** Adds a line to a seller’s revenue reports. */
  addRevenue: ({ tenantId }: { tenantId: string }, line: RevenueLine) => reports.addRevenue(tenantId, line),
  /** Replaces the lines of a seller’s next revenue reports. */
  showRevenue: ({ tenantId }: { tenantId: string }, lines: readonly RevenueLine[]) =>
    reports.showRevenue(tenantId, lines),
  /** Sets the duration of reports and the validity of their addresses. */
  paceReports: (changed: Partial<World['reports']['pace']>) => void Object.assign(reports.pace, changed),
});

/** Creates the functions that control ingestion jobs, and the actions of partners and customers. */
const createIngestionDoor = ({ jobs, offers, purchases, settings }: World) => ({
  jobs: jobs.all,
  /** Makes the next job fail after some of its resources were applied. */
  jobFails: ({ code = 'Conflict', message = 'Refused', afterSteps = 0 }: Partial<OrderedFailure> = {}) =>
    void jobs.ordered.push({ code, message, afterSteps }),
  /** Sets the duration of jobs. */
  paceJobs: (changed: Partial<World['jobs']['pace']>) => void Object.assign(jobs.pace, changed),
  /** Sets whether a job may be polled only once a minute; true by default. */
  limitsPolling: (limits: boolean) => {
    jobs.settings.limitsPolling = limits;
  },
  /** Sets whether the cancellation of running jobs is refused. */
  refusesJobCancellation: (refuses: boolean) => {
    jobs.settings.refusesCancellation = refuses;
  },
  /** Sets whether an offer to a customer can be withdrawn; its schema does not allow this, older pages do. */
  withdrawsCustomerOffers: (withdraws: boolean) => {
    settings.withdrawsCustomerOffers = withdraws;
  },
  /** Sets the number of private offers in a page of their list. */
  offersPerPage: (size: number) => {
    settings.offersPerPage = size;
  },
  privateOffer: offers.find,
  privateOffers: offers.all,
  partnerPublishes: offers.partnerPublishes,
  /** Accepts a private offer and buys the plan that it sells. */
  buyerAcceptsOffer: (id: string, product: Product, wanted: Purchase = {}): Subscription => {
    const offer = offers.accept(id);
    const planId = wanted.planId ?? planOfOffer(offer, product);
    return purchases.buy(product, {
      ...wanted,
      ...(planId !== undefined && { planId }),
      privateOfferIds: [id.split('/')[1] ?? ''],
    });
  },
});

/** Creates the functions that control notifications. */
function createWebhookDoor({ outbox, keys }: World) {
  const last = (one: Subscription): Notification => {
    const found = outbox.sent.findLast(({ body }) => body.subscriptionId === one.id);
    if (!found) throw new Error('No notification of the subscription was sent.');
    return found;
  };
  return {
    /** Every attempt to deliver a notification, in order. */
    notifications: outbox.sent,
    lastNotification: last,
    /** Sends the notifications that are due. `pass` and `settle` do this as well. */
    sendNotifications: outbox.flush,
    /** Sets delay, repetition, order and token form of future deliveries. */
    deliver: (changed: Partial<Delivery>) => void Object.assign(outbox.delivery, changed),
    holdNotifications: () => {
      outbox.state.isHeld = true;
    },
    letNotificationsGo: async () => {
      outbox.state.isHeld = false;
      await outbox.flush();
    },
    /** Returns the authorization header of a forged notification; undefined if the header is absent. */
    forged: (one: Subscription, how: Forgery) => forge(keys, outbox.claimsFor(one), how),
    /** Returns a genuine authorization header, with some claims replaced. */
    signed: async (one: Subscription, changed: Claims = {}) =>
      `Bearer ${await keys.sign({ ...outbox.claimsFor(one), ...changed })}`,
  };
}
