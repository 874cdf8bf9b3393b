import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const bounds = { ms: 60_000, bytes: 16_000_000 };
let app: TestApp;
let org: TestOrganization;
let viewer: string;
beforeAll(async () => {
  app = await startTestApp({
    lingering: bounds,
    environment: {
      FILE_LIMIT: '20000',
      CSV_LIMIT: '20000',
      SUPPORT_EMAIL: 'support@operator.example',
      SUPPORT_REPLY_TO: 'support@in.operator.example',
      SUPPORT_MAIL_SECRET: 'a-secret-of-the-mail-server',
    },
  });
  org = await app.organization();
  viewer = (await app.client(org.id, 'VIEWER')).token;
});
afterAll(() => app.stop());

type Refusal = { path: string; status: number; code: string; headers: Record<string, string> };

const json = 'application/json';
const form = 'multipart/form-data; boundary=x';
const refusals = (): [string, Refusal][] => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const offers = `/org/${org.id}/offer`;
  const file = `/org/${org.id}/file`;
  const own = bearer(org.token);
  const of = (path: string, status: number, code: string, headers: Record<string, string>): Refusal => ({
    path,
    status,
    code,
    headers,
  });
  return [
    ['a JSON body', of(offers, 413, 'payload_too_large', { ...own, 'content-type': json })],
    ['a body without a token', of(offers, 413, 'payload_too_large', { 'content-type': json })],
    [
      'a body of another type',
      of(offers, 413, 'payload_too_large', { ...own, 'content-type': 'text/plain' }),
    ],
    ['a body at no path', of('/nothing', 413, 'payload_too_large', { ...own, 'content-type': json })],
    ['a body at no URL', of('/%', 404, 'not_found', { ...own, 'content-type': json })],
    [
      'a mail from elsewhere',
      of('/support/mail', 401, 'unauthenticated', { 'content-type': 'message/rfc822' }),
    ],
    ['a form without a token', of(file, 401, 'unauthenticated', { 'content-type': form })],
    ['a form of a viewer', of(file, 403, 'forbidden', { ...bearer(viewer), 'content-type': form })],
    ['a form to no organization', of('/org/org_x/file', 404, 'not_found', { ...own, 'content-type': form })],
    ['a file', of(file, 413, 'payload_too_large', { ...own, 'content-type': form })],
    [
      'a CSV file',
      of(`/org/${org.id}/usageRecordGroup/csv`, 413, 'payload_too_large', { ...own, 'content-type': form }),
    ],
  ];
};

const formStart = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const formEnd = '\r\n--x--\r\n';
/** Returns a form with a file of a given size. */
const bodyOf = (bytes: number): Buffer =>
  Buffer.from(`${formStart.padEnd(bytes - formEnd.length, 'a')}${formEnd}`);

const connect = (url = app.url): net.Socket =>
  // Each test listens to its own errors.
  net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});

const headOf = (method: string, path: string, headers: Record<string, string>): string => {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

const chunked = (body: Buffer): Buffer[] => [
  Buffer.from(`${body.length.toString(16)}\r\n`),
  body,
  Buffer.from('\r\n0\r\n\r\n'),
];

const write = (socket: net.Socket, data: Buffer | string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });

type Answer = { status: number; head: string; code: unknown };

