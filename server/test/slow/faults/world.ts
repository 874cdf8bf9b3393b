import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { integrationOf } from '../../connector-double.ts';
import { startMkA } from '../../fakes/mkA/server.ts';
import {
  createTestDatabase,
  type Reply,
  startTestApp,
  type TestDatabase,
  testMasterKey,
} from '../../harness.ts';
import { passTogether } from '../../marketplaces/clock.fixture.ts';
import { type Caller, callerOf } from '../../process/api.ts';
import type { Chance } from '../seeded.ts';
import type { Settings } from './parts.ts';
import { type Program, startApart, startHere } from './programs.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Maximum time for which a message that was read but not acknowledged is hidden. */
const hiddenMs = 121_000;

/** Periodic jobs, which always have a next run. */
export const periodic = ['integrations.verify', 'synchronization.changes', 'synchronization.comparison'];

/** Maximum number of repeats of a call after a 503. */
const mostTries = 12;

/**
 * The options of a seed. `bundle`: the program to run in a separate process; if absent, the service runs in
 * this process.
 */
export type Play = { chance: Chance; bundle?: string | undefined };

/**
 * Starts a PROD seller that is connected to the simulated marketplace. Marketplace and organization share a
 * clock that the test controls.
 */
export async function startWorld({ chance, bundle }: Play) {
  const service = await startMkA({ seed: String(chance.seed) });
  service.limitRates(false);
  service.pace({ preparingMs: 20_000, applyingMs: 40_000 });
  const seller = service.addSeller();
  const product = seller.addProduct({ title: 'Insight', dimensions: ['seats', 'usedHours'] });
  const database = await createTestDatabase();
  const { accessKeyId, secretAccessKey, principal } = service.operator;
  const settings: Settings = {
    connectionString: database.connectionString,
    masterKey: testMasterKey,
    endpoint: service.url,
    platform: { accessKeyId, secretAccessKey, principal },
    keepsRates: chance.below(10) === 0,
  };
  const organization = await makeOrganization(database);
  const credentials = {
    orgId: organization.id,
    clientId: organization.client.id,
    clientSecret: organization.client.secret,
  };
  const programs = await createPrograms({ database, settings, credentials, bundle });
  const clock = { offsetMs: () => Math.max(0, service.now() - Date.now()) };
  const { id: orgId, externalId } = organization;
  return { chance, service, seller, product, database, orgId, externalId, clock, ...programs };
}
type Parts = Awaited<ReturnType<typeof startWorld>>;

/**
 * Creates the organization of a seller and its external id, using a service that ends before the others
 * start.
 */
async function makeOrganization(database: TestDatabase) {
  const app = await startTestApp({ database });
  const organization = await app.organization({ environment: 'PROD' });
  const { values } = (await integrationOf(app, organization).setup()).body;
  await app.stop();
  const { value } = values.find(({ name }: { name: string }) => name === 'externalId');
  return { ...organization, externalId: value as string };
}

/** Creates the services that run in sequence on the database, each until it is killed. */
async function createPrograms(given: {
  database: TestDatabase;
  settings: Settings;
  credentials: { orgId: string; clientId: string; clientSecret: string };
  bundle: string | undefined;
}) {
  const { database, settings, credentials, bundle } = given;
  let current: Program;
  let caller: Caller;
  let kills = 0;
  /** Starts a service and waits until it responds. A planned kill may end the service during its start. */
  const start = async (): Promise<void> => {
    current = bundle ? await startApart(bundle, settings) : await startHere(settings, { offsetMs: 0 });
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

export type World = Parts & Awaited<ReturnType<typeof connected>>;

/** Connects the seller to the marketplace as in its setup, and returns the actions of the history. */
export async function connected(world: Parts) {
  const { service, seller, product } = world;
  const steps = createSteps(world);
  const good = async (method: 'get' | 'post' | 'patch', path: string, body?: unknown) => {
    const { status, text, body: answer } = await world.ask(method, path, body);
    expect(status, `${method} ${path}: ${text}`).toBe(200);
    return answer;
  };
  const { roleArn: iamRoleArn, queueArn } = seller;
  const place = '/integration/MKA/MARKETPLACE';
  await good('post', '/integration', {
    partner: 'MKA',
    credentials: {},
    info: { mkAIntegration: { iamRoleArn, queueArn } },
  });
  service.trust(iamRoleArn, { externalId: world.externalId });
  const verify = async (): Promise<boolean> => good('post', `${place}/verify`);
  expect(await verify()).toBe(true);
  await steps.go(minuteMs);
  await good('post', '/product/sync', { partner: 'MKA' });
  await steps.go(minuteMs);
  const [listed] = await good('get', '/partner/MKA/product');
  expect(listed).toMatchObject({ externalID: product.id });
  return { ...steps, good, verify, productId: listed.id as string };
}

/** Advances the shared clock and runs due work. */
function createSteps({ service, seller, database, clock, order, orgId }: Parts) {
  const passed = (ms: number) => passTogether(database, orgId, service, ms);
  const go = async (ms: number): Promise<void> => {
    await passed(ms);
    for (let turn = 0; turn < 4; turn++) {
      const reads = service.messagesOf(seller.accountId).length > 0;
      if (reads) await passed(hiddenMs);
      await order({ offsetMs: clock.offsetMs(), reads });
      if (!reads) return;
    }
  };
  return {
    go,
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
