import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const list = (token = org.token, query = '') => app.request('GET', `/org${query}`, { token });
const integrate = (organizationId: string, partner: string) =>
  app.database.query(
    `INSERT INTO integration (organization_id, id, partner, service, status, creation_time, last_update_time)
     VALUES ($1, $2, $3, 'MARKETPLACE', 'ACTIVE', now(), now())`,
    [organizationId, app.app.newId('int'), partner],
  );

test('R10 R6 R7 GET /org returns a bare array with the caller’s role, without user fields for a client', async () => {
  const reply = await list();
  expect(reply.status).toBe(200);
  expect(reply.body).toHaveLength(1);
  const [row] = reply.body;
  expect(row).toMatchObject({
    id: org.id,
    name: 'Acme',
    environment: 'TEST',
    status: 'ACTIVE',
    userRole: 'ADMIN',
    expireAt: null,
  });
  expect(row.creationTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  for (const name of ['userID', 'userName', 'userEmail', 'joinOrganizationTime'])
    expect(row).not.toHaveProperty(name);
});

test('R10 R11 info has the documented defaults, and stored values take precedence', async () => {
  expect((await list()).body[0].info).toMatchObject({
    aiBillingConfig: { enabled: true, monthlyCreditCents: 10000, monthlySpendingCapCents: 50000 },
    notificationConfigInfo: { enableEmailNotification: false, daysToExpireSoonOfferWorkflowNotification: 7 },
  });
  const own = await app.organization();
  await app.database.query(`UPDATE organization SET info = $2 WHERE organization_id = $1`, [
    own.id,
    { aiBillingConfig: { enabled: false, monthlyCreditCents: 0, monthlySpendingCapCents: null } },
  ]);
  expect((await list(own.token)).body[0].info.aiBillingConfig).toEqual({
    enabled: false,
    monthlyCreditCents: 0,
    monthlySpendingCapCents: null,
  });
});

test('R10 a client of two organizations sees both in order, and no deleted or foreign organization', async () => {
  const second = await app.organization();
  const grant = `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
                 VALUES ($1, $2, 'API_CLIENT', $3, now())`;
  await app.database.query(grant, [second.id, org.client.id, 'VIEWER']);
  const seen = (await list()).body.map((row: { id: string; userRole: string }) => [row.id, row.userRole]);
  expect(seen).toEqual([
    [org.id, 'ADMIN'],
    [second.id, 'VIEWER'],
  ]);
  const refused = await app.request('POST', `/org/${second.id}/offer`, {
    token: org.token,
    body: { name: 'x' },
  });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  await app.database.query(`UPDATE organization SET status = 'DELETED' WHERE organization_id = $1`, [
    second.id,
  ]);
  expect((await list()).body.map((row: { id: string }) => row.id)).toEqual([org.id]);
  expect((await list(second.token)).body).toEqual([]);
  expect((await app.request('GET', `/org/${second.id}/offer`, { token: org.token })).status).toBe(404);
});

test('R10 R2 GET /org takes no parameter', async () => {
  expect((await list(org.token, '?limit=0&offset=x')).body).toHaveLength(1);
});

test('R10 partners are all six for TEST, and for PROD the partners with an integration', async () => {
  expect((await list()).body[0].partners).toEqual(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF']);
  const prod = await app.organization({ environment: 'PROD' });
  expect((await list(prod.token)).body[0].partners ?? []).toEqual([]);
  await integrate(prod.id, 'MKC');
  await integrate(prod.id, 'CRMA');
  expect((await list(prod.token)).body[0].partners).toContain('MKC');
  expect((await list(prod.token)).body[0].partners).not.toContain('MKA');
});

test('R10 secrets in info are masked at every depth', async () => {
  const own = await app.organization();
  const info = {
    cosellConfigInfos: [
      {
        cloudPartner: 'MKA',
        info: {
          clientSecret: 'hush-1',
          apiKeys: ['hush-2'],
          credentials: { value: 'hush-3' },
          nested: [{ password: 'hush-4', refresh_token: 'hush-5', region: 'shown' }],
          authToken: 'hush-6',
          secret: 600613,
        },
      },
    ],
  };
  await app.database.query('UPDATE organization SET info = $2 WHERE organization_id = $1', [own.id, info]);
  const { text } = await list(own.token);
  expect(text).toContain('shown');
  expect(text.match(/hush-\d|600613/g)).toBeNull();
});

test('R3 a suspended organization is read-only', async () => {
  const own = await app.organization();
  await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
    own.id,
  ]);
  expect((await list(own.token)).body[0].status).toBe('SUSPENDED');
  expect((await app.request('GET', `/org/${own.id}/offer`, { token: own.token })).status).toBe(200);
  const write = await app.request('POST', `/org/${own.id}/offer`, { token: own.token, body: {} });
  expect([write.status, write.body.code]).toEqual([403, 'organization_suspended']);
});
