import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { OutsideFetch } from '../platform/outside/outside-fetch.ts';
import { MarketplaceError } from './errors.ts';

/** The shortest time between two requests of the same list of keys, so that forged key ids cause no traffic. */
const cooldownMs = 60_000;
const cacheMs = 3_600_000;

/**
 * Creates the source of a marketplace's signing keys. Keys are cached, and requested again when a token names an
 * unknown key.
 * @param url JWKS of the marketplace; never taken from a token
 */
export const createSigningKeys = (url: string, outsideFetch: OutsideFetch): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    cacheMaxAge: cacheMs,
    [customFetch]: (address, { headers, method }) =>
      outsideFetch(String(address), { method, headers: Object.fromEntries(new Headers(headers)) }),
  });

/** Errors that say that the token is wrong. All other errors mean that the keys could not be read. */
const wrongToken = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/**
 * Verifies a marketplace's signed token.
 * @param options must name algorithms, because lists of keys need not name them
 * @throws MarketplaceError `refused` if the token is not genuine; `unreachable` if the keys could not be read
 */
export async function verifySigned(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions & { algorithms: string[] },
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (cause) {
    if (wrongToken.some((kind) => cause instanceof kind))
      throw new MarketplaceError('the token is not genuine', { kind: 'refused', cause });
    throw new MarketplaceError('the signing keys could not be read', { kind: 'unreachable', cause });
  }
}
