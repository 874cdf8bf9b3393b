import { createFaultDoor as createCommonFaults } from '../http/faults.ts';
import type { Choice } from './agreements/accepted-terms.ts';
import { buyersOf, type Offer } from './catalog/entities.ts';
import type { Delivery } from './events.ts';
import { createListings, type NewProduct } from './listings.ts';
import type { World } from './server.ts';

/**
 * Creates the functions with which tests control the local service outside the marketplace's own interfaces.
 */
export const createDoor = (world: World) => ({
  ...createSellers(world),
  ...createFaultDoor(world),
  ...createRightsDoor(world),
  ...createBuyers(world),
  ...createMoneyDoor(world),
  ...createEventDoor(world),
  ids: world.ids,
  log: world.log,
  documents: world.documents,
  changeSets: world.changeSets.all,

  now: world.clock.now,
  /** Advances the service’s time, and runs the events that become due. */
  pass: world.clock.pass,
  /** Advances time until no work is in progress. */
  settle: world.clock.settle,
  /** Sets the duration of each of the two phases of change sets. */
  pace: (changed: Partial<World['changeSets']['pace']>) => void Object.assign(world.changeSets.pace, changed),
});

/** Creates the functions for sellers, which are accounts with resources and listings. */
function createSellers(world: World) {
  const { ids, identities, documents, entities, queues, closedAccounts } = world;
  const operatorId = ids.account();
  const user = identities.addUser(operatorId, 'operator');
  const operator = { accountId: operatorId, principal: user.arn, ...keyOf(user) };
  const { addProduct, addOffer } = createListings(world);
  return {
    /** The account whose keys assume the sellers' roles. */
    operator,
    /**
     * Creates a seller with a role that the operator may assume, an access key, an event queue and a bucket.
     */
    addSeller: ({ externalId }: { externalId?: string } = {}) => {
      const accountId = ids.account();
      const queue = queues.add(accountId, 'tradepost-events');
      return {
        accountId,
        queueArn: queue.arn,
        queueUrl: queue.url,
        roleArn: identities.addRole(accountId, 'tradepost', operatorId, externalId),
        bucket: documents.addBucket(`documents-${accountId}`, accountId),
        ...keyOf(identities.addUser(accountId, 'seller')),
        /** Creates a listing as the marketplace's portal does. */
        addProduct: (given?: NewProduct) => addProduct(accountId, given),
        addOffer,
      };
    },
    offer: (id: string): Offer | undefined => {
      const found = entities.find(id);
      return found?.kind === 'Offer' ? found : undefined;
    },
    offersOf: (owner: string): Offer[] =>
      entities.all().filter((one): one is Offer => one.kind === 'Offer' && one.owner === owner),
    /** Closes the account at the vendor. */
    closeAccount: (accountId: string) => void closedAccounts.add(accountId),
  };
}

const keyOf = ({ accessKeyId, secret }: { accessKeyId: string; secret: string }) => ({
  accessKeyId,
  secretAccessKey: secret,
});

/**
 * Creates the functions that inject faults. Operations have the services' names; `*` matches any operation.
 */
function createFaultDoor({ faults, changeSets, settings, rates }: World) {
  const common = createCommonFaults(faults);
  return {
    ...common,
    throttleNext: (operation: string, order: { retryAfterS: number; times?: number }) =>
      common.throttleNext(operation, order, { code: 'ThrottlingException', message: 'Rate exceeded' }),
    /**
     * Makes the next change set fail with a published code, at the change of a given type or at the last
     * change.
     */
    changeSetFails: (code: string, message = `Refused: ${code}`, changeType?: string) =>
      void changeSets.ordered.push({ kind: 'CLIENT_ERROR', code, message, changeType }),
    /** Makes the next change set fail with a service fault while the set is being applied. */
    changeSetBreaks: () => void changeSets.ordered.push({ kind: 'SERVER_FAULT' }),
    /** Makes lists of entities, change sets and agreements return the state of some time ago. */
    lag: (ms: number) => {
      settings.lagMs = ms;
    },
    refusesPastAvailability: (refuses: boolean) => {
      settings.refusesPastAvailability = refuses;
    },
    /** Enables or disables the published rate limits; enabled by default. */
    limitRates: rates.switch,
    rates: rates.set,
  };
}

/**
 * Creates the actions of buyers. `choice` contains quantities by dimension, duration and automatic renewal.
 */
