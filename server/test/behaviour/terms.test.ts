import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

type Entitlement = { id: string; entitlementTermID: string };

let app: TestApp;
let org: TestOrganization;
let first: Entitlement;
let second: Entitlement;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  [first, second] = [await bought('one', 12.345), await bought('two', 7)];
});
afterAll(() => app.stop());

const get = (path: string, token = org.token) => app.request('GET', `/org/${org.id}/${path}`, { token });
async function bought(name: string, commitAmount: number): Promise<Entitlement> {
  const { body } = await app.request('POST', `/org/${org.id}/offer`, {
    token: org.token,
    body: { name, endTime: '2091-06-30', info: { commitAmount, currency: 'KWD' } },
  });
  await app.request('POST', `/org/${org.id}/sandbox/offer/${body.id}/accept`, { token: org.token });
  return (await get(`entitlement?offerId=${body.id}`)).body[0];
}
const pathOf = (entitlementId: string, termId: string) =>
  `entitlement/${entitlementId}/entitlementTerm/${termId}`;

test('R40 R7 a term is read by its id, with exact amounts and times', async () => {
  const reply = await get(pathOf(first.id, first.entitlementTermID));
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    id: first.entitlementTermID,
    entitlementID: first.id,
    organizationID: org.id,
    commitAmount: 12.345,
    info: { type: 'Signup' },
    entitlementInfo: { currency: 'KWD', commitAmount: 12.345 },
    endTime: '2091-06-30T00:00:00.000Z',
  });
  expect(reply.body.startTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('the terms of an entitlement are listed, and no other terms', async () => {
  const reply = await get(`entitlement/${first.id}/entitlementTerm`);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual([(await get(pathOf(first.id, first.entitlementTermID))).body]);
});

test('R2 the list of terms accepts limit and offset like every list', async () => {
  expect((await get(`entitlement/${first.id}/entitlementTerm?limit=0`)).status).toBe(400);
  expect((await get(`entitlement/${first.id}/entitlementTerm?limit=1&offset=1`)).body).toEqual([]);
});

test('R4 an unknown id is a 404 with a code, also a valid term under a wrong entitlement', async () => {
  const missing: [string, string][] = [
    [pathOf(second.id, first.entitlementTermID), 'entitlement_term_not_found'],
    [pathOf(first.id, 'trm_none'), 'entitlement_term_not_found'],
    [pathOf('ent_none', first.entitlementTermID), 'entitlement_term_not_found'],
    ['entitlement/ent_none/entitlementTerm', 'entitlement_not_found'],
    ['entitlement/ent_none', 'entitlement_not_found'],
    [pathOf(first.id, '%00'), 'not_found'],
    [pathOf(first.id, "x'--"), 'not_found'],
    [pathOf(first.id, 'x'.repeat(200)), 'not_found'],
  ];
  for (const [path, code] of missing) {
    const reply = await get(path);
    expect([path, reply.status, reply.body.code]).toEqual([path, 404, code]);
  }
});

test('R3 another organization’s term is a 404', async () => {
  const foreign = await app.organization();
  const own = `/org/${foreign.id}/${pathOf(first.id, first.entitlementTermID)}`;
  expect((await app.request('GET', own, { token: foreign.token })).body.code).toBe(
    'entitlement_term_not_found',
  );
  expect((await get(pathOf(first.id, first.entitlementTermID), foreign.token)).status).toBe(404);
  expect(
    (await app.request('GET', `/org/${org.id}/${pathOf(first.id, first.entitlementTermID)}`)).status,
  ).toBe(401);
  const { token } = await app.client(org.id, 'VIEWER');
  expect((await get(pathOf(first.id, first.entitlementTermID), token)).status).toBe(200);
});

test('R40 the term’s entitlementInfo is a snapshot: later changes of the entitlement do not affect it', async () => {
  const before = (await get(pathOf(second.id, second.entitlementTermID))).body;
  await app.request('POST', `/org/${org.id}/entitlement/${second.id}/addon`, {
    token: org.token,
    body: { name: 'late' },
  });
  expect((await get(`entitlement/${second.id}`)).body.info.addons).toHaveLength(1);
  expect((await get(pathOf(second.id, second.entitlementTermID))).body).toEqual(before);
});
