import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, testMasterKey } from '../../harness.ts';
import { QueueDouble } from '../../queue-double.ts';
import { bundleProgram } from '../bundled.ts';

const queue = new QueueDouble();
/** Action of the marketplace instead of an acknowledgement. */
let instead: (() => void) | undefined;
let children: ChildProcess[] = [];
let server: Server;
let app: TestApp;
let program: Awaited<ReturnType<typeof bundleProgram>>;

beforeAll(async () => {
  app = await startTestApp();
  program = await bundleProgram('server/test/slow/pulling/program.ts');
  server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    if (request.url === '/pull') {
      const pulled = await queue.pull(gone.signal).catch(() => []);
      response.end(JSON.stringify(pulled));
      return;
    }
    const receipts = JSON.parse(await text(request)) as string[];
    if (instead) return instead();
    await queue.acknowledge(receipts);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  await program.remove();
  await app.stop();
});

function start(): ChildProcess {
  const { port } = server.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    [program.file, app.database.connectionString, testMasterKey, `http://127.0.0.1:${port}`],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  children = [...children, child];
  return child;
}

test('a process that is killed between the commit and the acknowledgement has its messages once', async () => {
  const org = await app.organization({ environment: 'PROD' });
  await app.request('POST', `/org/${org.id}/integration`, {
    token: org.token,
    body: { partner: 'MKA', credentials: { key: 'secret' } },
  });
  await app.database.query(`UPDATE integration SET status = 'VERIFIED'`);
  queue.waitMs = 5000;
  const rows = async () =>
    (
      await app.database.query(
        `SELECT (SELECT count(*)::int FROM inbound_notification) AS kept,
           (SELECT count(*)::int FROM job WHERE kind = 'marketplaces.observe') AS observations`,
      )
    ).rows[0];
  // Messages about one subject that arrive together cause one observation.
  const subjects = [{ kind: 'OFFER', externalId: 'o1' }] as const;
  for (const id of ['m1', 'm2', 'm3']) queue.put({ id, subjects });

  for (let round = 0; round < 3; round++) {
    const child = start();
    const killed = once(child, 'exit');
    instead = () => void child.kill('SIGKILL');
    await killed;
    expect([queue.acknowledged, await rows()]).toEqual([[], { kept: 3, observations: 1 }]);
    queue.redeliver();
    // Ends a lease that would expire in a minute.
    await app.database.query(`UPDATE marketplace_queue SET lease_until = now() - interval '1 second'`);
  }
  instead = undefined;
  start();
  await expect.poll(() => queue.acknowledged.toSorted(), { timeout: 60_000 }).toEqual(['r1', 'r2', 'r3']);
  expect(await rows()).toEqual({ kept: 3, observations: 1 });
});
