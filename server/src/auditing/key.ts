import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Vault } from '../platform/secrets/encryption.ts';

/** A place in an organization's chain that was signed: a head, or a checkpoint that what came before may be gone. */
export type Signed = {
  organizationId: string;
  position: number;
  chainHash: Buffer;
  /** RFC 3339 in UTC with milliseconds. */
  signedAt: string;
};
export type SignedKind = 'head' | 'checkpoint';
export type Signature = { keyId: string; signature: Buffer };

export type AuditKey = {
  keyId: string;
  /** 32 bytes, as base64url. */
  publicKey: string;
  sign(kind: SignedKind, signed: Signed): Signature;
  /** Signs another public key: what that signed is to be believed, too. */
  endorse(publicKey: string): Buffer;
};

/** The bytes before the 32 bytes in the encodings of RFC 8410. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);

const messageOf = (kind: SignedKind, signed: Signed): Buffer =>
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

/** Creates the Ed25519 key that heads are signed with. It comes from the master key: the database does not have it. */
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

/** Says whether the owner of a public key signed the other one. */
export const endorses = (publicKey: string, other: string, signature: Buffer): boolean =>
  verify(null, endorsementOf(other), importKey(publicKey), signature);

/** Says whether one of the keys signed it. */
export type Verifies = (kind: SignedKind, signed: Signed, by: Signature) => boolean;

/**
 * Checks signatures by public keys only.
 * @param publicKeys 32 bytes each, as base64url
 * @throws Error for what is no such key
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
  if (bytes.length !== 32) throw new Error(`${publicKey} is not a public key: 32 bytes as base64url`);
  return createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });
}
