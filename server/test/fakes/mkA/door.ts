import type { Fault } from '../http/faults.ts';
import type { Choice } from './agreements/accepted-terms.ts';
import { buyersOf, type Offer } from './catalog/entities.ts';
import type { Delivery } from './events.ts';
import { createListings, type NewProduct } from './listings.ts';
import type { World } from './server.ts';

/** By which tests give orders: plain functions, none of them through the port. */
export const createDoor = (world: World) => ({
  ...createSellers(world),
  ...createFaultDoor(world),
  ...createRightsDoor(world),
  ...createBuyers(world),
  ...createEventDoor(world),
  ids: world.ids,
  log: world.log,
  documents: world.documents,
  changeSets: world.changeSets.all,

  now: world.clock.now,
  /** Lets time pass at the service, and does on the way what is due. */
  pass: world.clock.pass,
  /** Lets time pass until nothing is being worked on. */
  settle: world.clock.settle,
  /** How long change sets take in each of their two phases. */
  pace: (changed: Partial<World['changeSets']['pace']>) => void Object.assign(world.changeSets.pace, changed),
});

/** Who sells: accounts with what they need, and what they have listed. */
function createSellers(world: World) {
  const { ids, identities, documents, entities, queues, closedAccounts } = world;
  const operatorId = ids.account();
  const user = identities.addUser(operatorId, 'operator');
  const operator = { accountId: operatorId, principal: user.arn, ...keyOf(user) };
  const { addProduct, addOffer } = createListings(world);
  return {
    /** The account that assumes sellers' roles. */
    operator,
    /** A seller with a role that the operator may assume, a key of its own, a queue of its events, and a bucket. */
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
        /** Puts a listing there as if it had been made in the marketplace's portal. */
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
    /** The account ceases to be one of the vendor's. */
    closeAccount: (accountId: string) => void closedAccounts.add(accountId),
  };
}

const keyOf = ({ accessKeyId, secret }: { accessKeyId: string; secret: string }) => ({
  accessKeyId,
  secretAccessKey: secret,
});

type ErrorFault = Omit<Fault & { kind: 'ERROR' }, 'kind'>;

/** What goes wrong. Operations are named as the services name them; `*` is any. */
function createFaultDoor({ faults, changeSets, settings, rates }: World) {
  const failNext = (operation: string, fault: ErrorFault, times = 1) =>
    faults.add(operation, { kind: 'ERROR', ...fault }, times);
  return {
    /** Ends the connection of the next call of an operation, before anything is done or after all of it is. */
    dropNextAnswer: (
      operation: string,
      { afterCommit, times = 1, onDrop }: { afterCommit: boolean; times?: number; onDrop?: () => void },
    ) => faults.add(operation, { kind: 'DROP', afterCommit, ...(onDrop && { onDrop }) }, times),
    failNext,
    throttleNext: (operation: string, { retryAfterS, times = 1 }: { retryAfterS: number; times?: number }) =>
      failNext(
        operation,
        {
          status: 429,
          code: 'ThrottlingException',
          message: 'Rate exceeded',
          headers: { 'retry-after': String(retryAfterS) },
        },
        times,
      ),
    delayNext: (operation: string, ms: number, times = 1) =>
      faults.add(operation, { kind: 'DELAY', ms }, times),
    clearFaults: faults.clear,
    /** The next change set fails with a published code, at the change of a type or at the last. */
    changeSetFails: (code: string, message = `Refused: ${code}`, changeType?: string) =>
      void changeSets.ordered.push({ kind: 'CLIENT_ERROR', code, message, changeType }),
    /** The next change set fails by the marketplace's own fault, after it began to be applied. */
    changeSetBreaks: () => void changeSets.ordered.push({ kind: 'SERVER_FAULT' }),
    /** Lists (of entities, change sets, agreements) show what was so long ago. */
    lag: (ms: number) => {
      settings.lagMs = ms;
    },
    refusesPastAvailability: (refuses: boolean) => {
      settings.refusesPastAvailability = refuses;
    },
    /** Whether the published rates are kept to; they are, until this is called. */
    limitRates: rates.switch,
    rates: rates.set,
  };
}

/** What buyers do. `choice` says how many of which dimension, for how long, and whether it renews by itself. */
const createBuyers = ({ agreements, cancellations, metering, entitlements, entities, ids }: World) => ({
  /** Answers the agreement. The buyer is the first that the offer is for, unless another account is named. */
  buyerAccepts: (offerId: string, { buyer, ...choice }: Choice & { buyer?: string } = {}) => {
    const offer = entities.find(offerId);
    const [first = ids.account()] = offer?.kind === 'Offer' ? buyersOf(offer) : [];
    return agreements.accept(offerId, buyer ?? first, choice);
  },
  buyerAmends: agreements.amend,
  agreement: agreements.find,
  agreements: agreements.all,
  /** Ends an agreement now: CANCELLED, EXPIRED, TERMINATED … */
  agreementEnds: agreements.end,
  agreementRenews: agreements.renew,
  cancellations: cancellations.all,
  buyerApproves: cancellations.approve,
  buyerRejects: cancellations.reject,
  /** The next request for a cancellation fails the marketplace's own checks a minute later. */
  cancellationFails: (statusMessage: string) => void cancellations.ordered.push(statusMessage),
  /** What the buyer's browser brings to the landing page. */
  registrationToken: metering.registrationToken,
  metered: metering.metered,
  /** The next so many records of usage are left for another call. */
  leavesUnprocessed: (records: number) => {
    metering.settings.unprocessed = records;
  },
  /** How many pages without rows come before the first that has some. */
  emptyPages: (pages: 0 | 1) => {
    entitlements.settings.emptyPages = pages;
  },
});

/** How events reach the queues. */
const createEventDoor = ({ events, queues }: World) => ({
  events: events.sent,
  /** How late, how often and in which order events are delivered from now on. */
  deliver: (changed: Partial<Delivery>) => void Object.assign(events.delivery, changed),
  holdEvents: events.hold,
  letEventsGo: events.letGo,
  injectMessage: events.inject,
  /** Messages that lie in the queues of an account, seen or not. */
  messagesOf: (accountId: string) =>
    queues.of(accountId).flatMap(({ messages }) => messages.map(({ body }) => body)),
  addQueue: (accountId: string, name: string) => {
    const { arn, url } = queues.add(accountId, name);
    return { arn, url };
  },
});

/** Who may do what, and whose clock is right. */
const createRightsDoor = ({ identities, settings }: World) => ({
  revokeRole: identities.revoke,
  restoreRole: identities.restore,
  trust: identities.trust,
  forbid: identities.forbid,
  allow: identities.allow,
  endSessions: identities.endSessions,
  secrets: identities.secrets,
  removeKey: identities.removeKey,
  /** Sets the clock that signatures and sessions are checked by ahead, or back. */
  clockSkew: (ms: number) => {
    settings.skewMs = ms;
  },
});
