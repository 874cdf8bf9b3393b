import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Vault } from '../platform/secrets/encryption.ts';

/** A signed position in an organization's chain: a head, or a checkpoint up to which entries may have been removed. */
export type ChainPosition = {
  organizationId: string;
  position: number;
  chainHash: Buffer;
  /** The time of signing, RFC 3339 in UTC with milliseconds. */
  signedAt: string;
};
export type SignedKind = 'head' | 'checkpoint';
export type Signature = { keyId: string; signature: Buffer };

export type AuditKey = {
  keyId: string;
  /** The public key: 32 bytes in base64url. */
  publicKey: string;
  sign(kind: SignedKind, signed: ChainPosition): Signature;
  /** Signs a different public key, so that signatures of that key are also trusted. */
  endorse(publicKey: string): Buffer;
};

/** The DER prefixes of Ed25519 keys (RFC 8410), which are followed by the 32 bytes of the key. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);

const messageOf = (kind: SignedKind, signed: ChainPosition): Buffer =>
  Buffer.from(
    JSON.stringify([
      `tradepost audit ${kind}`,
      signed.organizationId,
      signed.position,
      signed.chainHash.toString('hex'),
      signed.signedAt,
    ]),
  );

const endorsementOf = (publicKey: string): Buffer =>
  Buffer.from(JSON.stringify(['tradepost audit key', publicKey]));

/** Derives the Ed25519 key that signs heads from the master key. The key is not stored. */
export function createAuditKey(vault: Vault): AuditKey {
  const der = Buffer.concat([privatePrefix, vault.derive('audit head')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(publicPrefix.length).toString('base64url');
  const keyId = keyIdOf(publicKey);
  return {
    keyId,
    publicKey,
    sign: (kind, signed) => ({ keyId, signature: sign(null, messageOf(kind, signed), privateKey) }),
    endorse: (other) => sign(null, endorsementOf(other), privateKey),
  };
}

/** Returns whether the second public key was signed with the private key of the first public key. */
export const endorses = (publicKey: string, other: string, signature: Buffer): boolean =>
  verify(null, endorsementOf(other), importKey(publicKey), signature);

/** Verifies a signature with the trusted keys. */
export type Verifies = (kind: SignedKind, signed: ChainPosition, by: Signature) => boolean;

/**
 * Creates the function that verifies signatures with public keys.
 * @param publicKeys 32 bytes each, in base64url
 * @throws Error for an invalid key
 */
export function createVerifier(publicKeys: readonly string[]): Verifies {
  const keys = new Map(publicKeys.map((publicKey) => [keyIdOf(publicKey), importKey(publicKey)]));
  return (kind, signed, { keyId, signature }) => {
    const key = keys.get(keyId);
    return key !== undefined && verify(null, messageOf(kind, signed), key, signature);
  };
}

function importKey(publicKey: string) {
  const bytes = Buffer.from(publicKey, 'base64url');
  if (bytes.length !== 32) throw new Error(`${publicKey} is not a public key (32 bytes in base64url)`);
  return createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });
}
