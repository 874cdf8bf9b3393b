import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Encrypts secrets at rest: AES-256-GCM, with the identifier of the key in front so that keys can be rotated. */
export type Vault = {
  /** The key that encrypts: its ciphertexts begin with this and a point. */
  keyId: string;
  encrypt(plain: string, context: string): string;
  /** @throws when the text was changed, or encrypted for another context or with another key */
  decrypt(encrypted: string, context: string): string;
  /** 32 bytes of their own for a purpose, always the same for one master key. */
  derive(purpose: string): Buffer;
};

/** Bytes. Without it a tag that was cut short would do, and a short one can be guessed. */
const authTagLength = 16;

/**
 * @param masterKey 32 bytes as hexadecimal digits
 * @param others keys that decrypt what they encrypted, and encrypt nothing
 */
export function createVault(masterKey: string, others: readonly string[] = []): Vault {
  const { key, keyId } = toKey(masterKey);
  const keys = new Map([...others.map(toKey), { key, keyId }].map((each) => [each.keyId, each.key]));
  const derived = new LRUCache<string, Buffer>({ max: 1000 });
  return {
    keyId,
    encrypt: (plain, context) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength }).setAAD(
        Buffer.from(context),
      );
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    derive: (purpose) => {
      const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
      derived.set(purpose, known);
      return known;
    },
    decrypt: (encrypted, context) => {
      const [id = '', text] = encrypted.split('.');
      const decryptionKey = keys.get(id);
      if (!decryptionKey || !text)
        throw new Error('a secret was encrypted with another MASTER_KEY than the one given');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', decryptionKey, bytes.subarray(0, 12), {
        authTagLength,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function toKey(masterKey: string): { key: Buffer; keyId: string } {
  const key = Buffer.from(masterKey, 'hex');
  if (key.length !== 32) throw new Error('MASTER_KEY: must be 32 bytes as hexadecimal digits');
  return { key, keyId: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}
