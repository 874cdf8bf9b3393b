import { createClock } from '../http/clock.ts';
import { createFaultPlan } from '../http/faults.ts';
import { createCallLog } from '../http/log.ts';
import { createPages } from '../http/pages.ts';
import { createRates } from '../http/rates.ts';
import { listen } from '../http/server.ts';
import { createAgreements } from './agreements/agreements.ts';
import { createCancellations } from './agreements/cancellations.ts';
import { createAgreementReads } from './agreements/reads.ts';
import { createSearch } from './agreements/search.ts';
import { createChangeSets } from './catalog/change-sets.ts';
import { createEntities } from './catalog/entities.ts';
import { createEntityReads } from './catalog/lists.ts';
import { createDocuments } from './documents.ts';
import { createDoor } from './door.ts';
import { createEntitlements } from './entitlements.ts';
import { createEvents } from './events.ts';
import { createIdentities } from './identities.ts';
import { createIds } from './ids.ts';
import { createMetering } from './metering.ts';
import { createOperations } from './operations.ts';
import { createQueues } from './queue.ts';
import { createService } from './service.ts';

export type MkAOptions = {
  /** Of what is generated: two services of one seed make the same identifiers. */
  seed?: string;
  /** The service's time; the machine's, when left out. Signatures and sessions always go by the machine's. */
  now?: () => number;
};

/** What a second allows, for each account (marketplaces' published quotas). */
const published = {
  StartChangeSet: 5,
  ListChangeSets: 5,
  CancelChangeSet: 5,
  DescribeChangeSet: 10,
  ListEntities: 10,
  DescribeEntity: 20,
  BatchMeterUsage: 10,
};

export type Settings = {
  /** By how much lists lag behind. */
  lagMs: number;
  /** By how much the clock that signatures are checked by is off. */
  skewMs: number;
  refusesPastAvailability: boolean;
};

/** Everything that the service is made of. */
export function createWorld({ seed = 'mkA', now = Date.now }: MkAOptions) {
  const ids = createIds(seed);
  const clock = createClock(now);
  const settings: Settings = { lagMs: 0, skewMs: 0, refusesPastAvailability: false };
  const wallNow = () => Date.now() + settings.skewMs;
  const identities = createIdentities(ids, wallNow);
  const documents = createDocuments(identities.keyOf, wallNow);
  const entities = createEntities(clock.now);
  const pages = createPages(() => Buffer.from(ids.hex(48)).toString('base64'));
  const closedAccounts = new Set<string>();
  const lagMs = () => settings.lagMs;
  const queues = createQueues(clock, ids);
  const events = createEvents({ clock, ids, queues, entities });
  const agreements = createAgreements({ entities, clock, ids, onNews: events.ofAgreement });
  const cancellations = createCancellations({ agreements, clock, ids, pages, onNews: events.ofCancellation });
  const outside = {
    agreement: (id: string) => {
      const found = agreements.find(id);
      return found && { ...found, isActive: found.status === 'ACTIVE' };
    },
    isAccount: (id: string) => !closedAccounts.has(id),
    canRead: documents.canRead,
    refusesPastAvailability: () => settings.refusesPastAvailability,
  };
  const onEnd = events.ofChangeSet;
  const changeSets = createChangeSets({ entities, clock, ids, pages, outside, lagMs, onEnd });
  return {
    ids,
    clock,
    settings,
    wallNow,
    identities,
    documents,
    entities,
    changeSets,
    reads: createEntityReads(entities, pages, clock.now, lagMs),
    agreements,
    agreementReads: createAgreementReads(agreements, pages),
    search: createSearch(agreements, pages, clock.now, lagMs),
    cancellations,
    entitlements: createEntitlements(agreements, pages, entities.productOwner),
    metering: createMetering({ agreements, entities, clock, ids }),
    queues,
    events,
    closedAccounts,
    faults: createFaultPlan(),
    /** By the machine's time and what was let pass: rates go on where the service's time stands still. */
    rates: createRates(published, () => Date.now() + clock.passedMs()),
    log: createCallLog(),
  };
}
export type World = ReturnType<typeof createWorld>;

/** Plays marketplace A on a free port of 127.0.0.1, for its official clients by their `endpoint`. */
export async function startMkA(options: MkAOptions = {}) {
  const world = createWorld(options);
  const { identities, documents } = world;
  const handle = createService({
    ...world,
    identities,
    operations: createOperations(world),
    documents: documents.handle,
  });
  const { url, stop } = await listen(handle);
  return { url, stop, ...createDoor(world) };
}
export type MkA = Awaited<ReturnType<typeof startMkA>>;
