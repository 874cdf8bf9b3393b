import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { integrationOf } from '../../connector-double.ts';
import {
  createTestDatabase,
  type Reply,
  startTestApp,
  type TestDatabase,
  testMasterKey,
} from '../../harness.ts';
import { passTogether } from '../../marketplaces/clock.fixture.ts';
import { type Caller, callerOf } from '../../process/api.ts';
import { openJobs } from '../invariants.ts';
import type { Chance } from '../seeded.ts';
import type { Place, Settings } from './parts.ts';
import { type Program, startApart, startHere } from './programs.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Maximum time for which a message that was read but not acknowledged is hidden. */
const hiddenMs = 121_000;

/** Periodic jobs, which always have a next run. */
const periodic = [
  'integrations.verify',
  'synchronization.changes',
  'synchronization.comparison',
  'metering.compareUsage',
];

/** The job that checks a day after a landing whether the agreement has appeared. */
const later = 'entitlements.awaitAgreement';

/** Maximum number of repeats of a call after a 503. */
const mostTries = 12;

/** A local service that simulates a marketplace, with a seller. */
export type Side = Place & {
  service: { now(): number; pass(ms: number): void | Promise<void>; stop(): Promise<void> };
  /** The settings with which the seller connects. */
  integration: { credentials: object; info: object };
  /** Prepares the verification with the external id of the setup. */
  trust?(externalId: string): void;
  /** Sends notifications of an organization to a new address of the service. */
  moveTo?(url: string, organizationId: string): void;
  /** Holds notifications, and sends the held ones. Absent if the marketplace has a queue. */
  hold?(): void;
  release?(): Promise<void>;
  /** Returns the messages that the service has not read or acknowledged. */
  unread(): readonly unknown[];
};

/**
 * Starts the service with a PROD organization for a seller at a simulated marketplace. Marketplace and organization share a clock that the test
 * controls. With a `bundle`, the service runs in a separate process.
 */
export async function startService(
  side: Side,
  { chance, bundle }: { chance: Chance; bundle: string | undefined },
) {
  const database = await createTestDatabase();
  const { partner, endpoint, operator, service } = side;
  const settings: Settings = {
    partner,
    endpoint,
    ...(operator ? { operator } : {}),
    connectionString: database.connectionString,
    masterKey: testMasterKey,
    keepsRates: chance.below(10) === 0,
  };
  const organization = await makeOrganization(database, partner);
  const { id: orgId, client, externalId } = organization;
  const credentials = { orgId, clientId: client.id, clientSecret: client.secret };
  const programs = await createPrograms({ database, settings, credentials, side, bundle });
  return {
    chance,
    database,
    orgId,
    externalId,
    isApart: bundle !== undefined,
    offsetMs: () => Math.max(0, service.now() - Date.now()),
    ...programs,
  };
}
type Started = Awaited<ReturnType<typeof startService>>;

/** Creates the organization of a seller, using a service that ends before the others start. */
async function makeOrganization(database: TestDatabase, partner: string) {
  const app = await startTestApp({ database });
  const organization = await app.organization({ environment: 'PROD' });
  const { values } = (await integrationOf(app, organization, partner).setup()).body;
  await app.stop();
  const found = values.find(({ name }: { name: string }) => name === 'externalId');
  return { ...organization, externalId: found?.value as string | undefined };
}