/** Reads the next response of a connection. */
const readAnswer = (socket: net.Socket): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let text = '';
    const read = (data: Buffer) => {
      text += data.toString('utf8');
      const [head = '', body] = text.split(/\r\n\r\n(.*)/s);
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (body === undefined || Buffer.byteLength(body) < Number(length)) return;
      socket.off('data', read);
      resolve({ status: Number(head.split(' ')[1]), head, code: JSON.parse(body).code });
    };
    socket.on('data', read);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed after: ${text}`)));
  });

/**
 * Sends a whole request before reading, as many clients do, and then a second request if the connection stays
 * open.
 */
async function sendThenRead({ path, headers }: Refusal, sent: Buffer[], length: Record<string, string>) {
  const socket = connect();
  try {
    await write(socket, headOf('POST', path, { ...headers, ...length }));
    for (const each of sent) await write(socket, each);
    const answer = await readAnswer(socket);
    if (/^connection: close/im.test(answer.head)) {
      await new Promise((resolve) => socket.once('end', resolve));
      return answer;
    }
    await write(socket, headOf('GET', '/livez', {}));
    expect((await readAnswer(socket)).status).toBe(200);
    return answer;
  } finally {
    socket.destroy();
  }
}

const clients = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 5_000_000 : 12_000_000));

const sendAs =
  (refusal: Refusal) =>
  (bytes: number, index: number): Promise<Answer> => {
    const body = bodyOf(bytes);
    const connection = [0, 3].includes(index % 4) ? 'keep-alive' : 'close';
    return index % 4 < 2
      ? sendThenRead(refusal, [body], { connection, 'content-length': String(bytes) })
      : sendThenRead(refusal, chunked(body), { connection, 'transfer-encoding': 'chunked' });
  };

describe('each of ten clients that send 5 and 12 MB reads the response', () => {
  test('that refuses its body, sent with a length or in chunks', async () => {
    for (const [index, [name, refusal]] of refusals().entries()) {
      // All rejections use the same code, so one client of each type is sufficient.
      const answers = await Promise.all((index === 0 ? clients : clients.slice(0, 4)).map(sendAs(refusal)));
      for (const { status, code } of answers)
        expect([name, status, code]).toEqual([name, refusal.status, refusal.code]);
    }
  });

  test('with the HTTP client of Node, which sends the body as a stream', async () => {
    const headers = { authorization: `Bearer ${org.token}`, 'content-type': json };
    const send = (bytes: number): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const request = http.request(`${app.url}/org/${org.id}/offer`, { method: 'POST', headers });
        request.on('response', (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject);
        request.end(bodyOf(bytes));
      });
    expect(new Set(await Promise.all(clients.map(send)))).toEqual(new Set([413]));
  });

  test('with fetch', async () => {
    const send = async (bytes: number) =>
      app.request('POST', `/org/${org.id}/offer`, {
        token: org.token,
        raw: new Uint8Array(bodyOf(bytes)),
        headers: { 'content-type': json },
      });
    for (const { status, body } of await Promise.all(clients.map(send)))
      expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  test('to headers that are too large, and to invalid HTTP', async () => {
    for (const [start, status, code] of [
      ['GET / HTTP/1.1\r\nhost: x\r\nx-long: ', 431, 'headers_too_large'],
      ['nonsense\r\n\r\n', 400, 'invalid_request'],
    ] as const)
      await Promise.all(
        clients.map(async (bytes) => {
          const socket = connect();
          await write(socket, start);
          for (let left = bytes; left > 0; left -= 500_000) await write(socket, Buffer.alloc(500_000, 'x'));
          expect(await readAnswer(socket)).toMatchObject({ status, code });
          socket.destroy();
        }),
      );
  });
});

test('a file beyond the limit is refused before its form ends, in every framing', async () => {
  for (const path of [`/org/${org.id}/file`, `/org/${org.id}/usageRecordGroup/csv`]) {
    const socket = connect();
    const headers = { authorization: `Bearer ${org.token}`, 'content-type': form };
    await write(socket, headOf('POST', path, { ...headers, 'transfer-encoding': 'chunked' }));
    const answer = readAnswer(socket);
    for (let part = 0; part < 30; part++) {
      const text = part === 0 ? formStart : 'a'.repeat(1000);
      await write(socket, `${text.length.toString(16)}\r\n${text}\r\n`);
    }
    expect(await answer).toMatchObject({ status: 413, code: 'payload_too_large' });
    socket.destroy();
  }
});

describe('a client that continues to send after a refusal', () => {
  /** Sends data until the connection is closed, and returns the number of bytes sent. */
  const flood = async (url: string): Promise<number> => {
    const socket = connect(url);
    const answered = readAnswer(socket);
    const head = { ...(refusals()[0] as [string, Refusal])[1].headers, 'content-length': '1000000000000' };
    await write(socket, headOf('POST', `/org/${org.id}/offer`, head));
    expect((await answered).status).toBe(413);
    let sent = 0;
    try {
      for (; sent < 1e9; sent += 1_000_000) await write(socket, Buffer.alloc(1_000_000));
    } catch {
      return sent;
    }
    throw new Error('the server read on without end');
  };

  test('is disconnected after the limit of discarded bytes', async () => {
    const sent = await flood(app.url);
    expect(sent).toBeGreaterThanOrEqual(bounds.bytes - 1_000_000);
    expect(sent).toBeLessThan(bounds.bytes + 20_000_000);
  });

  test('is disconnected after the time limit, also when it sends slowly', async () => {
    const hasty = await startTestApp({ database: app.database, lingering: { ms: 50, bytes: 1e12 } });
    try {
      await flood(hasty.url);
      const socket = connect(hasty.url);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await write(socket, headOf('POST', '/nothing', { 'content-length': '2000000', 'content-type': json }));
      expect((await readAnswer(socket)).status).toBe(413);
      await closed;
    } finally {
      await hasty.stop();
    }
  });
});

test('after a final response no other request of the connection is processed', async () => {
  const socket = connect();
  const body = bodyOf(2_000_000);
  const headers = { authorization: `Bearer ${org.token}`, 'content-type': json };
  const offers = `/org/${org.id}/offer`;
  const offer = '{"name":"after the last answer"}';
  await write(socket, headOf('POST', offers, { ...headers, 'content-length': String(body.length) }));
  expect((await readAnswer(socket)).head).toMatch(/^connection: close/im);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(body.subarray(0, -10));
  socket.write(
    Buffer.concat([
      body.subarray(-10),
      Buffer.from(
        `${headOf('POST', offers, { ...headers, 'content-length': String(offer.length) })}${offer}`,
      ),
    ]),
  );
  await closed;
  const { body: listed } = await app.request('GET', offers, { token: org.token });
  expect(listed.map(({ name }: { name: string }) => name)).not.toContain('after the last answer');
});

test('a body that is invalid HTTP after its refusal gets no second response', async () => {
  const socket = connect();
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const headers = { 'content-type': form, 'transfer-encoding': 'chunked' };
  await write(socket, headOf('POST', `/org/${org.id}/file`, headers));
  await expect.poll(() => text).toContain('HTTP/1.1 401');
  await write(socket, 'no chunk\r\n');
  await closed;
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
