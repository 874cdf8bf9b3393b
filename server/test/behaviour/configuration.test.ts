import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signalsEnabled } from '../../src/organizations/configuration/cosell.ts';
import { setAiCredit } from '../../src/organizations/index.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const path = (name: string) => `/org/${org.id}/${name}`;
const get = async (name: string) => (await app.request('GET', path(name), { token: org.token })).body;
const patch = (name: string, body: unknown, token = org.token) =>
  app.request('PATCH', path(name), { token, body });
const patched = async (name: string, body: unknown) => {
  const reply = await patch(name, body);
  expect(reply.status, reply.text).toBe(200);
  expect(await get(name)).toEqual(reply.body);
  return reply.body;
};
const events = async () =>
  (
    await app.database.query(
      `SELECT action, payload, before, actor_id FROM event
       WHERE organization_id = $1 AND entity_type = 'ORGANIZATION' ORDER BY sequence`,
      [org.id],
    )
  ).rows;

const maps = {
  aiBillingConfig: { billingEmail: 'ai@acme.example', monthlySpendingCapCents: 5 },
  clientSignupPageConfigInfo: { companyName: 'Acme', videoLink: 'https://acme.example/v' },
  cosellIntelligenceConfigInfo: { mkASignalsEnabled: true },
  invoiceIssuer: { name: 'Acme Inc.', bankDetails: 'IBAN 12' },
  notificationConfigInfo: { enableEmailNotification: true },
  onboardingInfo: { dismissed: true },
  organizationConfigInfo: { timeZone: 'UTC', nested: { a: 1, b: 2 } },
  privateOfferConfigInfo: { approvals: 2 },
  ssoConfigInfo: { issuer: 'https://id.acme.example', enabled: false },
  usageMeteringConfigInfo: { partnerUsageMeteringConfigs: [{ partner: 'MKA' }] },
};
const arrays = {
  cosellAccountMappingConfigs: [{ crmPartner: 'CRMA', account: { name: 'Name' } }],
  cosellConfigInfoV2: [{ cloudPartner: 'MKA', crmPartner: 'CRMA', info: { a: 1 } }],
  cosellFillerConfigInfo: [{ from: 'CRMA', to: 'MKA', mappingInfo: { x: 'y' } }],
  fundingApplicationFieldMappingConfigInfo: [{ cloudPartner: 'MKA', crmPartner: 'CRMA', fundingType: 'MDF' }],
};

describe('every configuration record', () => {
  test.each(Object.entries(maps))('R8 %s keeps absent fields and stores sent fields', async (name, body) => {
    const first = await patched(name, body);
    expect(first).toMatchObject(body);
    expect(await patched(name, {})).toEqual(first);
    const { info } = (await app.request('GET', '/org', { token: org.token })).body[0];
    expect(info[name]).toMatchObject(body);
  });

  test.each(Object.entries(arrays))('R8 %s is replaced as a whole, and starts empty', async (name, body) => {
    expect(await get(name)).toEqual([]);
    expect(await patched(name, body)).toMatchObject(body);
    expect(await patched(name, [])).toEqual([]);
  });

  test.each(['offerFillerConfigInfos', 'offerFillerCrmPartnerConfigInfos'])(
    'R5 %s is read-only',
    async (name) => {
      const reply = await app.request('GET', path(name), { token: org.token });
      expect(reply.status, reply.text).toBe(200);
      expect((await patch(name, {})).status).toBe(405);
    },
  );

  test.each([...Object.entries(maps), ...Object.entries(arrays)])(
    '%s: a change is one audit entry with the record before and after',
    async (name, body) => {
      await patched(name, body);
      const [, change, ...more] = await events();
      expect(more).toEqual([]);
      expect(change).toMatchObject({ action: 'UPDATE', actor_id: org.client.id, before: { id: org.id } });
      expect(change.before.info[name]).toBeUndefined();
      expect(change.payload.info[name]).toMatchObject(body);
    },
  );

  test('R8 maps merge at every depth, and a null removes a key', async () => {
    await patched('organizationConfigInfo', maps.organizationConfigInfo);
    const body = await patched('organizationConfigInfo', { timeZone: null, nested: { b: 3, c: { d: 4 } } });
    expect(body).toEqual({ nested: { a: 1, b: 3, c: { d: 4 } } });
  });

  test('settings of one organization do not affect another', async () => {
    const other = await app.organization();
    await patched('privateOfferConfigInfo', maps.privateOfferConfigInfo);
    const theirs = await app.request('GET', `/org/${other.id}/privateOfferConfigInfo`, {
      token: other.token,
    });
    expect(theirs.body).toEqual({});
    expect((await patch('privateOfferConfigInfo', { approvals: 9 }, other.token)).status).toBe(404);
    expect(await get('privateOfferConfigInfo')).toEqual({ approvals: 2 });
  });

  test('forty simultaneous changes are all stored', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => patch('organizationConfigInfo', { [key]: key })));
    expect(Object.keys(await get('organizationConfigInfo')).sort()).toEqual([...keys].sort());
  });
});

