import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LandingWorld, type Seller } from '../landing-world.ts';

type VerifyVisit = (url: string) => Promise<Record<string, unknown>>;

const world = new LandingWorld();
let folder: string;
let seller: Seller;
let verifyVisit: VerifyVisit;
beforeAll(async () => {
  await world.start();
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-landing-'));
  seller = await world.seller();
  verifyVisit = await exampleOf(seller.id);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.app.stop();
});

/** Loads the example of the guide with the environment of a seller. */
async function exampleOf(organizationId: string): Promise<VerifyVisit> {
  const guide = await readFile(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n(import [^`]*?jwtVerify[\s\S]*?)```/.exec(guide) ?? [];
  expect(example).toContain('verifyVisit');
  const file = path.join(folder, `${organizationId}.mjs`);
  await writeFile(file, example.replace("'jose'", JSON.stringify(import.meta.resolve('jose'))));
  vi.stubEnv('TRADEPOST_URL', world.app.url);
  vi.stubEnv('TRADEPOST_ORG', organizationId);
  const { verifyVisit: found } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  vi.unstubAllEnvs();
  return found;
}

async function visit(): Promise<URL> {
  seller.shop.purchases.set('one', {
    externalBuyerId: 'buyer-1',
    buyerName: 'Globex',
    externalProductId: 'prod-1',
  });
  const { location } = await world.land(seller, 'one');
  return location as URL;
}

const withParameter = (url: URL, name: string, value: string): string => {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
};

test('the example of the guide verifies that a buyer comes from the landing page', async () => {
  const url = await visit();
  const claims = await verifyVisit(url.href);
  expect(claims).toMatchObject({
    iss: world.app.url,
    aud: seller.id,
    tradepostEntitlementId: url.searchParams.get('tradepostEntitlementId'),
    partner: 'mka',
    offerType: 'DEFAULT',
  });
  expect(url.searchParams.get('plan')).toBe('a');
  expect(claims.jti).not.toBe((await verifyVisit((await visit()).href)).jti);
});

test.each([
  ['tradepostEntitlementId', 'ent_01m7z53qrwf3raysksbfq2fp2q'],
  ['partner', 'mkb'],
  ['offerType', 'PRIVATE'],
  ['tradepostSignature', ''],
])('a visit whose %s was changed does not verify', async (name, value) => {
  const url = await visit();
  await expect(verifyVisit(withParameter(url, name, value))).rejects.toThrow();
});

test('a signature with other keys, or without a key, does not verify', async () => {
  const url = await visit();
  const claims = decodeJwt(url.searchParams.get('tradepostSignature') as string);
  const { privateKey } = await generateKeyPair('RS256');
  const header = { alg: 'RS256', typ: 'landing+jwt' };
  const { keys } = (await world.app.request('GET', '/.well-known/jwks.json')).body;
  for (const kid of [keys[0].kid, 'key_x']) {
    const forged = await new SignJWT(claims).setProtectedHeader({ ...header, kid }).sign(privateKey);
    await expect(verifyVisit(withParameter(url, 'tradepostSignature', forged))).rejects.toThrow();
  }
  const [, payload] = (url.searchParams.get('tradepostSignature') as string).split('.');
  const none = `${Buffer.from('{"alg":"none","typ":"landing+jwt"}').toString('base64url')}.${payload}.`;
  await expect(verifyVisit(withParameter(url, 'tradepostSignature', none))).rejects.toThrow();
});

test('a visit to one organization does not verify for another', async () => {
  const other = await exampleOf((await world.seller()).id);
  await expect(other((await visit()).href)).rejects.toThrow(/"aud"/);
});

test('a signature is accepted for ten minutes', async () => {
  const { href } = await visit();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 590_000 });
  await verifyVisit(href);
  vi.setSystemTime(start + 660_000);
  await expect(verifyVisit(href)).rejects.toThrow(/"exp"/);
});

test('a signature is not an access token, and an access token is not a signature', async () => {
  const url = await visit();
  const token = url.searchParams.get('tradepostSignature') as string;
  expect((await world.app.request('GET', '/org', { token })).status).toBe(401);
  expect((await world.app.request('GET', `/org/${seller.id}`, { token })).status).toBe(401);
  await expect(verifyVisit(withParameter(url, 'tradepostSignature', seller.token))).rejects.toThrow(
    /"typ"|"aud"/,
  );
});