const createBuyers = ({ agreements, cancellations, metering, entitlements, entities, ids }: World) => ({
  /** Accepts an offer and returns the agreement. The buyer defaults to the first account in the offer. */
  buyerAccepts: (offerId: string, { buyer, ...choice }: Choice & { buyer?: string } = {}) => {
    const offer = entities.find(offerId);
    const [first = ids.account()] = offer?.kind === 'Offer' ? buyersOf(offer) : [];
    return agreements.accept(offerId, buyer ?? first, choice);
  },
  buyerAmends: agreements.amend,
  agreement: agreements.find,
  agreements: agreements.all,
  /** Ends an agreement immediately: CANCELLED, EXPIRED, TERMINATED … */
  agreementEnds: agreements.end,
  agreementRenews: agreements.renew,
  cancellations: cancellations.all,
  buyerApproves: cancellations.approve,
  buyerRejects: cancellations.reject,
  /** Makes the next cancellation request fail the marketplace's validation a minute later. */
  cancellationFails: (statusMessage: string) => void cancellations.ordered.push(statusMessage),
  /** Returns the form that the buyer's browser posts to the landing page. */
  registrationToken: metering.registrationToken,
  metered: metering.metered,
  /** Leaves some records of the next usage call unprocessed. */
  leavesUnprocessed: (records: number) => {
    metering.settings.unprocessed = records;
  },
  /** Sets the number of empty pages before the first page with rows. */
  emptyPages: (pages: 0 | 1) => {
    entitlements.settings.emptyPages = pages;
  },
});

/** Creates the functions for invoices and refunds of the marketplace. */
const createMoneyDoor = ({ invoices, adjustments, dataFeed }: World) => ({
  /** The sellers' feed of billing events. */
  dataFeed,
  /** Issues an invoice or a credit memo of an agreement. */
  invoices: invoices.issue,
  invoicesOf: (agreementId: string) => invoices.all().filter((one) => one.agreementId === agreementId),
  adjustments: adjustments.all,
  /** Makes the next refund fail during processing. */
  adjustmentFails: (statusMessage: string) => void adjustments.ordered.push(statusMessage),
});

/** Creates the functions that control event delivery to the queues. */
const createEventDoor = ({ events, queues }: World) => ({
  events: events.sent,
  /** Sets delay, repetition and order of future event deliveries. */
  deliver: (changed: Partial<Delivery>) => void Object.assign(events.delivery, changed),
  holdEvents: events.hold,
  letEventsGo: events.letGo,
  injectMessage: events.inject,
  /** Sends an account an event of an unpublished kind, and an event that is irrelevant to sellers. */
  sendsUselessEvents: (account: string) => {
    const of = { account, resources: [], detail: {} };
    const [marketplace, catalog] = ['aws.agreement-marketplace', 'aws.marketplacecatalog'];
    events.announce({
      ...of,
      source: marketplace,
      'detail-type': 'Purchase Agreement Teleported - Proposer',
    });
    events.announce({ ...of, source: catalog, 'detail-type': 'Products Security Report Created' });
  },
  /** Pauses payouts of an account because its bank account is invalid. */
  pausesDisbursements: (account: string) =>
    events.announce({
      'detail-type': 'Disbursement Paused',
      source: 'aws.marketplace',
      account,
      resources: [`arn:aws:payments::${account}:payment-instrument:one`],
      detail: { catalog: 'AWSMarketplace' },
    }),
  /** Returns all messages in an account's queues, including received messages. */
  messagesOf: (accountId: string) =>
    queues.of(accountId).flatMap(({ messages }) => messages.map(({ body }) => body)),
  waitAtMost: queues.waitAtMost,
  addQueue: (accountId: string, name: string) => {
    const { arn, url } = queues.add(accountId, name);
    return { arn, url };
  },
});

/** Creates the functions for role permissions and the clocks of the service. */
const createRightsDoor = ({ identities, settings }: World) => ({
  revokeRole: identities.revoke,
  restoreRole: identities.restore,
  trust: identities.trust,
  forbid: identities.forbid,
  allow: identities.allow,
  endSessions: identities.endSessions,
  secrets: identities.secrets,
  removeKey: identities.removeKey,
  /** Shifts the clock by which signatures and sessions are checked. */
  clockSkew: (ms: number) => {
    settings.skewMs = ms;
  },
});