/** Creates the services that run in sequence on the database, each until it is killed. */
async function createPrograms(given: {
  database: TestDatabase;
  settings: Settings;
  credentials: { orgId: string; clientId: string; clientSecret: string };
  side: Side;
  bundle: string | undefined;
}) {
  const { database, settings, credentials, side, bundle } = given;
  let current: Program;
  let caller: Caller;
  let kills = 0;
  /** Starts a service and waits until it responds. A planned kill may end the service during its start. */
  const start = async (): Promise<void> => {
    current = bundle
      ? await startApart(bundle, settings, side.service.now)
      : await startHere(settings, side.service.now);
    side.moveTo?.(current.url, credentials.orgId);
    const started = await callerOf(current.url, credentials).catch((error: unknown) => {
      if (!current.isKilled()) throw error;
    });
    if (started) caller = started;
    else await revive();
  };

  /** Starts a new service after a kill, and ends leases that would expire in a minute. */
  const revive = async (): Promise<boolean> => {
    if (!current.isKilled()) return false;
    kills += 1;
    await current.end();
    await database.query(`UPDATE job SET lease_until = now() - interval '1 s' WHERE lease_until > now()`);
    await database.query(`UPDATE marketplace_queue SET lease_until = now() - interval '1 s'`);
    await start();
    return true;
  };
  await start();
  return {
    kill: () => current.kill(),
    kills: () => kills,
    revive,
    /**
     * Calls the API. A call that a kill interrupted is repeated at the next service; a call with a 503 is
     * retried.
     */
    ask: async (method: 'get' | 'post' | 'patch', path: string, body?: unknown): Promise<Reply> => {
      for (let tries = 0; ; ) {
        await revive();
        const reply = await caller[method](path, body).catch((error: unknown) => {
          if (!current.isKilled()) throw error;
        });
        if (reply && reply.status < 500) return reply;
        if (current.isKilled()) continue;
        expect([reply?.status, tries < mostTries], `${method} ${path}: ${reply?.text}`).toEqual([503, true]);
        tries += 1;
        await delay(50 * tries);
      }
    },
    /**
     * Opens a public page, as a browser does. Returns the status, or undefined if the service was killed during the
     * request.
     */
    visit: async (path: string, init: RequestInit = {}): Promise<number | undefined> => {
      await revive();
      const reply = await fetch(`${current.url}${path}`, { redirect: 'manual', ...init }).catch(
        (error: unknown) => {
          if (!current.isKilled()) throw error;
        },
      );
      // The response of a service that is killed may end early.
      await reply?.body?.cancel().catch(() => {});
      return reply?.status;
    },
    order: async (order: { offsetMs: number; reads: boolean }): Promise<void> => {
      await revive();
      await current.step(order).catch((error: unknown) => {
        if (!current.isKilled()) throw error;
      });
      await revive();
    },
    end: async () => {
      await current.end();
    },
  };
}

export type World<S extends Side> = S & Started & Awaited<ReturnType<typeof connected>>;

/** Connects the seller to the marketplace as in its setup, and returns the actions of the history. */
export async function connected(side: Side, world: Started) {
  const { partner, integration } = side;
  const { externalId } = world;
  const steps = createSteps(side, world);
  const good = async (method: 'get' | 'post' | 'patch', path: string, body?: unknown) => {
    const { status, text, body: answer } = await world.ask(method, path, body);
    expect(status, `${method} ${path}: ${text}`).toBe(200);
    return answer;
  };
  const place = `/integration/${partner}/MARKETPLACE`;
  await good('post', '/integration', { partner, ...integration });
  if (externalId !== undefined) side.trust?.(externalId);
  const verify = async (): Promise<boolean> => good('post', `${place}/verify`);
  // Moves the organization to the marketplace’s time before its first call.
  await steps.go(0);
  expect(await verify()).toBe(true);
  await steps.go(minuteMs);
  return { ...steps, good, verify };
}

/** Advances the shared clock and runs due work. */
function createSteps(side: Side, { database, order, orgId, isApart, offsetMs }: Started) {
  const passed = async (ms: number) => {
    // A separate process learns the time with the next order: notifications on the way would be too late or too early.
    if (isApart) side.hold?.();
    await passTogether(database, orgId, side.service, ms);
  };
  const run = async (reads: boolean) => {
    await order({ offsetMs: offsetMs(), reads });
    if (!isApart || !side.release) return;
    await side.release();
    await order({ offsetMs: offsetMs(), reads });
  };
  const go = async (ms: number): Promise<void> => {
    await passed(ms);
    for (let turn = 0; turn < 4; turn++) {
      const reads = side.hold === undefined && side.unread().length > 0;
      if (reads) await passed(hiddenMs);
      await run(reads);
      if (!reads) return;
    }
  };
  const isLeft = async () => [
    ...(await openJobs(database.query)).filter(({ kind }) => ![...periodic, later].includes(kind)),
    ...side.unread(),
  ];
  return {
    go,
    /**
     * Runs all work on both sides, until there is no pending change at the marketplace, no unread message and no
     * job: until the last hour of usage is over, and the hourly and nightly jobs have run.
     */
    comeToRest: async (): Promise<void> => {
      for (const ms of [5 * minuteMs, hourMs, hourMs, dayMs, 0]) {
        let left: unknown[] = [];
        for (let turn = 0; turn < 30; turn++) {
          await go(turn === 0 ? ms : 5 * minuteMs);
          left = await isLeft();
          if (left.length === 0) break;
        }
        expect(left, `work that does not come to an end: ${JSON.stringify(left)}`).toEqual([]);
      }
    },
    /** Enables or disables the hourly and nightly reconciliation, which replaces lost notifications. */
    looksPeriodically: async (looks: boolean): Promise<void> => {
      const day = looks ? '-infinity' : '2200-01-01T00:00:00Z';
      await database.query(
        `UPDATE job SET due_at = $1, ready_at = $1, clock = 'wall' WHERE kind = ANY ($2) AND finished_at IS NULL`,
        [day, periodic],
      );
    },
  };
}
