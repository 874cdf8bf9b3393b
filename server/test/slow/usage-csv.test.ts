import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';
import { countOf } from './seeded.ts';

const lines = countOf('USAGE_CSV_LINES', 40_000);
/** Allowed growth of memory, independent of the length of the file. */
const growth = 5_000_000;

let app: TestApp;
let org: TestOrganization;
let entitlementId: string;
beforeAll(async () => {
  // Timeouts are raised for slow machines, because the test measures memory.
  const limits = { answerIdleMs: 300_000, requestTimeoutMs: 300_000 };
  app = await startTestApp({
    ...limits,
    environment: { LIST_MEMORY: '32000000', LOG_LEVEL: 'warn' },
    onLog: (line) => console.log(JSON.stringify(line)),
  });
  org = await app.organization();
  entitlementId = (await usageCallsOf(app, org, entitlementsOf(app, org)).metered()).id;
});
afterAll(() => app.stop());

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Returns the memory inside and outside the heap after a garbage collection. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads a response line by line without storing lines, and measures memory every few thousand lines. */
async function readAll(answer: IncomingMessage) {
  let [count, last, most] = [0, '', 0];
  const before = held();
  for await (const line of createInterface({ input: answer })) {
    last = line;
    if (++count % 5000 === 0) most = Math.max(most, held() - before);
  }
  return { count, last, most, complete: answer.complete };
}

const begin = (method: string, path: string, headers: http.OutgoingHttpHeaders) => {
  const request = http.request(`${app.url}/org/${org.id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${org.token}`, accept: 'text/csv', ...headers },
    agent: false,
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  return { request, answered };
};

/**
 * Sends the file.
 * @throws if the service responds with 503 or aborts its response
 */
async function send(at: string) {
  const { request, answered } = begin('POST', 'usageRecordGroup/csv', {
    'content-type': 'multipart/form-data; boundary=x',
  });
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  request.write('entitlementID,timestamp,dimension,quantity\n');
  for (let n = 0; n < lines; n += 1000) {
    const some = Array.from(
      { length: Math.min(1000, lines - n) },
      (_, k) => `${entitlementId},${at},gpu,${n + k}\n`,
    );
    if (!request.write(some.join(''))) await once(request, 'drain');
  }
  request.end('\r\n--x--\r\n');
  const [answer] = await answered;
  const read = await readAll(answer);
  if (answer.statusCode === 503) throw new Error(`503: ${read.last}`);
  return read;
}

async function list() {
  const { request, answered } = begin('GET', 'usageRecordGroup', {});
  request.end();
  return readAll((await answered)[0]);
}

/**
 * Retries at most twice, because a response may be aborted under load. The log contains the reason. Repeated
 * usage counts once.
 */
async function untilWhole(ask: () => ReturnType<typeof readAll>, triesLeft = 2): ReturnType<typeof readAll> {
  try {
    return await ask();
  } catch (error) {
    if (triesLeft === 0) throw error;
    console.log(`Asked again after: ${(error as Error).message}`);
    return untilWhole(ask, triesLeft - 1);
  }
}

test(`${lines} lines of a file are stored, sent once more and listed in constant memory`, async () => {
  const at = new Date(Date.now() + 60_000).toISOString();
  const whole = { count: lines + 2, complete: true, last: expect.stringMatching(`^#end,${lines},`) };
  const first = await untilWhole(() => send(at));
  const again = await untilWhole(() => send(at));
  const listed = await untilWhole(list);
  console.log(
    `${lines} lines: held more by`,
    [first, again, listed].map(({ most }) => `${most >> 20} MiB`),
  );
  for (const read of [first, again, listed]) {
    expect(read).toMatchObject(whole);
    expect(read.most).toBeLessThan(growth);
  }
  const { rows } = await app.database.query<{ groups: number; batches: number }>(
    `SELECT (SELECT count(*) FROM usage_group WHERE organization_id = $1)::int AS groups,
       (SELECT count(*) FROM usage_batch WHERE organization_id = $1)::int AS batches`,
    [org.id],
  );
  expect(rows[0]).toEqual({ groups: lines, batches: Math.ceil(lines / 1000) });
});
