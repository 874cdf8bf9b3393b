import { createModel } from '../facts/model.ts';
import { createClock } from '../http/clock.ts';
import { createFaultPlan } from '../http/faults.ts';
import { createKeys } from '../http/keys.ts';
import { createCallLog } from '../http/log.ts';
import { createPages } from '../http/pages.ts';
import { listen } from '../http/server.ts';
import { createDoor } from './door.ts';
import { createPubSub } from './events/operations.ts';
import { createPush } from './events/push.ts';
import { createQueues } from './events/queues.ts';
import { createTopics } from './events/topics.ts';
import { offersFacts } from './facts/offers.ts';
import { procurement } from './facts/procurement.ts';
import { pubsub } from './facts/pubsub.ts';
import { storage } from './facts/storage.ts';
import { usage } from './facts/usage.ts';
import { createServiceAccounts } from './identity/accounts.ts';
import { certificatesOf } from './identity/certificates.ts';
import { createSignIn, landingSigner } from './identity/signin.ts';
import { createTokens } from './identity/tokens.ts';
import { createIds } from './ids.ts';
import { createLanding } from './landing/tokens.ts';
import { createOffers } from './offers/offers.ts';
import { createOfferOperations } from './offers/operations.ts';
import { createBuyers } from './procurement/buyers.ts';
import { createChanges } from './procurement/changes.ts';
import { createProcurement } from './procurement/operations.ts';
import { createRecords } from './procurement/records.ts';
import { createBuckets } from './reports/buckets.ts';
import { createStorageOperations, showStorageError } from './reports/operations.ts';
import { createService, type Interface } from './service.ts';
import { createUsageOperations } from './usage/operations.ts';
import { createUsage } from './usage/usage.ts';

export type MkCOptions = {
  /** Seed for generated identifiers. Services with the same seed generate the same identifiers. */
  seed?: string;
  /** Time of the service, its tokens and its signatures; defaults to the system time. */
  now?: () => number;
};

/** Creates the parts of the service. */
export function createWorld({ seed = 'mkC', now = Date.now }: MkCOptions) {
  const ids = createIds(seed);
  const clock = createClock(now);
  const accounts = createServiceAccounts(ids);
  const tokens = createTokens({ accounts, ids, now: clock.now });
  const listed = () => ({ alg: 'RS256' });
  const keys = {
    push: createKeys({ prefix: 'push', listed }),
    landing: createKeys({ prefix: 'landing', listed }),
  };
  const topics = createTopics({ ids, now: clock.now });
  const queues = createQueues({ topics, clock, ids });
  const push = createPush({ queues, clock, keys: keys.push, ids });
  const records = createRecords(clock, ids);
  const offers = createOffers({ records, clock, ids });
  const changes = createChanges({ records, clock, notify: topics.publish, onOfferEnded: offers.end });
  const buyers = createBuyers({ records, changes, clock, ids });
  const pages = createPages(() => ids.text(43));
  return {
    ids,
    clock,
    accounts,
    tokens,
    keys,
    topics,
    queues,
    push,
    usage: createUsage({ records, clock }),
    buckets: createBuckets({ clock, ids }),
    offers,
    landing: createLanding({ records, keys: keys.landing, now: clock.now }),
    records,
    changes,
    buyers,
    pages,
    faults: createFaultPlan(),
    log: createCallLog(),
  };
}
export type World = ReturnType<typeof createWorld>;

const createInterfaces = (world: World): Interface[] => [
  {
    name: 'procurement',
    model: createModel(procurement),
    run: createProcurement({ ...world, reset: world.buyers.deletesAccount }),
  },
  { name: 'pubsub', model: createModel(pubsub), run: createPubSub(world) },
  { name: 'offers', model: createModel(offersFacts), run: createOfferOperations(world) },
  { name: 'usage', model: createModel(usage), run: createUsageOperations(world) },
  {
    name: 'storage',
    model: createModel(storage),
    run: createStorageOperations(world),
    showError: showStorageError,
  },
];

/** Starts a local marketplace C on a free port of 127.0.0.1. */
export async function startMkC(options: MkCOptions = {}) {
  const world = createWorld(options);
  const handle = createService({
    ...world,
    interfaces: createInterfaces(world),
    signIn: createSignIn({ ...world, certificates: () => certificatesOf(world.keys.landing, landingSigner) }),
  });
  const { url, stop } = await listen(handle);
  return { url, stop, ...createDoor(world) };
}
export type MkC = Awaited<ReturnType<typeof startMkC>>;
