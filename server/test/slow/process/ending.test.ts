import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callerOf, readCredentials } from '../../process/api.ts';
import {
  cleanUp,
  makeFolder,
  type Program,
  postmasterOf,
  repository,
  start,
  waitFor,
} from '../../process/program.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await makeFolder();
});
afterAll(cleanUp);

/** Sends the head of a request and the first half of its body; `finish` sends the rest. */
async function openRequest(address: string, caller: Caller, orgId: string, body: string) {
  const { hostname, port, host } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const closed = new Promise<string>((resolve, reject) => {
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
  const head = [
    `POST /org/${orgId}/offer HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${caller.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const half = body.length / 2;
  await new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, half)}`, () => resolve());
  });
  // A response to a later request proves that the head of this request has been read.
  await caller.get('/offer');
  return { closed, finish: () => socket.write(body.slice(half)) };
}

async function endWithOpenRequests(program: Program, signal: () => void) {
  const address = await program.address();
  const credentials = readCredentials(dataDir);
  const caller = await callerOf(address, credentials);
  const bodies = ['one', 'two', 'three'].map((name) =>
    JSON.stringify({ partner: 'MKA', name: `${name} ${address}` }),
  );
  const open = await Promise.all(bodies.map((body) => openRequest(address, caller, credentials.orgId, body)));
  signal();
  await program.logged('ending');
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
  for (const { finish } of open) finish();
  const answers = await Promise.all(open.map(({ closed }) => closed));
  expect(await program.ended).toEqual({ code: 0, signal: null });
  await waitFor(() => (postmasterOf(dataDir) === undefined ? true : undefined));
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
  return answers;
}

test('SIGTERM: open requests are completed, the database is stopped, the exit code is 0', async () => {
  const program = start({ DATA_DIR: dataDir });
  const answers = await endWithOpenRequests(program, () => program.child.kill('SIGTERM'));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 200 OK.*"id":"ofr_/s);
});

test('npm start passes SIGTERM on and leaves no orphan', async () => {
  const program = start({ DATA_DIR: dataDir }, { command: ['npm', 'start', '--silent'], cwd: repository });
  const answers = await endWithOpenRequests(program, () => program.child.kill('SIGTERM'));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 200 OK.*"id":"ofr_/s);
});

test('SIGINT ends the program as SIGTERM does', async () => {
  const program = start({ DATA_DIR: dataDir });
  await program.address();
  program.child.kill('SIGINT');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(postmasterOf(dataDir)).toBeUndefined();
});

test('a signal during the start ends the program too, database included', async () => {
  const program = start({ DATA_DIR: dataDir });
  await waitFor(() => postmasterOf(dataDir));
  program.child.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(postmasterOf(dataDir)).toBeUndefined();
});
