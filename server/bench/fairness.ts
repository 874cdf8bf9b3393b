import { besideNoise } from './beside-noise.ts';
import type { NoiseRequest } from './fairness-noise.ts';
import { met, table } from './page.ts';
import { get, type Organization, rowId } from './requests.ts';
import { runLoad, say } from './rounds.ts';
import type { Settings } from './settings.ts';
import { measureSignIns } from './sign-ins.ts';
import {
  type Bench,
  beginEntitlements,
  call,
  loadRows,
  type Service,
  withProgram,
  withService,
} from './world.ts';

/** The target for p99, as a multiple of the p99 with the noise in a second process. */
const asked = 2;
/** Offers and entitlements of both organizations. */
const rows = 2000;

/**
 * Measures the latency of a quiet organization while another organization makes noise, in the same process and in a
 * second process, and sign-ins under a flood.
 */
export const measureFairness = (bench: Bench): Promise<string[]> => {
  const prepare = async (connectionString: string, sellers: Service['sellers']) => {
    await loadRows(connectionString, sellers, rows);
    await beginEntitlements(connectionString);
  };
  return withService(bench, { sellers: 2, rows, prepare }, (near) => {
    const variables = { BASE_URL: `http://127.0.0.1:${near.port}` };
    return withProgram(bench, { ...near, role: 'serve', rows, variables }, async (far) => {
      const [noisy] = near.organizations;
      // Reports usage in batches, to have rows to read.
      for (let first = 0; first < bench.settings.fairnessRows; first += 1000) {
        const count = Math.min(1000, bench.settings.fairnessRows - first);
        const groups = Array.from({ length: count }, (_, index) => groupOf(first + index));
        await call(far, noisy, 'POST', 'batchCreateUsageRecordGroups', groups);
      }
      const signIns = await measureSignIns(near);
      return [await measureNoises(near, far), signIns];
    });
  });
};

/** What another organization does at full speed, on how many connections. */
function noises(noisy: Organization, settings: Settings): readonly [string, number, NoiseRequest][] {
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
}

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

async function measureNoises(near: Service, far: Service): Promise<string> {
  // Warms up first, so that loading and compiling code at the first requests is excluded from the noise.
  await quietly(near);
  const alone = await quietly(near);
  const results: string[][] = [];
  for (const [name, connections, request] of noises(near.organizations[0], near.settings)) {
    const measure = ({ port }: Service) => besideNoise({ port, connections, request }, () => quietly(near));
    const [beside, same] = [await measure(far), await measure(near)];
    say(`${name} (${JSON.stringify(same.noise)}): GET p99 ${same.GET.toFixed(1)} ms`);
    for (const method of ['GET', 'POST'] as const) {
      const times = [alone[method], beside[method], same[method]].map((time) => time.toFixed(1));
      const ratio = same[method] / beside[method];
      const first = method === 'GET' ? name : '';
      results.push([first, method, ...times, ratio.toFixed(2), met(ratio <= asked)]);
    }
  }
  const head = ['another organization', 'p99 of', 'alone', 'noise beside', 'in the same process', 'ratio'];
  return table([...head, `at most ${asked}`], results);
}

/** The p99 of an organization that reads an offer, and then creates offers, one at a time. */
async function quietly(near: Service): Promise<{ GET: number; POST: number }> {
  const [, quiet] = near.organizations;
  const order = { connections: 1, seconds: near.settings.seconds };
  const world = { organizations: [quiet], rows: 1 };
  const read = await runLoad(near, { ...order, request: get(`offer/${rowId('ofr', 1)}`, quiet) });
  const made = await runLoad(near, { ...order, world, target: 'create', seed: 1 });
  return { GET: read.p99Ms, POST: made.p99Ms };
}
