import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { afterEach, expect, test } from 'vitest';
import { publicLookup } from './address-guard.ts';
import { createNameLookup } from './dns-lookup.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const types = {
  1: Buffer.from([203, 0, 113, 9]),
  28: Buffer.from('20010db8000000000000000000000001', 'hex'),
};

/**
 * Starts a name server: `two.example` has IPv4 and IPv6, `four.example` IPv4, `none.example` has no address; other
 * names time out.
 */
async function startNameServer(): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const type = question.readUInt16BE(question.length - 4) as 1 | 28;
    const name = question.subarray(1, question.length - 5).toString('latin1');
    if (!/^(two|four|none)/.test(name)) return;
    const data = name.startsWith('two') || (name.startsWith('four') && type === 1) ? types[type] : undefined;
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      name.startsWith('none') ? 0x83 : 0x80,
      0,
      1,
      0,
      data ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const answer = data ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data] : [];
    server.send(Buffer.concat([head, question, ...answer]), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

const ask = (lookup: ReturnType<typeof createNameLookup>, name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    lookup(name, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found as LookupAddress[]),
    );
  });

test('a lookup returns the IPv4 and IPv6 addresses of a name', async () => {
  const lookup = createNameLookup([await startNameServer()]);
  expect(await ask(lookup, 'two.example')).toEqual([
    { address: '203.0.113.9', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  expect(await ask(lookup, 'four.example')).toEqual([{ address: '203.0.113.9', family: 4 }]);
  await expect(ask(lookup, 'none.example')).rejects.toThrow('ENOTFOUND');
});

test('a lookup fails after the timeout if the name server does not respond', async () => {
  const lookup = createNameLookup([await startNameServer()], { timeout: 20, tries: 1 });
  await expect(ask(lookup, 'silent.example')).rejects.toThrow(/TIMEOUT/);
});

test('lookups of external names do not use the thread pool of the process', () => {
  // The result of the lookup is irrelevant.
  ask(publicLookup(), 'unknown.invalid').catch(() => {});
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
});
