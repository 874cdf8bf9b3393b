import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import type { Driven } from './drive.ts';
import type { Noise, NoiseOrder, NoiseRequest } from './fairness-noise.ts';
import { measureSignIns, type SignIns, signInTable } from './fairness-sign-in.ts';
import { answerOf, forkFile, type Load, leave, type Running, startLoad, startProgram } from './processes.ts';
import { rowId, type World } from './requests.ts';
import type { Settings } from './settings.ts';
import { met, table } from './table.ts';
import { beginEntitlements } from './usage/world.ts';
import { createSellers, loadRows, openWorld } from './world.ts';

/**
 * The latency of a quiet organization while another organization makes noise, in the same process and in a second
 * process.
 */
type Noisy = { noise: string; answered: string; get: Pair; post: Pair };
export type Fairness = { noisy: readonly Noisy[]; signIns: SignIns };
type Pair = { alone: number; beside: number; same: number };

/** The target for p99, as a multiple of the p99 with the noise in a second process. */
const asked = 2;
const say = (line: string) => process.stdout.write(`${line}\n`);
type Organization = World['organizations'][number];
const rows = 2000;

/** Measures the cost of one organization at full speed for another organization. */
export async function measureFairness(root: string, main: string, settings: Settings): Promise<Fairness> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-fairness-'));
  const load = startLoad();
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 2);
      await loadRows(connectionString, sellers, rows);
      await beginEntitlements(connectionString);
      const variables = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' };
      const near = await startProgram({ main, role: 'serve', folder, variables });
      const baseUrl = `http://127.0.0.1:${near.port}`;
      const far = await startProgram({
        main,
        role: 'serve',
        folder,
        variables: { ...variables, BASE_URL: baseUrl },
      });
      try {
        const { organizations } = await openWorld(baseUrl, sellers, rows);
        const [noisy, quiet] = organizations as [Organization, Organization];
        await reportUsage(far, noisy, settings.fairnessRows);
        const signIns = await measureSignIns(near, connectionString);
        return { signIns, noisy: await measureAll({ near, far, noisy, quiet, load, settings }) };
      } finally {
        await far.stop();
        await near.stop();
      }
    });
  } finally {
    await load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports usage in batches, to have rows to read. */
async function reportUsage({ port }: Running, { id, token }: Organization, count: number): Promise<void> {
  for (let first = 0; first < count; first += 1000) {
    const groups = Array.from({ length: Math.min(1000, count - first) }, (_, index) =>
      groupOf(first + index),
    );
    const response = await fetch(`http://127.0.0.1:${port}/org/${id}/batchCreateUsageRecordGroups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(groups),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.text();
  }
}

type Ground = {
  near: Running;
  far: Running;
  noisy: Organization;
  quiet: Organization;
  load: Load;
  settings: Settings;
};

const noises = ({ noisy, settings }: Ground): readonly [string, number, NoiseRequest][] => {
  const headers = { authorization: `Bearer ${noisy.token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const at = (place: string) => `/org/${noisy.id}/${place}`;
  const csv = { method: 'GET', path: at('usageRecordGroup'), headers: { ...headers, accept: 'text/csv' } };
  const file = {
    method: 'POST',
    path: at('usageRecordGroup/csv'),
    headers: { ...headers, accept: 'text/csv', 'content-type': 'multipart/form-data; boundary=x' },
    body: csvFile(settings.fairnessRows),
    mark: 'MARK',
  };
  const batch = {
    method: 'POST',
    path: at('batchCreateUsageRecordGroups'),
    headers: json,
    body: JSON.stringify(Array.from({ length: 500 }, (_, index) => groupOf(index))),
    mark: 'MARK',
  };
  const search = { method: 'GET', path: at('offer?search=platform&limit=100'), headers };
  const knowledge = { method: 'GET', path: at('knowledge/search?q=analytics%20platform&limit=50'), headers };
  const poll = { method: 'GET', path: at('event?after=999999999999999&wait=20'), headers };
  return [
    [`${settings.fairnessRows} usage rows as CSV, one reader`, 1, csv],
    ['the same, six readers', 6, csv],
    [`CSV file of ${settings.fairnessRows} usage rows, one sender`, 1, file],
    ['the same, six senders', 6, file],
    ['usage batches of 500, eight senders', 8, batch],
    ['lists by search, eight readers', 8, search],
    ['knowledge search, eight readers', 8, knowledge],
    ['long polls, as many as an organization has, twenty', 20, poll],
  ];
};

const entitlementOf = (index: number): string => rowId('ent', 2 * (index % (rows / 2)));
const groupOf = (index: number) => ({
  id: `MARK${index}`,
  entitlementID: entitlementOf(index),
  timestamp: new Date(Date.now() - 600_000).toISOString(),
  records: { usage_units_1: 1 + (index % 9) },
});

function csvFile(lines: number): string {
  const at = new Date(Date.now() - 600_000).toISOString();
  const body = Array.from(
    { length: lines },
    (_, index) => `MARK${index},${entitlementOf(index)},${at},usage_units_1,${1 + (index % 9)}\n`,
  );
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  return `${head}id,entitlementID,timestamp,dimension,quantity\n${body.join('')}\r\n--x--\r\n`;
}

async function measureAll(ground: Ground): Promise<Noisy[]> {
  // Warms up first, so that loading and compiling code at the first requests is excluded from the noise.
  await quietly(ground);
  const alone = await quietly(ground);
  const results: Noisy[] = [];
  for (const [noise, connections, request] of noises(ground)) {
    const measure = (port: number) => besideNoise(ground, { port, connections, request });
    const beside = await measure(ground.far.port);
    const same = await measure(ground.near.port);
    const pair = (of: 'get' | 'post') => ({ alone: alone[of], beside: beside[of], same: same[of] });
    const result = { noise, answered: answersOf(same.noise), get: pair('get'), post: pair('post') };
    say(
      `${noise} (${result.answered}): GET p99 ${same.get.toFixed(1)} ms, beside ${beside.get.toFixed(1)}, alone ${alone.get.toFixed(1)}; ` +
        `POST ${same.post.toFixed(1)}, ${beside.post.toFixed(1)}, ${alone.post.toFixed(1)}`,
    );
    results.push(result);
  }
  return results;
}

const answersOf = (noise: Noise): string =>
  Object.entries(noise)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

async function besideNoise(ground: Ground, order: NoiseOrder) {
  const child = forkFile('./fairness-noise.js');
  child.send(order);
  await delay(1000);
  const measured = await quietly(ground);
  const answer = answerOf<Noise>(child, 'the noise');
  child.send('end');
  const noise = await answer;
  await leave(child);
  return { ...measured, noise };
}

/** The p99 of an organization that reads an offer, and then creates offers, one at a time. */
async function quietly({ near, quiet, load, settings }: Ground): Promise<{ get: number; post: number }> {
  const world = { organizations: [quiet], rows: 1 };
  const order = { port: near.port, connections: 1, seconds: settings.seconds };
  const offer = `/org/${quiet.id}/offer/${rowId('ofr', 1)}`;
  const request = `GET ${offer} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${quiet.token}\r\n\r\n`;
  const read = await load.run({ ...order, request });
  const made = await load.run({
    ...order,
    world,
    target: 'create',
    seed: 1,
    run: Math.floor(performance.now()),
  });
  for (const { failures } of [read, made] as Driven[])
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
  return { get: read.p99Ms, post: made.p99Ms };
}

export const fairnessText = `\`npm run bench -- fairness\` measures and prints only this section. One organization reads
an offer, and then creates offers, one at a time, while a second organization generates load at full speed: in the same
process, or in a second process on the same database. The ratio is the cost of sharing the process; machine and database
are shared in both cases. The load uses \`BENCH_FAIRNESS_ROWS\` usage rows.

In the flood test, 90 connections from one address send sign-up requests at full speed, while a user signs in from a
different address in an unknown browser.`;

/** The tables of fairness. */
export function fairnessTable({ signIns, noisy }: Fairness): string {
  const cells = ({ alone, beside, same }: Pair) => {
    const ratio = same / beside;
    return [alone.toFixed(1), beside.toFixed(1), same.toFixed(1), ratio.toFixed(2), met(ratio <= asked)];
  };
  const noise = table(
    [
      'another organization',
      'p99 of',
      'alone',
      'noise beside',
      'in the same process',
      'ratio',
      `at most ${asked}`,
    ],
    noisy.flatMap(({ noise, get, post }) => [
      [noise, 'GET', ...cells(get)],
      ['', 'POST', ...cells(post)],
    ]),
  );
  return `${noise}\n\n${signInTable(signIns)}`;
}
