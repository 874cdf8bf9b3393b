import { createHash, generateKeyPairSync, randomUUID, webcrypto } from 'node:crypto';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clientWith, marketplaceScope } from '../calls.fixture.ts';
import { type MkB, startMkB } from '../server.ts';

/** The tests use the system time, because the client signs with the system clock. */
let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
const started: MkB[] = [];
beforeEach(async () => {
  mkB = await startMkB();
  started.push(mkB);
  seller = mkB.addSeller();
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

/** Configures the OpenID client as for the vendor, except for the address of the token endpoint. */
const configure = (authentication: ConstructorParameters<typeof Configuration>[3]) => {
  const { tenantId, clientId } = seller;
  const metadata = {
    issuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
    token_endpoint: `${mkB.url}/${tenantId}/oauth2/v2.0/token`,
  };
  const configuration = new Configuration(metadata, clientId, undefined, authentication);
  allowInsecureRequests(configuration);
  return configuration;
};
const grant = (configuration: Configuration) =>
  clientCredentialsGrant(configuration, { scope: marketplaceScope });

test('an OpenID client gets a token with a secret, in the form or in the header', async () => {
  for (const authentication of [ClientSecretPost, ClientSecretBasic]) {
    const { access_token } = await grant(configure(authentication(seller.clientSecret)));
    const reply = await clientWith(mkB.url, `Bearer ${access_token}`).get('/saas/subscriptions');
    expect(reply.status).toBe(200);
  }
  await expect(grant(configure(ClientSecretPost('wrong')))).rejects.toMatchObject({
    status: 401,
    error: 'invalid_client',
    error_description: expect.stringContaining('AADSTS7000215'),
  });
});

test('an OpenID client gets a token with a certificate, whose thumbprint the assertion names', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = await webcrypto.subtle.importKey(
    'pkcs8',
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    { name: 'RSA-PSS', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const thumbprint = createHash('sha256').update(randomUUID()).digest('base64url');
  const signed = configure(
    PrivateKeyJwt(key, {
      [modifyAssertion]: (header) => {
        header['x5t#S256'] = thumbprint;
      },
    }),
  );
  await expect(grant(signed)).rejects.toMatchObject({ error: 'invalid_client' });
  mkB.addCertificate(seller.app, { publicKey, thumbprints: [thumbprint] });
  expect((await grant(signed)).access_token).toEqual(expect.any(String));
  mkB.removeApp(seller.app);
  await expect(grant(signed)).rejects.toMatchObject({
    error_description: expect.stringContaining('AADSTS90002'),
  });
});
