import { createClock } from '../http/clock.ts';
import { createFaultPlan } from '../http/faults.ts';
import { createCallLog } from '../http/log.ts';
import { createPages } from '../http/pages.ts';
import { createRates } from '../http/rates.ts';
import { listen } from '../http/server.ts';
import { createAdjustments } from './agreements/adjustments.ts';
import { createAgreements } from './agreements/agreements.ts';
import { createCancellations } from './agreements/cancellations.ts';
import { createInvoices } from './agreements/invoices.ts';
import { createAgreementReads } from './agreements/reads.ts';
import { createSearch } from './agreements/search.ts';
import { createChangeSets } from './catalog/change-sets.ts';
import { createEntities } from './catalog/entities.ts';
import { createEntityReads } from './catalog/lists.ts';
import { createDataFeed } from './data-feed.ts';
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
  /** Seed for generated identifiers. Services with the same seed generate the same identifiers. */
  seed?: string;
  /** Time of the service; defaults to the system time. Signatures and sessions always use the system time. */
  now?: () => number;
};

/** Allowed calls per second and account, from the vendor's published quotas. */
const published = {
  StartChangeSet: 5,
  ListChangeSets: 5,
  CancelChangeSet: 5,
  DescribeChangeSet: 10,
  ListEntities: 10,
  DescribeEntity: 20,
  BatchMeterUsage: 10,
  ListAgreementInvoiceLineItems: 10,
  BatchCreateBillingAdjustmentRequest: 2,
  GetBillingAdjustmentRequest: 5,
  ListBillingAdjustmentRequests: 5,
};

export type Settings = {
  /** Lag of lists. */
  lagMs: number;
  /** Offset of the clock by which signatures are checked. */
  skewMs: number;
  refusesPastAvailability: boolean;
};

/** Creates the parts of the service. */
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
  const invoices = createInvoices({ agreements, clock, ids, pages });
  const adjustments = createAdjustments({
    agreements,
    invoices,
    clock,
    ids,
    pages,
    onNews: events.ofAdjustment,
  });
  const dataFeed = createDataFeed({ agreements, invoices, documents, clock, ids });
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
    invoices,
    adjustments,
    dataFeed,
    entitlements: createEntitlements(agreements, pages, entities.productOwner),
    metering: createMetering({ agreements, entities, clock, ids }),
    queues,
    events,
    closedAccounts,
    faults: createFaultPlan(),
    /**
     * The rate limits use the system time plus the time that tests added, so that limits recover while the
     * service's time stands still.
     */
    rates: createRates(published, () => Date.now() + clock.passedMs()),
    log: createCallLog(),
  };
}
export type World = ReturnType<typeof createWorld>;

/** Starts a local marketplace A on a free port of 127.0.0.1, for its official clients through their `endpoint`. */
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
