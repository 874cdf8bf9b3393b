import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  send,
  startTestApp,
  type TestDatabase,
  type TestOrganization,
  testMasterKey,
} from '../../harness.ts';
import { callerOf } from '../../process/api.ts';
import { cleanUp, freePort, type Program, start, waitFor } from '../../process/program.ts';
import { type KeepAliveProxy, startProxy } from './proxy.ts';

let database: TestDatabase;
let proxy: KeepAliveProxy;
let org: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startProxy();
  const app = await startTestApp({ database });
  org = await app.organization();
  await app.stop();
});
afterAll(async () => {
  await cleanUp();
  await proxy?.close();
  await database?.drop();
});

type StartedProgram = { program: Program; address: string };

/** Starts a process and resolves once it is ready. Its configured URL is that of the proxy. */
async function begin(role: string, environment: Record<string, string> = {}): Promise<StartedProgram> {
  const port = String(await freePort());
  const settings = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey, PORT: port };
  const program = start({ ...settings, BASE_URL: proxy.address, ...environment }, { arguments: [role] });
  await program.logged('ready');
  return { program, address: `http://127.0.0.1:${port}` };
}

const credentials = () => ({
  orgId: org.id,
  clientId: org.client.id,
  clientSecret: org.client.secret,
});

/** Creates offers through the proxy, four at a time, until it is stopped. */
async function createOffers() {
  const caller = await callerOf(proxy.address, credentials());
  const statuses: number[] = [];
  let going = true;
  let sent = 0;
  const goOn = async () => {
    while (going) {
      const { status } = await caller.post('/offer', { partner: 'MKA', name: `offer ${++sent}` });
      statuses.push(status);
      // Delays new offers, so that the jobs keep up.
      await delay(20);
    }
  };
  const all = [goOn(), goOn(), goOn(), goOn()];
  return {
    more: (count: number) => {
      const enough = statuses.length + count;
      return waitFor(() => (statuses.length >= enough ? true : undefined));
    },
    end: async () => {
      going = false;
      await Promise.all(all);
      return statuses;
    },
  };
}

test('the documented deployment loses no request while each of its processes is replaced under load', async () => {
  const { rows: logins } = await database.query(
    'SELECT rolsuper OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = $1',
    [new URL(database.connectionString).username],
  );
  expect(logins, 'the login of the programs').toEqual([{ mighty: false }]);
  const serving = [await begin('serve'), await begin('serve')];
  const working = [await begin('work'), await begin('work')];
  const addresses = () => serving.map(({ address }) => address);
  proxy.use(addresses());
  const offers = await createOffers();
  for (const place of [0, 1]) {
    await offers.more(20);
    expect(await serving[place]?.program.terminate()).toEqual({ code: 0, signal: null });
    serving[place] = await begin('serve');
    proxy.use(addresses());
    await offers.more(20);
    expect(await working[place]?.program.terminate()).toEqual({ code: 0, signal: null });
    working[place] = await begin('work');
  }
  await offers.more(20);
  const statuses = await offers.end();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const counts = async () => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*)::int FROM offer) AS made, (SELECT count(*)::int FROM sandbox_offer) AS at_marketplace,
         (SELECT count(*)::int FROM offer WHERE status = 'PENDING_ACCEPTANCE') AS published`,
    );
    return rows[0];
  };
  const made = statuses.length;
  await expect.poll(counts, { timeout: 30_000 }).toEqual({ made, at_marketplace: made, published: made });
  for (const { program } of [...serving, ...working]) await program.terminate();
});

const connect = async (address: string): Promise<net.Socket> => {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
};

test('after SIGTERM it is not ready and continues to respond, closing each connection; a second signal ends it', async () => {
  const { program, address } = await begin('serve', { DRAIN_SECONDS: '300' });
  const socket = await connect(address);
  // A response shows that the connection before it was accepted.
  await send(`${address}/livez`, 'GET', {});
  program.child.kill('SIGTERM');
  await program.logged('ending');
  const ready = await send(`${address}/readyz`, 'GET', {});
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  const alive = await send(`${address}/livez`, 'GET', {});
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
  program.child.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  socket.destroy();
});

test('a process without open connections, and a process with all roles, end without a wait', async () => {
  const alone = await begin('serve', { DRAIN_SECONDS: '300' });
  expect(await alone.program.terminate()).toEqual({ code: 0, signal: null });
  const whole = await begin('start', { DRAIN_SECONDS: '300' });
  const socket = await connect(whole.address);
  expect(await whole.program.terminate()).toEqual({ code: 0, signal: null });
  socket.destroy();
});
