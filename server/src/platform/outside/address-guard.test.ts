import { createServer, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressProblem, isPublicAddress } from './address-guard.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { Agent, request } from './undici.ts';

const strict = { allowHttp: true, allowPrivate: false };
const listeners: Server[] = [];
let port: number;
let connections = 0;
beforeAll(async () => {
  const listen = async (host: string, at: number) => {
    const server = createServer((_, response) => response.end('reached'));
    server.on('connection', () => {
      connections++;
    });
    await new Promise<void>((resolve, reject) => server.listen(at, host, resolve).once('error', reject));
    listeners.push(server);
    return (server.address() as { port: number }).port;
  };
  port = await listen('127.0.0.1', 0);
  // Not every machine has IPv6.
  await listen('::1', port).catch(() => {});
});
afterAll(() => {
  for (const server of listeners) {
    server.closeAllConnections();
    server.close();
  }
});

/** Creates a resolver with these names only. Each lookup of a name returns the next of its results. */
const resolving = (answers: Record<string, readonly string[][]>): LookupFunction => {
  const asked: Record<string, number> = {};
  return (name, _, done) => {
    const turns = answers[name];
    if (!turns) return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '', 0);
    const turn = Math.min(asked[name] ?? 0, turns.length - 1);
    asked[name] = turn + 1;
    const addresses = (turns[turn] as string[]).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    return done(null, addresses as never, 0);
  };
};

/** Requests a URL and returns `reached` or the error message. */
async function ask(url: string, lookup?: LookupFunction): Promise<string> {
  const agent = new Agent({ connect: createGuardedConnector(strict, lookup, 300) });
  try {
    const answer = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(1000) });
    return await answer.body.text();
  } catch (error) {
    return String((error as Error).message);
  } finally {
    await agent.destroy();
  }
}

/** Spellings of addresses of this machine or of a private network, as hosts of a URL. */
const tricks = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0x7F.1',
  '127.0x0.0.1',
  '0177.0x0.0.01',
  '127.0.0.1.',
  '127.1.',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '127.255.255.254',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '127。0。0。1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127．0．0．1',
  '𝟭𝟮𝟳.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'a.localhost',
  'a.localhost.',
  'localhost.localdomain.local',
  'printer',
  'db.internal',
  'metadata.cloud.internal',
  'router.lan',
  'host.docker.internal',
  'x.home',
  'x.corp',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[64:ff9b:1:ffff::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fdff::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '167772161',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '198.19.255.255',
  '192.88.99.1',
  '192.52.193.1',
  '192.175.48.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'user@127.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1%2f@127.0.0.1',
  'example.com:80@localhost',
  '0300.0250.1',
];

describe('an address from outside', () => {
  test('the test covers many spellings of private addresses', () => {
    expect(new Set(tricks).size).toBeGreaterThan(100);
  });

  test('is not connected to if it is private, in any spelling', async () => {
    const before = connections;
    for (const host of tricks) {
      const url = `http://${host}:${port}/`;
      expect(addressProblem(url, strict), host).toBeDefined();
      expect(await ask(url), host).not.toBe('reached');
    }
    expect(connections - before).toBe(0);
  });

  test.each<[what: string, answers: readonly string[][]]>([
    ['is private', [['127.0.0.1']]],
    ['includes a private address', [['93.184.216.34', '127.0.0.1']]],
    ['is public in IPv4 and private in IPv6', [['93.184.216.34', '::1']]],
    ['is an IPv4-mapped address', [['::ffff:127.0.0.1']]],
    ['has a zone', [['fe80::1%lo']]],
    ['is empty', [[]]],
    ['is a metadata service', [['169.254.169.254']]],
  ])('is not connected to if the result of DNS %s', async (_, answers) => {
    const before = connections;
    const lookup = resolving({ 'hooks.example.com': answers });
    expect(await ask(`http://hooks.example.com:${port}/`, lookup)).toContain('private network');
    expect(connections - before).toBe(0);
  });

  test('is not connected to if its name later resolves to a private address', async () => {
    const before = connections;
    const lookup = resolving({ 'rebind.example.com': [['2c0f:ffff::1'], ['127.0.0.1']] });
    const agent = new Agent({ connect: createGuardedConnector(strict, lookup, 100) });
    for (let turn = 0; turn < 3; turn++)
      await expect(
        request(`http://rebind.example.com:${port}/`, {
          dispatcher: agent,
          signal: AbortSignal.timeout(500),
        }),
      ).rejects.toThrow();
    await agent.destroy();
    expect(connections - before).toBe(0);
  });

  test('must have https, and no user, password or fragment', () => {
    const https = { allowHttp: false, allowPrivate: false };
    expect(addressProblem('https://example.com/hooks?x=1', https)).toBeUndefined();
    expect(addressProblem('https://example.com:8443/', https)).toBeUndefined();
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:,x',
      '//example.com/',
      'example.com',
      'https://',
      'https://user@example.com/',
      'https://:p@example.com/',
      'https://example.com/#x',
      'javascript:alert(1)',
      ' ',
      ' https://example.com/',
      'ht\ntps://example.com/',
      'https://example.com/\r\nx',
      'https://example.com/\0',
    ])
      expect(addressProblem(url, https), url).toBeDefined();
  });
});

test('public addresses are accepted', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    expect(isPublicAddress(address), address).toBe(true);
});

test('private addresses are connected to if the operator allows them', async () => {
  const allowed = { allowHttp: true, allowPrivate: true };
  const agent = new Agent({ connect: createGuardedConnector(allowed) });
  const answer = await request(`http://127.0.0.1:${port}/`, { dispatcher: agent });
  expect(await answer.body.text()).toBe('reached');
  await agent.destroy();
});
