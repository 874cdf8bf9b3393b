import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Encrypts secrets at rest with AES-256-GCM. A ciphertext begins with the id of its key, so that keys can be rotated.
 */
export type Vault = {
  /** The id of the key that encrypts; its ciphertexts begin with this id and a dot. */
  keyId: string;
  encrypt(plain: string, context: string): string;
  /** @throws Error if the text was changed, or was encrypted for a different context or with an unknown key */
  decrypt(encrypted: string, context: string): string;
  /** Derives a 32-byte key for a purpose from the master key; the result is deterministic. */
  derive(purpose: string): Buffer;
};

/** The required length of the tag in bytes. Without this length, Node accepts truncated tags, which can be guessed. */
const authTagLength = 16;

/**
 * Creates the vault.
 * @param masterKey the current key, 32 bytes as hexadecimal digits
 * @param others the previous keys, used only to decrypt
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
      if (!decryptionKey || !text) throw new Error('a stored secret was encrypted with another MASTER_KEY');
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
