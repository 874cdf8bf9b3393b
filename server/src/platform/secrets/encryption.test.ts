import { describe, expect, test } from 'vitest';
import { createVault } from './encryption.ts';

const vault = createVault('ab'.repeat(32));
const sealed = vault.seal('a secret', 'here');
const [keyId, text] = sealed.split('.') as [string, string];
const again = (bytes: Buffer) => `${keyId}.${bytes.toString('base64url')}`;

describe('a sealed secret', () => {
  test('opens in its own context only', () => {
    expect(vault.open(sealed, 'here')).toBe('a secret');
    expect(() => vault.open(sealed, 'there')).toThrow();
  });

  test('does not open with any byte changed', () => {
    for (const [index, byte] of Buffer.from(text, 'base64url').entries()) {
      const changed = Buffer.from(text, 'base64url');
      changed[index] = byte ^ 1;
      expect(() => vault.open(again(changed), 'here')).toThrow();
    }
  });

  test('does not open with a tag that is cut short, whatever is left of it', () => {
    const bytes = Buffer.from(text, 'base64url');
    // 12 bytes of nonce, then the tag: with nothing behind it, what is there is all the tag there is.
    const empty = Buffer.from(vault.seal('', 'here').split('.')[1] as string, 'base64url');
    expect(vault.open(again(empty), 'here')).toBe('');
    for (const length of [4, 8, 12, 13, 14, 15])
      expect(() => vault.open(again(empty.subarray(0, 12 + length)), 'here'), `${length}`).toThrow();
    expect(() => vault.open(again(bytes.subarray(0, 20)), 'here')).toThrow();
  });
});
