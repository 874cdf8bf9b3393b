import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Principal } from '../platform/access/access.ts';
import type { Addresses } from '../platform/addresses.ts';
import { errors } from '../platform/errors.ts';
import { isIdentifier } from '../platform/ids.ts';
import { type SigningKeys, signingAlgorithm } from './keys.ts';
import type { SecondFactor } from './second-factors.ts';

/** Seconds that an access token is good for: the specification's 1 hour. */
export const tokenLifetimeS = 3600;

/** The OAuth scope of every token: all that the role of its subject allows in each organization. There is no less. */
export const grantedScope = 'api';

/** The way by which a person has proved who it is. */
export type AuthMethod = 'PASSWORD' | 'SSO';

/** Whom a token speaks for: a client for itself, or a person by a client and a session. */
export type TokenSubject = {
  id: string;
  version: number;
  session?: { id: string; clientId: string; method: AuthMethod; factor?: SecondFactor | undefined };
};

export type Tokens = {
  /** A JWT access token (RFC 9068) for this service. */
  issue(subject: TokenSubject, now: Date, lifetimeS?: number): Promise<string>;
  /** Who calls. Only that the signature is good is remembered; whether the caller still may is asked each time. */
  authenticate(authorization: string | undefined): Promise<Principal> | Principal;
};

type Verified = { principal: Principal; expiresAt: number };

export function createTokens(deps: {
  keys: SigningKeys;
  addresses: Addresses;
  now: () => Date;
  newTokenId: () => string;
}): Tokens {
  const verified = new LRUCache<string, Verified>({ max: 20_000 });

  const verify = async (token: string): Promise<Principal> => {
    try {
      const kid = decodeProtectedHeader(token).kid;
      const key = kid === undefined ? undefined : await deps.keys.find(kid);
      if (!key) throw new Error('signed with a key that is not ours');
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
        'The access token is expired, was made for another service, or is not ours.',
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
      // Without a token the answer names the scheme, and no error (RFC 6750, section 3.1).
      if (!match) throw errors.unauthenticated('Send the header Authorization: Bearer <access token>.');
      const token = match[1] as string;
      const known = verified.get(token);
      if (known && known.expiresAt > deps.now().getTime()) return known.principal;
      return verify(token);
    },
  };
}

/** The values of RFC 8176; it has none for a provider's sign-in. */
const amr: Record<AuthMethod, string> = { PASSWORD: 'pwd', SSO: 'sso' };
/** A passkey may have been used in place of the password. */
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

/** A claim that no token of ours lacks is looked for in the database: what cannot be there is refused before. */
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

/** jose's errors speak of the token; anything else means that the keys could not be read. */
const isOutage = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined || (code !== undefined && !code.startsWith('ERR_'));
};

export const unauthenticated = (detail: string, cause?: unknown) =>
  errors.unauthenticated(detail, {
    cause,
    headers: { 'www-authenticate': 'Bearer realm="tradepost", error="invalid_token"' },
  });