describe('R8 arrays are unique by their key', () => {
  test.each(Object.entries(arrays))('%s: a duplicate entry is refused by name', async (name, [entry]) => {
    const reply = await patch(name, [entry, { ...entry, version: '2', account: {}, info: {} }]);
    expect(reply.body, reply.text).toMatchObject({ status: 400, errors: [{ pointer: '/1' }] });
    expect(await get(name)).toEqual([]);
  });

  test('usageMeteringConfigInfo has one entry for each partner', async () => {
    const entries = [{ partner: 'MKB' }, { partner: 'mkb' }];
    const reply = await patch('usageMeteringConfigInfo', { partnerUsageMeteringConfigs: entries });
    expect(reply.body.errors).toMatchObject([{ pointer: '/partnerUsageMeteringConfigs/1' }]);
  });

  test('lastModifyTime and lastValidatedAt are set by the service, and stay while an entry is unchanged', async () => {
    for (const [name, field] of [
      ['cosellFillerConfigInfo', 'lastModifyTime'],
      ['fundingApplicationFieldMappingConfigInfo', 'lastModifyTime'],
      ['cosellAccountMappingConfigs', 'lastValidatedAt'],
    ] as const) {
      const sent = [{ ...arrays[name][0], [field]: '2001-01-01T00:00:00Z' }];
      const [first] = await patched(name, sent);
      expect(first[field]).toMatch(/^20[2-9]\d-\d\d-\d\dT[\d:.]+Z$/);
      const [same] = await patched(name, sent);
      expect(same[field]).toBe(first[field]);
      const changed = [{ ...arrays[name][0], mappingInfo: { z: 1 }, account: { z: 1 } }];
      const [later] = await patched(name, changed);
      expect(later[field] > first[field]).toBe(true);
    }
    expect((await get('cosellFillerConfigInfo'))[0].version).toBe('');
  });
});

describe('R11 aiBillingConfig', () => {
  test('has its defaults; null means unlimited; free use is set by the operator only', async () => {
    const defaults = { enabled: true, monthlyCreditCents: 10_000, monthlySpendingCapCents: 50_000 };
    expect(await get('aiBillingConfig')).toEqual(defaults);
    const unlimited = await patched('aiBillingConfig', {
      monthlySpendingCapCents: null,
      monthlyCreditCents: 1_000_000,
    });
    expect(unlimited).toEqual({ ...defaults, monthlySpendingCapCents: null });
    const inOrganization = createInOrganization(app.app.database, app.app.newId);
    await inOrganization(org.id, 'req_test', (scope) => setAiCredit(scope, 0));
    expect((await get('aiBillingConfig')).monthlyCreditCents).toBe(0);
    expect((await events()).at(-1)).toMatchObject({
      payload: { info: { aiBillingConfig: { monthlyCreditCents: 0 } } },
    });
    const kept = await patched('aiBillingConfig', { enabled: true, monthlyCreditCents: null });
    expect([kept.monthlySpendingCapCents, kept.monthlyCreditCents]).toEqual([null, 0]);
  });

  test('has time and reason of the switch-off, set by the service only', async () => {
    const off = await patched('aiBillingConfig', {
      enabled: false,
      disabledReason: 'NOBODY',
      disabledAt: 'x',
    });
    expect(off).toMatchObject({ enabled: false, disabledReason: 'MANUAL' });
    expect(off.disabledAt).toMatch(/Z$/);
    expect((await patched('aiBillingConfig', { enabled: false })).disabledAt).toBe(off.disabledAt);
    const on = await patched('aiBillingConfig', { enabled: true });
    expect([on.disabledAt, on.disabledReason]).toEqual([undefined, undefined]);
  });

  test.each([
    [{ monthlySpendingCapCents: -1 }, '/monthlySpendingCapCents'],
    [{ monthlySpendingCapCents: 1.5 }, '/monthlySpendingCapCents'],
    [{ billingEmail: 'nobody' }, '/billingEmail'],
    [{ enabled: 'yes' }, '/enabled'],
  ])('%j is refused', async (body, pointer) => {
    expect((await patch('aiBillingConfig', body)).body).toMatchObject({ status: 400, errors: [{ pointer }] });
  });
});

