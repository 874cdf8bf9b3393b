import { expect, test } from 'vitest';
import { type ChainEntry, chainHash, genesis } from './chain.ts';

const hash = (byte: number) => Buffer.alloc(32, byte);
const sealed: ChainEntry = {
  position: 6,
  eventId: 'evt_5',
  headerHash: hash(1),
  payloadHash: hash(2),
  beforeHash: hash(3),
};
const previous = genesis('org_a');

test.each<[string, Partial<ChainEntry>]>([
  ['the position', { position: 7 }],
  ['the event id', { eventId: 'evt_6' }],
  ['the header', { headerHash: hash(9) }],
  ['the record after', { payloadHash: hash(9) }],
  ['the record before', { beforeHash: hash(9) }],
])('the chain hash depends on %s', (_what, change) => {
  expect(chainHash(previous, { ...sealed, ...change })).not.toEqual(chainHash(previous, sealed));
});

test('the chain hash depends on the hash before it, which starts with the organization', () => {
  expect(chainHash(genesis('org_b'), sealed)).not.toEqual(chainHash(previous, sealed));
  expect(chainHash(previous, { ...sealed })).toEqual(chainHash(previous, sealed));
});

test('the chain hash of the same values never changes, so stored audit trails stay verifiable', () => {
  expect(chainHash(previous, sealed).toString('hex')).toBe(
    '0e11273e08c8270ba613ae6453b1bbeaaefbf686a78e34ae63d5aa9f24e45358',
  );
});
