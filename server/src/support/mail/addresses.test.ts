import { describe, expect, test } from 'vitest';
import { createVault } from '../../platform/secrets/encryption.ts';
import { createReplyAddresses, operator } from './addresses.ts';

const addressesOf = (key: string, replyTo = 'support@help.example.com') =>
  createReplyAddresses({ vault: createVault(key.repeat(64)), replyTo });
const addresses = addressesOf('a');
const ticketId = 'tic_01m7z53qrwf3raysksbfq2fp2q';
const org = 'org_01m7z53qrwf3raysksbfq2fp2q';
const address = addresses.addressOf({ organizationId: org, ticketId }, 'usr_1');

describe('a reply address', () => {
  test('is valid for mail servers, and the same each time', () => {
    expect(address).toMatch(/^support\+[0-9a-z]{50}@help\.example\.com$/);
    expect((address.split('@')[0] as string).length).toBeLessThanOrEqual(64);
    expect(addresses.addressOf({ organizationId: org, ticketId }, 'usr_1')).toBe(address);
    const longest = addressesOf('a', 'supportsuppor@example.com').addressOf(
      { organizationId: org, ticketId },
      operator,
    );
    expect((longest.split('@')[0] as string).length).toBe(64);
  });

  test.each([
    ['alone', address],
    ['with a name', `"Support" <${address}>`],
    ['among others', `Bo <bo@example.com>, ${address}, <x@example.com>`],
    ['in capital letters', address.toUpperCase()],
  ])('is found %s, and valid for its correspondent', (_name, line) => {
    const [token, ...others] = addresses.tokensIn([line, line]);
    expect(others).toEqual([]);
    expect(token?.ticketId).toBe(ticketId);
    if (!token) return;
    expect(addresses.isGood(org, token, 'usr_1')).toBe(true);
    expect(addresses.isGood(org, token, 'usr_2')).toBe(false);
    expect(addresses.isGood(org, token, operator)).toBe(false);
    expect(addresses.isGood(`${org.slice(0, -1)}x`, token, 'usr_1')).toBe(false);
    expect(addressesOf('b').isGood(org, token, 'usr_1')).toBe(false);
    expect(addresses.isGood(org, { ...token, ticketId: `${ticketId.slice(0, -1)}x` }, 'usr_1')).toBe(false);
  });

  test.each([
    ['another domain', address.replace('help.example.com', 'help.example.org')],
    ['a longer domain', `${address}.evil.example`],
    ['a dot that is another letter', address.replace('help.', 'helpx')],
    ['another name', address.replace('support', 'xsupport')],
    ['a truncated token', address.replace(/.@/, '@')],
    ['a token that is too long', address.replace('@', '0@')],
    ['no token', 'support@help.example.com'],
    ['a very long line', 'support+'.repeat(100_000)],
  ])('is not found in %s', (_name, line) => {
    expect(addresses.tokensIn([line])).toEqual([]);
  });

  test('differs for each member and the operator', () => {
    const all = ['usr_1', 'usr_2', operator].map((person) =>
      addresses.addressOf({ organizationId: org, ticketId }, person),
    );
    expect(new Set(all).size).toBe(3);
  });
});
