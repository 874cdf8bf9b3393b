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
import { passTogether } from '../../marketplaces/mkA/clock.fixture.ts';
import { type Caller, callerOf } from '../../process/api.ts';
import type { Chance } from '../seeded.ts';
import type { Settings } from './parts.ts';
import { type Program, startApart, startHere } from './programs.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** So long a message is hidden at most that was read and not acknowledged. */
const hiddenMs = 121_000;

/** Looks that are repeated for ever: there is always a next one. */
export const periodic = ['integrations.verify', 'synchronization.changes', 'synchronization.comparison'];

/** So often what is answered 503 is said again, by which faults come to their ends. */
const mostTries = 12;

/** How a seed is played: `bundle` is the program to run in a process of its own; absent: in this one. */
export type Play = { chance: Chance; bundle?: string | undefined };

/**
 * A seller in PROD who is connected to the played marketplace. The marketplace's clock and the organization's are one, and go
 * only as the test lets them.
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

/** Makes the organization of a seller, and its external id, by a program that ends before all others begin. */
async function makeOrganization(database: TestDatabase) {
  const app = await startTestApp({ database });
  const organization = await app.organization({ environment: 'PROD' });
  const { values } = (await integrationOf(app, organization).setup()).body;
  await app.stop();
  const { value } = values.find(({ name }: { name: string }) => name === 'externalId');
  return { ...organization, externalId: value as string };
}

/** The programs that run one after the other on the database, each until it is killed. */
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
  /** Starts a program that answers. A kill that was planned before may meet it while it starts. */
  const start = async (): Promise<void> => {
    current = bundle ? await startApart(bundle, settings) : await startHere(settings, { offsetMs: 0 });
    const started = await callerOf(current.url, credentials).catch((error: unknown) => {
      if (!current.isKilled()) throw error;
    });
    if (started) caller = started;
    else await revive();
  };

  /** Starts another program where the last was killed. Nobody waits for leases that are over in a minute. */
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
    /** Calls the API; what a program that was killed did not answer is said again to the next, and what says 503 once more. */
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

/** Connects the seller to the marketplace, as its setup says, and answers how its life goes on. */
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

/** Lets time pass for both, and has the program do what is due. */
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
    /** Leaves the looks of each hour and each night out, so that nothing makes up for what notifications say; or has them again. */
    looksPeriodically: async (looks: boolean): Promise<void> => {
      const day = looks ? '-infinity' : '2200-01-01T00:00:00Z';
      await database.query(
        `UPDATE job SET due_at = $1, ready_at = $1, clock = 'wall' WHERE kind = ANY ($2) AND finished_at IS NULL`,
        [day, periodic],
      );
    },
  };
}
