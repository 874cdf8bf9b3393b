import { createModel } from '../facts/model.ts';
import { createClock } from '../http/clock.ts';
import { createFaultPlan } from '../http/faults.ts';
import { createKeys } from '../http/keys.ts';
import { createCallLog } from '../http/log.ts';
import { createPages } from '../http/pages.ts';
import { listen } from '../http/server.ts';
import { createDoor } from './door.ts';
import { fulfilmentAdditions, withAdditions } from './facts/additions.ts';
import { fulfilment } from './facts/fulfilment.ts';
import { type Changes, createChanges } from './fulfilment/changes.ts';
import { createPurchases } from './fulfilment/purchases.ts';
import { createSubscriptions } from './fulfilment/subscriptions.ts';
import { createApps } from './identity/apps.ts';
import { createLogin } from './identity/login.ts';
import { createTokens } from './identity/tokens.ts';
import { createIds } from './ids.ts';
import { createJobs } from './ingestion/jobs.ts';
import { createOffers, type OwnedProduct } from './ingestion/offers.ts';
import { createReports } from './insights/reports.ts';
import { createInterfaces } from './interfaces.ts';
import { createUsage } from './metering/usage.ts';
import { createService } from './service.ts';
import { createOutbox } from './webhooks/outbox.ts';

export type MkBOptions = {
  /** Seed for generated identifiers. Services with the same seed generate the same identifiers. */
  seed?: string;
  /** Time of the service, its tokens and its signatures; defaults to the system time. */
  now?: () => number;
};

/** Creates the parts of the service. */
export function createWorld({ seed = 'mkB', now = Date.now }: MkBOptions) {
  const ids = createIds(seed);
  const clock = createClock(now);
  const settings = {
    lagMs: 0,
    checksActivation: true,
    unauthorizedStatus: 403,
    offersPerPage: 100,
    withdrawsCustomerOffers: false,
  };
  const apps = createApps(ids, clock.now);
  const tokens = createTokens({ apps, ids, now: clock.now });
  const keys = createKeys({ listed: (kid) => ({ x5t: kid }), header: (kid) => ({ x5t: kid }) });
  const subscriptions = createSubscriptions(clock);
  const model = createModel(withAdditions(fulfilment, fulfilmentAdditions));
  // Changes send notifications, and notifications end changes.
  const outbox = createOutbox({ clock, keys, model, changes: (): Changes => changes });
  const changes = createChanges({ subscriptions, clock, ids, notify: outbox.notify });
  const purchases = createPurchases({ subscriptions, changes, clock, ids });
  const pages = createPages(() => Buffer.from(ids.hex(48)).toString('base64'));
  const usage = createUsage({ subscriptions, clock, ids });
  const products: OwnedProduct[] = [];
  const jobs = createJobs({ clock, ids });
  const offers = createOffers({ products, clock, ids });
  const reports = createReports({ clock, ids });
  return {
    ids,
    clock,
    settings,
    apps,
    tokens,
    keys,
    subscriptions,
    outbox,
    changes,
    purchases,
    usage,
    products,
    jobs,
    offers,
    reports,
    pages,
    fulfilmentModel: model,
    faults: createFaultPlan(),
    log: createCallLog(),
  };
}
export type World = ReturnType<typeof createWorld>;

/** Starts a local marketplace B on a free port of 127.0.0.1. */
export async function startMkB(options: MkBOptions = {}) {
  const world = createWorld(options);
  const handle = createService({
    ...world,
    interfaces: createInterfaces(world),
    login: createLogin(world),
    download: world.reports.download,
  });
  const { url, stop } = await listen(handle);
  return { url, stop, ...createDoor(world) };
}
export type MkB = Awaited<ReturnType<typeof startMkB>>;
