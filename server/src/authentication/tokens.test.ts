import { generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Addresses } from '../platform/addresses.ts';
import type { SigningKeys } from './keys.ts';
import { createTokens, type Tokens, tokenLifetimeS } from './tokens.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const url = 'http://tradepost.example';
let now: number;
let looked: number;
let tokens: Tokens;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = {
    current: async () => ({ kid: 'key_1', key: privateKey }),
    find: async () => {
      looked++;
      return publicKey;
    },
  } as unknown as SigningKeys;
  const addresses = { authUrl: () => url, baseUrl: () => url, audiences: () => [url] } as Addresses;
  tokens = createTokens({ keys, addresses, now: () => new Date(now), newTokenId: () => 'tok_1' });
});

describe('a cached token', () => {
  test('is rejected as soon as it expires', async () => {
    [now, looked] = [start, 0];
    const header = `Bearer ${await tokens.issue({ id: 'cli_1', version: 1 }, new Date(start))}`;
    expect(await tokens.authenticate(header)).toMatchObject({ id: 'cli_1' });
    now = start + tokenLifetimeS * 1000 - 1;
    expect(await tokens.authenticate(header)).toMatchObject({ id: 'cli_1' });
    expect(looked, 'the second time it came from the cache').toBe(1);
    now = start + tokenLifetimeS * 1000;
    await expect((async () => tokens.authenticate(header))()).rejects.toMatchObject({
      definition: { status: 401 },
    });
  });
});
