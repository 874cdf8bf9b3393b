import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Principal } from '../platform/access/access.ts';
import type { Addresses } from '../platform/addresses.ts';
import { errors } from '../platform/errors.ts';
import { isIdentifier } from '../platform/ids.ts';
import { type SigningKeys, signingAlgorithm } from './keys.ts';
import type { SecondFactor } from './second-factors.ts';

/** The lifetime of an access token in seconds: 1 hour, as the specification requires. */
export const tokenLifetimeS = 3600;

/** The only OAuth scope: everything that the role of the token's subject allows in each organization. */
export const grantedScope = 'api';

/** The sign-in method of a user. */
export type AuthMethod = 'PASSWORD' | 'SSO';

/** The subject of a token: an API client, or a user with a client and a session. */
export type TokenSubject = {
  id: string;
  version: number;
  session?: { id: string; clientId: string; method: AuthMethod; factor?: SecondFactor | undefined };
};

export type Tokens = {
  /** Issues a JWT access token (RFC 9068) for this service. */
  issue(subject: TokenSubject, now: Date, lifetimeS?: number): Promise<string>;
  /** Authenticates a caller. Only the signature verification is cached; revocation is checked with each request. */
  authenticate(authorization: string | undefined): Promise<Principal> | Principal;
};

type VerifiedToken = { principal: Principal; expiresAt: number };

export function createTokens(deps: {
  keys: SigningKeys;
  addresses: Addresses;
  now: () => Date;
  newTokenId: () => string;
}): Tokens {
  const verified = new LRUCache<string, VerifiedToken>({ max: 20_000 });

  const verify = async (token: string): Promise<Principal> => {
    try {
      const kid = decodeProtectedHeader(token).kid;
      const key = kid === undefined ? undefined : await deps.keys.find(kid);
      if (!key) throw new Error('signed with an unknown key');
      const { payload } = await jwtVerify(token, key, {
        algorithms: [signingAlgorithm],
        typ: 'at+jwt',
        issuer: deps.addresses.authUrl(),
        audience: deps.addresses.audiences(),
        requiredClaims: ['sub', 'exp', 'iat', 'jti'],
        currentDate: deps.now(),
      });
      const principal = principalOf(payload);
      verified.set(token, { principal, expiresAt: (payload.exp as number) * 1000 });
      return principal;
    } catch (cause) {
      if (isOutage(cause)) throw cause;
      throw unauthenticated(
        'The access token is invalid, expired, or was issued for another service.',
        cause,
      );
    }
  };

  return {
    issue: async (subject, now, lifetimeS = tokenLifetimeS) => {
      const { kid, key } = await deps.keys.current();
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT(claimsOf(subject))
        .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
        .setIssuer(deps.addresses.authUrl())
        .setAudience(deps.addresses.baseUrl())
        .setSubject(subject.id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeS)
        .setJti(deps.newTokenId())
        .sign(key);
    },
    authenticate: (authorization) => {
      const match = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '');
      // Without a token, the response contains the scheme and omits the error (RFC 6750, section 3.1).
      if (!match)
        throw errors.unauthenticated(
          'Send the header Authorization: Bearer <access token>, or Authorization: Key <key of an API client>.',
        );
      const token = match[1] as string;
      const known = verified.get(token);
      if (known && known.expiresAt > deps.now().getTime()) return known.principal;
      return verify(token);
    },
  };
}

/** The values of the `amr` claim (RFC 8176); empty for single sign-on. */
const amr: Record<AuthMethod, string> = { PASSWORD: 'pwd', SSO: 'sso' };
/** The values of the `amr` claim with a second factor. `pwd` is omitted for a passkey, which replaces the password. */
const factorAmr: Record<SecondFactor, readonly string[]> = {
  TOTP: ['pwd', 'otp', 'mfa'],
  RECOVERY_CODE: ['pwd', 'otp', 'mfa'],
  PASSKEY: ['pop', 'mfa'],
};

const claimsOf = ({ id, version, session }: TokenSubject): JWTPayload =>
  session === undefined
    ? { client_id: id, ver: version, scope: grantedScope }
    : {
        client_id: session.clientId,
        ver: version,
        scope: grantedScope,
        sid: session.id,
        amr: session.factor ? factorAmr[session.factor] : [amr[session.method]],
        principal_type: 'USER',
      };

/** The claims in every token of this service. Values that cannot be in the database are rejected before a query. */
const ourClaims = z.object({
  sub: z.string().refine(isIdentifier),
  ver: z.int().min(1).max(2_147_483_647),
  jti: z.string().refine(isIdentifier),
  exp: z.int().max(8_640_000_000_000),
  principal_type: z.literal('USER').optional(),
  sid: z.string().refine(isIdentifier).optional(),
});

const principalOf = (payload: JWTPayload): Principal => {
  const { sub, ver, jti, exp, principal_type, sid } = ourClaims.parse(payload);
  const common = { id: sub, tokenVersion: ver, tokenId: jti, tokenExpiresAt: new Date(exp * 1000) };
  if (principal_type === undefined) return { ...common, type: 'API_CLIENT' };
  if (sid === undefined) throw new Error('a token of a person without its session');
  return { ...common, type: 'USER', sessionId: sid };
};

/** Returns whether the keys could not be read. Errors of `jose` concern the token. */
const isOutage = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined || (code !== undefined && !code.startsWith('ERR_'));
};

export const unauthenticated = (detail: string, cause?: unknown) =>
  errors.unauthenticated(detail, {
    cause,
    headers: { 'www-authenticate': 'Bearer realm="tradepost", error="invalid_token"' },
  });
