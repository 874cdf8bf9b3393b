import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals secrets at rest: AES-256-GCM, with the identifier of the key in front so that keys can be rotated. */
export type Vault = {
  seal(plain: string, context: string): string;
  /** @throws when the text was changed, or sealed for another context or with another key */
  open(sealed: string, context: string): string;
  /** 32 bytes of their own for a purpose, always the same for one master key. */
  derive(purpose: string): Buffer;
};

/** @param masterKey 32 bytes as hexadecimal digits */
export function createVault(masterKey: string): Vault {
  const key = Buffer.from(masterKey, 'hex');
  if (key.length !== 32) throw new Error('MASTER_KEY: must be 32 bytes as hexadecimal digits');
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
    open: (sealed, context) => {
      const [id, text] = sealed.split('.');
      if (id !== keyId || !text)
        throw new Error('a secret was sealed with another MASTER_KEY than the one given');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
