import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutsideFetch, OutsideRefused, wasNeverSent } from './outside-fetch.ts';

let address: string;
const server = createServer((request, response) => {
  if (request.url === '/large') return response.end('x'.repeat(1_100_000));
  if (request.url === '/never') return;
  if (request.url === '/broken') return response.socket?.destroy();
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

describe('an address from outside', () => {
  const fetchOutside = createOutsideFetch({ allowInsecure: false });

  test.each([
    '127.0.0.1:1',
    '[::1]:1',
    '10.0.0.1',
    '2130706433',
    '172.31.0.1',
    '100.64.0.1',
    '0.0.0.0',
    'fd.localhost',
    '169.254.169.254',
    '168.63.129.16',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::a00:1]',
    '[3fff::1]',
    '[::ffff:0:127.0.0.1]',
    '[5f00::1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '255.255.255.255',
    'printer',
  ])('https://%s/ is not requested, because it is private', async (host) => {
    await expect(fetchOutside(`https://${host}/a.pdf#page=1`, get)).rejects.toThrow(
      new OutsideRefused('the address must not be on a private network'),
    );
  });

  test('is rejected if it contains a user name and a password', async () => {
    await expect(fetchOutside('https://ann:secret@127.0.0.1:1/', get)).rejects.toThrow('a password');
  });

  test('must have https', async () => {
    await expect(fetchOutside(address, get)).rejects.toThrow('https://');
  });
});

describe('when insecure addresses are allowed', () => {
  const fetchOutside = createOutsideFetch({ allowInsecure: true });

  test('the response is read, and redirects are not followed', async () => {
    expect(await (await fetchOutside(address, get)).text()).toBe('here');
    expect((await fetchOutside(`${address}/away`, get)).status).toBe(302);
  });

  test.each([
    ['nothing listens', 'http://127.0.0.1:9/', true],
    ['the connection ends', '/broken', false],
    ['the response takes too long', '/never', false],
    ['the response is too large', '/large', false],
  ])('an error reports whether the request was sent: %s', async (_, path, unsent) => {
    const impatient = createOutsideFetch({ allowInsecure: true, timeoutMs: 200 });
    const url = path.startsWith('/') ? `${address}${path}` : path;
    const error = await impatient(url, get).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(wasNeverSent(error)).toBe(unsent);
  });

  test('a response over the size limit is rejected', async () => {
    await expect(fetchOutside(`${address}/large`, get)).rejects.toThrow('too large');
  });
});
