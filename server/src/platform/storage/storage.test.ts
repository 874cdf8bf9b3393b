import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../system/config.ts';
import { createStorage, type Storage } from './index.ts';

const keys = { id: 'key-id', secret: 'a secret/with+signs' };
const kept = new Map<string, Buffer>();
const problems: string[] = [];
let failing = false;
let folder: string;
let bucket: string;

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** Verifies the signature (version 4) of a request by the published algorithm, independently of the client library. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const [algorithm = '', rest = ''] = (request.headers.authorization ?? '').split(/ (.*)/s);
  const parts = Object.fromEntries(rest.split(/,\s*/).map((part) => part.split(/=(.*)/s)));
  const [id, day = '', region = '', service = '', terminator = ''] = (parts.Credential ?? '').split('/');
  if (id !== keys.id) return `another key: ${request.headers.authorization}`;
  const names: string[] = (parts.SignedHeaders ?? '').split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return `not signed: ${names}`;
  const said = String(request.headers['x-amz-content-sha256']);
  if (said !== 'UNSIGNED-PAYLOAD' && said !== hash(body)) return `the hash of the content is ${said}`;
  const url = new URL(request.url as string, 'http://x');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names.join(';'),
    said,
  ].join('\n');
  const scope = `${day}/${region}/${service}/${terminator}`;
  const toSign = [algorithm, request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  // The prefix of the key is the first part of the algorithm's name.
  const prefix = algorithm.split('-')[0] as string;
  const key = [day, region, service, terminator].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    `${prefix}${keys.secret}`,
  );
  const right = hmac(key, toSign).toString('hex');
  return right === parts.Signature && region === 'eu-test' && service === 's3'
    ? undefined
    : `wrong signature for\n${canonical}`;
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const problem = signatureProblem(request, body);
  if (problem) problems.push(problem);
  const key = request.url?.split('?')[0] as string;
  if (failing) return response.writeHead(500).end();
  if (request.method === 'PUT') kept.set(key, body);
  if (request.method === 'DELETE') kept.delete(key);
  const found = request.method === 'GET' ? kept.get(key) : undefined;
  if (request.method === 'GET' && !found)
    return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  return response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"x"' }).end(found);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bucket = `http://127.0.0.1:${(server.address() as { port: number }).port}/files`;
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-storage-'));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const withKeys = { STORAGE_ACCESS_KEY_ID: keys.id, STORAGE_SECRET_ACCESS_KEY: keys.secret };
const storages: [string, () => Storage][] = [
  ['a folder', () => createStorage(readConfig({ DATA_DIR: folder }))],
  ['a folder by its address', () => createStorage(readConfig({ STORAGE_URL: pathToFileURL(folder).href }))],
  ['a bucket', () => createStorage(readConfig({ STORAGE_URL: `${bucket}?region=eu-test`, ...withKeys }))],
];

describe.each(storages)('content in %s', (_, open) => {
  test('can be stored, replaced, read from its beginning and removed', async () => {
    const storage = open();
    const large = Buffer.alloc(300_000, 'ä');
    await storage.put('org_1/fil_1', Buffer.from('first'));
    await storage.put('org_1/fil_1', large);
    await storage.put('org_1/fil_2', Buffer.from('second'));
    const read = await storage.get('org_1/fil_1');
    expect(await text(read as never)).toBe(large.toString());
    await storage.remove('org_1/fil_1');
    await storage.remove('org_1/fil_1');
    expect(await storage.get('org_1/fil_1')).toBeUndefined();
    expect(await text((await storage.get('org_1/fil_2')) as never)).toBe('second');
    expect(problems).toEqual([]);
  });

  test.each(['../fil_1', 'org_1/../x', '/etc/passwd', '', 'a//b', 'a?b'])(
    'cannot have the key %j',
    async (key) => {
      await expect(open().put(key, Buffer.from('x'))).rejects.toThrow('invalid storage key');
    },
  );
});

test('a write to a folder leaves no temporary files', async () => {
  const storage = createStorage(readConfig({ DATA_DIR: path.join(folder, 'own') }));
  await storage.put('org_1/fil_1', Buffer.from('x'));
  expect(await readdir(path.join(folder, 'own/files/org_1'))).toEqual(['fil_1']);
});

test('a rejected write to a bucket is an error, and the content is not stored', async () => {
  const storage = createStorage(readConfig({ STORAGE_URL: `${bucket}?region=eu-test`, ...withKeys }));
  failing = true;
  await expect(storage.put('org_1/fil_9', Buffer.from('x'))).rejects.toThrow();
  failing = false;
  expect(await storage.get('org_1/fil_9')).toBeUndefined();
  expect(problems).toEqual([]);
});

test.each([
  [{ STORAGE_URL: 'https://store.example/bucket' }, 'STORAGE_ACCESS_KEY_ID'],
  [{ STORAGE_URL: 'https://store.example/', ...withKeys }, 'must name a bucket'],
  [{ STORAGE_URL: 'ftp://store.example/bucket' }, 'STORAGE_URL'],
])('the settings %j are rejected', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
});
