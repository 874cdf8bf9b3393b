import { expect, test } from 'vitest';
import { createVisitorRate, networkOf } from './visitor-rate.ts';

test('each address has its own burst of requests, which refills over time', () => {
  let now = 0;
  const rate = createVisitorRate(6, () => now);
  for (let count = 0; count < 6; count++) expect(rate.take('192.0.2.1')).toBeUndefined();
  expect(rate.take('192.0.2.1')).toBe(10);
  expect(rate.take('192.0.2.2')).toBeUndefined();
  now = 9000;
  expect(rate.take('192.0.2.1')).toBe(1);
  now = 10_000;
  expect(rate.take('192.0.2.1')).toBeUndefined();
  expect(rate.take('192.0.2.1')).toBe(10);
  now = 1_000_000;
  for (let count = 0; count < 6; count++) expect(rate.take('192.0.2.1')).toBeUndefined();
  expect(rate.take('192.0.2.1')).toBe(10);
});

test.each([
  ['of one IPv6 network', '2001:db8::1', '2001:db8:0:0:ffff::2'],
  ['of one IPv4 host in different notations', '192.0.2.1', '::ffff:192.0.2.1'],
  ['of one IPv4 host, one with a port', '192.0.2.1', '192.0.2.1:4711'],
  ['of one IPv6 host, one with a port', '2001:db8::1', '[2001:db8::1]:4711'],
  ['that are invalid', 'somewhere', 'x'.repeat(7000)],
])('addresses %s count as the same network', (_, one, other) => {
  expect(networkOf(other)).toBe(networkOf(one));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf(one));
});
