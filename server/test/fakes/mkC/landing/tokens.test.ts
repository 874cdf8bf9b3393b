import { createPublicKey, X509Certificate } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { landingSigner } from '../identity/signin.ts';
import type { Entitlement } from '../procurement/records.ts';
import { type MkC, startMkC } from '../server.ts';
import { landingForgeries } from './tokens.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const issuer = `https://www.googleapis.com/robot/v1/metadata/x509/${landingSigner}`;
let mkC: MkC;
let one: Entitlement;
beforeAll(async () => {
  mkC = await startMkC({ now: () => start });
  const seller = await mkC.addSeller();
  one = mkC.buyerPurchases(seller.addProduct());
});
afterAll(() => mkC.stop());

const expected = () => ({
  algorithms: ['RS256'],
  issuer,
  audience: one.product.domain,
  requiredClaims: ['exp', 'sub'],
  currentDate: new Date(mkC.now()),
});
/** Verifies a token as a careful receiver does, with the keys that the service publishes. */
async function verify(token: string) {
  const keys = createRemoteJWKSet(new URL(`${mkC.url}/robot/v1/metadata/jwk/${landingSigner}`));
  return (await jwtVerify(token, keys, expected())).payload;
}

test('a landing token names the account and its orders for five minutes', async () => {
  const { address, form } = await mkC.landingForm(one);
  expect(address).toBe('https://seller.example/signup');
  const token = form.get('x-gcp-marketplace-token') ?? '';
  const payload = await verify(token);
  expect(payload).toEqual({
    iss: issuer,
    aud: 'seller.example',
    sub: one.account.id,
    iat: start / 1000,
    exp: start / 1000 + 300,
    google: { user_identity: one.account.userIdentity, roles: ['account_admin'], orders: [one.orderId] },
  });
});

test('the certificates at the address of the issuer verify a landing token', async () => {
  const response = await fetch(`${mkC.url}/robot/v1/metadata/x509/${encodeURIComponent(landingSigner)}`);
  const certificates = (await response.json()) as Record<string, string>;
  expect(Object.keys(certificates)).toEqual(['landing-1']);
  const certificate = new X509Certificate(certificates['landing-1'] ?? '');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toBe(`CN=${landingSigner}`);
  const key = createPublicKey(certificates['landing-1'] ?? '');
  const token = await mkC.landingToken(one.product, one.account);
  expect((await jwtVerify(token, key, expected())).payload.sub).toBe(one.account.id);
});

test.each(landingForgeries)(
  'a landing token forged by %s is not accepted by a careful receiver',
  async (how) => {
    await expect(verify(await mkC.landingToken(one.product, one.account))).resolves.toBeDefined();
    await expect(verify(await mkC.forgedLandingToken(one.product, one.account, how))).rejects.toThrow();
  },
);

test('the keys of landing tokens rotate apart from those of pushes', async () => {
  const old = await mkC.landingToken(one.product, one.account);
  mkC.signingKeys.landing.rotate();
  mkC.signingKeys.landing.retire();
  await expect(verify(old)).rejects.toThrow();
  await expect(verify(await mkC.landingToken(one.product, one.account))).resolves.toBeDefined();
  expect(mkC.signingKeys.push.current()).toBe('push-1');
});
