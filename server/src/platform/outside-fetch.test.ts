import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutsideFetch, isPrivate } from './outside-fetch.ts';

let address: string;
const server = createServer((request, response) => {
  if (request.url === '/large') return response.end('x'.repeat(1_100_000));
  if (request.url === '/away') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  return response.end('here');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = { method: 'GET', headers: {} };

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['2606:4700::1111', false],
])('%s is private: %s', (ip, expected) => {
  expect(isPrivate(ip)).toBe(expected);
});

describe('an address of somebody else', () => {
  const fetchOutside = createOutsideFetch({ allowInsecure: false });

  test.each(['https://127.0.0.1:1/', 'https://[::1]:1/', 'https://10.0.0.1/', 'https://2130706433/'])(
    '%s is not asked: it is private',
    async (url) => {
      await expect(fetchOutside(url, get)).rejects.toThrow('private network');
    },
  );

  test('is not asked when its name resolves to a private one', async () => {
    await expect(fetchOutside('https://localhost:1/', get)).rejects.toThrow('private network');
  });

  test('is asked by https only', async () => {
    await expect(fetchOutside(address, get)).rejects.toThrow('https://');
  });
});

describe('when insecure addresses are allowed', () => {
  const fetchOutside = createOutsideFetch({ allowInsecure: true });

  test('the answer is read, redirects are not followed', async () => {
    expect(await (await fetchOutside(address, get)).text()).toBe('here');
    expect((await fetchOutside(`${address}/away`, get)).status).toBe(302);
  });

  test('an answer that is too large is refused', async () => {
    await expect(fetchOutside(`${address}/large`, get)).rejects.toThrow('too large');
  });
});
