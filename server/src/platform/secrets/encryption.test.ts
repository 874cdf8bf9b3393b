import { describe, expect, test } from 'vitest';
import { createVault } from './encryption.ts';

const vault = createVault('ab'.repeat(32));
const encrypted = vault.encrypt('a secret', 'here');
const [keyId, text] = encrypted.split('.') as [string, string];
const again = (bytes: Buffer) => `${keyId}.${bytes.toString('base64url')}`;

describe('an encrypted secret', () => {
  test('is decrypted only in the context of its encryption', () => {
    expect(vault.decrypt(encrypted, 'here')).toBe('a secret');
    expect(() => vault.decrypt(encrypted, 'there')).toThrow();
  });

  test('is rejected if any byte was changed', () => {
    for (const [index, byte] of Buffer.from(text, 'base64url').entries()) {
      const changed = Buffer.from(text, 'base64url');
      changed[index] = byte ^ 1;
      expect(() => vault.decrypt(again(changed), 'here')).toThrow();
    }
  });

  test('is rejected if its tag was truncated to any length', () => {
    const bytes = Buffer.from(text, 'base64url');
    // The layout is 12 bytes of nonce, the tag, then the text. With an empty text, the tag comes last and can be
    // truncated.
    const empty = Buffer.from(vault.encrypt('', 'here').split('.')[1] as string, 'base64url');
    expect(vault.decrypt(again(empty), 'here')).toBe('');
    for (const length of [4, 8, 12, 13, 14, 15])
      expect(() => vault.decrypt(again(empty.subarray(0, 12 + length)), 'here'), `${length}`).toThrow();
    expect(() => vault.decrypt(again(bytes.subarray(0, 20)), 'here')).toThrow();
  });
});