describe('R13 cosellIntelligenceConfigInfo', () => {
  test('an absent toggle falls back to the older toggle; true and false decide', () => {
    const config = {
      cosellIntelligenceSignalsEnabled: true,
      mkASignalsEnabled: false,
      mkBSignalsEnabled: null,
    };
    expect(signalsEnabled(config, 'mkA')).toBe(false);
    expect(signalsEnabled(config, 'mkB')).toBe(true);
    expect(signalsEnabled(config, 'mkC')).toBe(true);
    expect(signalsEnabled({ mkCSignalsEnabled: true }, 'mkC')).toBe(true);
    expect(signalsEnabled(undefined, 'mkC')).toBe(false);
  });

  test('a null unsets a toggle', async () => {
    await patched('cosellIntelligenceConfigInfo', { mkASignalsEnabled: false, mkBSignalsEnabled: true });
    const body = await patched('cosellIntelligenceConfigInfo', { mkASignalsEnabled: null });
    expect(body).toEqual({ mkBSignalsEnabled: true });
  });
});

describe('R14 onboardingInfo', () => {
  test('a step that any member skips is skipped for the organization', async () => {
    const viewer = await app.client(org.id, 'VIEWER');
    expect((await patch('onboardingInfo', { skippedSteps: ['crm', 'crm'] }, viewer.token)).status).toBe(200);
    expect(await get('onboardingInfo')).toEqual({ skippedSteps: ['crm'] });
  });

  test('only crm and notification can be skipped; fields of the service are ignored', async () => {
    const reply = await patch('onboardingInfo', { skippedSteps: ['crm', 'billing'] });
    expect(reply.body).toMatchObject({ status: 400, errors: [{ pointer: '/skippedSteps/1' }] });
    const body = await patched('onboardingInfo', {
      dismissed: true,
      orgReady: { a: 1 },
      readinessNotified: 5,
    });
    expect(body).toEqual({ dismissed: true });
  });

  test('a viewer can change no other field', async () => {
    const viewer = await app.client(org.id, 'VIEWER');
    expect((await patch('organizationConfigInfo', {}, viewer.token)).status).toBe(403);
  });
});

describe('clientSignupPageConfigInfo', () => {
  test('signupId is generated by the service once', async () => {
    expect((await get('clientSignupPageConfigInfo')).signupId).toBeUndefined();
    const first = await patched('clientSignupPageConfigInfo', { signupId: 'mine', companyName: 'Acme' });
    expect(first.signupId).toMatch(/^sgn_/);
    const later = await patched('clientSignupPageConfigInfo', { signupId: null, companyName: 'Other' });
    expect(later.signupId).toBe(first.signupId);
  });

  test.each([
    [{ companyLogoUrl: 'javascript:alert(1)' }, '/companyLogoUrl'],
    [{ landingImageUrl: 'data:text/html,x' }, '/landingImageUrl'],
    [{ videoLink: 'ftp://x' }, '/videoLink'],
    [{ ccEmails: ['a@b.example', 'nobody'] }, '/ccEmails/1'],
  ])('%j is refused', async (body, pointer) => {
    const { body: problem } = await patch('clientSignupPageConfigInfo', body);
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer }] });
  });
});

