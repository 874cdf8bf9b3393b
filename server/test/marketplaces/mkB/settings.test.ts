import { beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/marketplaces/mkB/settings.ts';
import { createCertificate } from './certificate.fixture.ts';

const ids = {
  tenantID: '11111111-2222-4333-8444-555555555555',
  clientID: 'AAAAAAAA-2222-4333-8444-555555555555',
};
const clientSecret = 'abc8Q~a-secret-of-an-application';
const read = (credential: Record<string, unknown>, credentials: Record<string, unknown> = {}) =>
  readSettings({ info: { mkBIntegration: { credential } }, credentials });
const problemsOf = (credential: Record<string, unknown>, credentials: Record<string, unknown> = {}) => {
  const found = read(credential, credentials);
  return Array.isArray(found) ? found.map(({ name }) => name) : [];
};

describe('the settings of an integration', () => {
  let made: ReturnType<typeof createCertificate>;
  let other: ReturnType<typeof createCertificate>;
  beforeAll(() => {
    [made, other] = [createCertificate(), createCertificate()];
  });

  test('are read from the info or from the credentials', () => {
    const wanted = {
      tenantId: ids.tenantID,
      clientId: ids.clientID.toLowerCase(),
      proof: { kind: 'secret', secret: clientSecret },
      secretEndTime: undefined,
    };
    expect(read({ ...ids, clientSecret })).toEqual(wanted);
    expect(read(ids, { clientSecret })).toEqual(wanted);
    expect(readSettings({ info: {}, credentials: { ...ids, clientSecret } })).toEqual(wanted);
    expect(readSettings({ info: { mkBIntegration: ids }, credentials: { clientSecret } })).toEqual(wanted);
  });

  test('have the end of a certificate, and the end of a secret if it is entered', () => {
    const { certificate, privateKey } = made;
    expect(read(ids, { certificate, privateKey })).toMatchObject({
      proof: { kind: 'certificate', thumbprint: made.registered.thumbprints[0] },
      secretEndTime: made.endTime,
    });
    expect(read({ ...ids, expiryTime: '2031-06-01' }, { clientSecret })).toMatchObject({
      secretEndTime: '2031-06-01T00:00:00.000Z',
    });
  });

  test.each<[name: string, credential: Record<string, unknown>]>([
    ['tenantID', { tenantID: '' }],
    ['tenantID', { tenantID: 'seller.example' }],
    ['tenantID', { tenantID: '../../evil' }],
    ['tenantID', { tenantID: `${ids.tenantID}/x` }],
    ['tenantID', { tenantID: `${ids.tenantID}@evil.example` }],
    ['tenantID', { tenantID: 7 }],
    ['clientID', { clientID: 'my application' }],
    ['clientSecret', { clientSecret: '' }],
    ['clientSecret', { clientSecret: ids.clientID }],
    ['expiryTime', { expiryTime: 'soon' }],
    ['tenantId', { tenantId: ids.tenantID }],
    ['client_secret', { client_secret: clientSecret }],
    ['certificate', { certificate: 'of the secret' }],
  ])('a wrong %s is named', (name, credential) => {
    expect(problemsOf({ ...ids, clientSecret, ...credential })).toContain(name);
  });

  test('a certificate needs its own RSA key', () => {
    const { certificate } = made;
    expect(problemsOf(ids, { certificate })).toEqual(['privateKey']);
    expect(problemsOf(ids, { certificate, privateKey: other.privateKey })).toEqual(['privateKey']);
    expect(problemsOf(ids, { certificate: 'x', privateKey: made.privateKey })).toEqual(['certificate']);
  });

  test('a certificate needs a key that can sign, and an end', () => {
    const short = createCertificate(undefined, 1024);
    expect(problemsOf(ids, short)).toEqual(['privateKey']);
    const endless = createCertificate('36XX01000000Z');
    expect(problemsOf(ids, endless)).toEqual(['certificate']);
  });

  test('messages do not repeat a secret', () => {
    const secret = 'canary-of-a-secret';
    const found = [
      read(ids, { certificate: secret, privateKey: secret }),
      read(ids, { clientSecret: secret, certificate: secret }),
      read({ clientSecret: secret }),
    ];
    expect(JSON.stringify(found)).toContain('message');
    expect(JSON.stringify(found)).not.toContain(secret);
  });
});
