import { type Claims, forgeToken, tokenForgeries } from '../../http/forgeries.ts';
import type { Keys } from '../../http/keys.ts';
import { landingSigner } from '../identity/signin.ts';
import type { Account, Product, Records } from '../procurement/records.ts';

const metadata = 'https://www.googleapis.com/robot/v1/metadata/x509';
const lifetimeS = 300;
const hourS = 3600;

/** Claims that a forged token has instead of the genuine ones. */
const forgedClaims = {
  AUDIENCE: () => ({ aud: 'other.example' }),
  /** The list of keys of another service account, which anyone can have. */
  ISSUER: () => ({ iss: `${metadata}/signer@other-project.iam.gserviceaccount.com` }),
  FOREIGN_HOST: () => ({ iss: `https://keys.example/robot/v1/metadata/x509/${landingSigner}` }),
  NO_SUBJECT: () => ({ sub: undefined }),
  EXPIRED: ({ iat }) => ({ iat: Number(iat) - hourS, exp: Number(iat) - hourS + lifetimeS }),
  NO_EXPIRY: () => ({ exp: undefined }),
  EARLY: ({ iat }) => ({
    iat: Number(iat) + hourS,
    nbf: Number(iat) + hourS,
    exp: Number(iat) + hourS + lifetimeS,
  }),
} satisfies Record<string, (genuine: Claims) => Claims>;

/** Ways in which a landing token is not genuine. */
export const landingForgeries = [
  ...(Object.keys(forgedClaims) as (keyof typeof forgedClaims)[]),
  ...tokenForgeries,
] as const;
export type LandingForgery = (typeof landingForgeries)[number];

type Parts = { records: Records; keys: Keys; now: () => number };

/** Simulates the tokens with which the marketplace sends buyers to the sign-up page of a product. */
export function createLanding({ records, keys, now }: Parts) {
  const claimsFor = (product: Product, account: Account): Claims => {
    const seconds = Math.floor(now() / 1000);
    const orders = records
      .entitlementsOf(account.providerId)
      .filter((one) => one.account === account && one.product === product && one.state !== 'CANCELLED')
      .map(({ orderId }) => orderId);
    return {
      iss: `${metadata}/${landingSigner}`,
      aud: product.domain,
      sub: account.id,
      iat: seconds,
      exp: seconds + lifetimeS,
      google: { user_identity: account.userIdentity, roles: ['account_admin'], orders },
    };
  };
  return {
    tokenFor: (product: Product, account: Account, changed: Claims = {}): Promise<string> =>
      keys.sign({ ...claimsFor(product, account), ...changed }),
    forge: (product: Product, account: Account, how: LandingForgery): Promise<string> =>
      forgeToken(keys, claimsFor(product, account), how, forgedClaims),
  };
}
export type Landing = ReturnType<typeof createLanding>;
