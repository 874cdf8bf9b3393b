import { type Claims, forgeToken, tokenForgeries } from '../../http/forgeries.ts';
import type { Keys } from '../../http/keys.ts';
import { type Caller, resources } from '../identity/apps.ts';

/** Form of a webhook’s token. The older form names the sender in `appid`, the newer one in `azp`. */
export type TokenVersion = 'V1' | 'V2';

/** Returns the claims of a genuine webhook token: for the publisher’s application, from the marketplace. */
export function genuineClaims({ tenantId, clientId }: Caller, version: TokenVersion, nowMs: number): Claims {
  const seconds = Math.floor(nowMs / 1000);
  const common = {
    aud: clientId,
    iat: seconds,
    nbf: seconds,
    exp: seconds + 3600,
    oid: '9a21fbf4-5b8a-4d2f-9b6c-3f2d2a1e7c10',
    sub: '9a21fbf4-5b8a-4d2f-9b6c-3f2d2a1e7c10',
    tid: tenantId,
  };
  return version === 'V1'
    ? {
        ...common,
        iss: `https://sts.windows.net/${tenantId}/`,
        appid: resources.marketplace,
        appidacr: '2',
        ver: '1.0',
      }
    : {
        ...common,
        iss: `https://login.microsoftonline.com/${tenantId}/v2.0`,
        azp: resources.marketplace,
        azpacr: '2',
        ver: '2.0',
      };
}

const other = '00000000-1111-4222-8333-444444444444';
const hourS = 3600;

/** Claims that a forged token has instead of the genuine ones. */
const forgedClaims = {
  AUDIENCE: () => ({ aud: other }),
  ISSUER: () => ({ iss: 'https://sts.windows.example/' }),
  /** Another tenant, with the issuer that belongs to it. */
  TENANT: ({ ver }) => ({
    tid: other,
    iss:
      ver === '1.0' ? `https://sts.windows.net/${other}/` : `https://login.microsoftonline.com/${other}/v2.0`,
  }),
  SENDER: ({ ver }) => (ver === '1.0' ? { appid: other } : { azp: other }),
  NO_SENDER: () => ({ appid: undefined, azp: undefined }),
  EXPIRED: ({ iat }) => ({
    iat: Number(iat) - 3 * hourS,
    nbf: Number(iat) - 3 * hourS,
    exp: Number(iat) - 2 * hourS,
  }),
  NO_EXPIRY: () => ({ exp: undefined }),
  EARLY: ({ iat }) => ({ nbf: Number(iat) + hourS, iat: Number(iat) + hourS, exp: Number(iat) + 2 * hourS }),
} satisfies Record<string, (genuine: Claims) => Claims>;

/** Ways in which a webhook is not genuine: by its claims, by its signature, or by its header. */
export const forgeries = [
  ...(Object.keys(forgedClaims) as (keyof typeof forgedClaims)[]),
  ...tokenForgeries,
  'NO_TOKEN',
  'BASIC',
] as const;
export type Forgery = (typeof forgeries)[number];

/** Returns the authorization header of a forged webhook; undefined for a webhook without the header. */
export async function forge(keys: Keys, claims: Claims, how: Forgery): Promise<string | undefined> {
  if (how === 'NO_TOKEN') return undefined;
  if (how === 'BASIC')
    return `Basic ${Buffer.from(`marketplace:${await keys.sign(claims)}`).toString('base64')}`;
  return `Bearer ${await forgeToken(keys, claims, how, forgedClaims)}`;
}