describe('ssoConfigInfo', () => {
  const secret = 'the provider’s own secret';

  test('the provider’s secret is encrypted, masked in responses, and readable nowhere', async () => {
    const body = await patched('ssoConfigInfo', { clientID: 'c', clientSecret: secret });
    expect(body).toEqual({ clientID: 'c', clientSecret: '********' });
    const stored = async () => {
      const { rows } = await app.database.query(
        'SELECT info::text AS info FROM organization WHERE organization_id = $1',
        [org.id],
      );
      return rows[0].info as string;
    };
    const sealed = JSON.parse(await stored()).ssoConfigInfo.clientSecret;
    expect(sealed).toMatch(/^[0-9a-f]{8}\./);
    expect(JSON.stringify([await events(), await stored()])).not.toContain(secret);
    expect(JSON.stringify(await events())).not.toContain(sealed);
    // A masked secret that is sent back changes nothing, and leaves the other fields unchanged.
    await patched('ssoConfigInfo', { clientSecret: '********' });
    await patched('ssoConfigInfo', { clientID: 'd' });
    expect(JSON.parse(await stored()).ssoConfigInfo.clientSecret).toBe(sealed);
    await patched('ssoConfigInfo', { clientSecret: 'another' });
    expect(JSON.parse(await stored()).ssoConfigInfo.clientSecret).not.toBe(sealed);
    expect(await patched('ssoConfigInfo', { clientSecret: null })).toEqual({ clientID: 'd' });
  });

  test.each([
    [{ issuer: 'nowhere' }, '/issuer'],
    [{ issuer: 5 }, '/issuer'],
    [{ enabled: 'yes' }, '/enabled'],
    [{ clientSecret: ['x'] }, '/clientSecret'],
    [{ defaultRole: 'constructor' }, '/defaultRole'],
    [{ defaultRole: 'editor' }, '/defaultRole'],
  ])('%j is refused', async (body, pointer) => {
    expect((await patch('ssoConfigInfo', body)).body).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  test('a stored secret is sent only to the provider for which it was entered', async () => {
    const first = { issuer: 'https://id.example.com', clientID: 'c', clientSecret: secret };
    await patched('ssoConfigInfo', first);
    const other = { issuer: 'https://evil.example.com' };
    for (const body of [other, { ...other, clientSecret: '********' }]) {
      const { body: problem } = await patch('ssoConfigInfo', body);
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/clientSecret' }] });
    }
    expect(await patched('ssoConfigInfo', { ...other, clientSecret: null })).not.toHaveProperty(
      'clientSecret',
    );
  });

  test('can be changed only with all permissions, as the provider determines every identity', async () => {
    const body = { name: 'SETTINGS', permissions: ['organization:write', 'members:write'] };
    expect((await app.request('POST', `/org/${org.id}/role`, { token: org.token, body })).status).toBe(200);
    const { token } = await app.person(org.id, 'SETTINGS');
    const change = (name: string) =>
      app.request('PATCH', `/org/${org.id}/${name}`, { token, body: { other: 1 } });
    expect((await change('organizationConfigInfo')).status).toBe(200);
    expect((await change('ssoConfigInfo')).status).toBe(403);
  });

  test('stays valid while it is the only sign-in method', async () => {
    await patched('ssoConfigInfo', { enabled: true, issuer: 'https://id.example.com', clientID: 'c' });
    const methods = (allowedAuthMethods: string[]) =>
      app.request('PATCH', `/org/${org.id}`, { token: org.token, body: { allowedAuthMethods } });
    expect((await methods(['SSO'])).status).toBe(200);
    for (const body of [{ enabled: false }, { issuer: null }, { clientID: null }])
      expect((await patch('ssoConfigInfo', body)).body, JSON.stringify(body)).toMatchObject({
        status: 400,
        errors: [{ pointer: '/enabled' }],
      });
    expect((await methods([])).status).toBe(200);
    await patched('ssoConfigInfo', { enabled: false });
  });
});
