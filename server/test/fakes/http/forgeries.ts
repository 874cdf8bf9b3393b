import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Keys, pairOf, strangersKey } from './keys.ts';

export type Claims = Record<string, unknown>;

/** Ways in which a token is not genuine, whatever its claims are. */
export const tokenForgeries = [
  'KEY',
  'UNKNOWN_KEY',
  'ALGORITHM_NONE',
  'ALGORITHM_HS256',
  'SIGNATURE',
  'NOT_A_TOKEN',
] as const;
export type TokenForgery = (typeof tokenForgeries)[number];

/** Returns a token that is forged by its signature, or whose claims one of the given functions changes. */
export async function forgeToken<Name extends string>(
  keys: Keys,
  claims: Claims,
  how: Name | TokenForgery,
  forgedClaims: Readonly<Record<Name, (genuine: Claims) => Claims>>,
): Promise<string> {
  if (how in forgedClaims) return keys.sign(defined({ ...claims, ...forgedClaims[how as Name](claims) }));
  const [header = '', payload = '', signature = ''] = (await keys.sign(claims)).split('.');
  switch (how as TokenForgery) {
    case 'KEY':
      return keys.sign(claims, { key: strangersKey, kid: keys.current() });
    case 'UNKNOWN_KEY':
      return keys.sign(claims, { key: strangersKey, kid: `unknown-${randomUUID()}` });
    case 'ALGORITHM_NONE':
      return `${encoded({ typ: 'JWT', alg: 'none' })}.${payload}.`;
    case 'ALGORITHM_HS256':
      return signedWithPublicKey(keys, claims);
    case 'SIGNATURE':
      return `${header}.${encoded({ ...claims, sub: randomUUID() })}.${signature}`;
    case 'NOT_A_TOKEN':
      return 'not-a-token';
  }
}

/** Signs with the published key as a shared secret, which a verifier that trusts `alg` accepts. */
async function signedWithPublicKey(keys: Keys, claims: Claims): Promise<string> {
  const kid = keys.current();
  const { publicKey } = await pairOf(kid);
  const secret = Buffer.from(await crypto.subtle.exportKey('spki', publicKey));
  return new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'HS256', kid }).sign(secret);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const defined = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
