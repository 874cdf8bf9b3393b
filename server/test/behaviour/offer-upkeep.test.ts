import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body === undefined ? {} : { body }) });
const create = async (body: object) => {
  const reply = await call('POST', '/offer', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const read = async (id: string) => (await call('GET', `/offer/${id}`)).body;
const pointers = (reply: { body: { errors?: { pointer: string }[] } }) =>
  (reply.body.errors ?? []).map(({ pointer }) => pointer);

describe('the meta info of an offer', () => {
  const patch = (id: string, body: object) => call('PATCH', `/offer/${id}/metaInfo`, body);

  test('R8 R9 R32 is merged and returned; fields of the service stay, the author’s address too', async () => {
    const person = await app.person(org.id, 'EDITOR');
    const { body: offer } = await app.request('POST', `/org/${org.id}/offer`, {
      token: person.token,
      body: {
        partner: 'MKA',
        offerType: 'CPPO_OUT',
        metaInfo: { customMetaInfo: { a: 1, b: 2 }, resellerIds: ['x'], crmBDealId: 'd' },
      },
    });
    const reply = await patch(offer.id, {
      createdByEmail: 'other@example.com',
      customMetaInfo: { a: null, c: 3 },
      resellerIds: ['y'],
      discount: 7.5,
    });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({
      createdByEmail: person.email,
      createdBySource: 'API',
      crmBDealId: 'd',
      resellerIds: ['y'],
      customMetaInfo: { b: 2, c: 3 },
      discount: 7.5,
      lastModifiedBy: { entityId: org.client.id, entityType: 'API_CLIENT' },
    });
    expect(reply.body.customMetaInfo).not.toHaveProperty('a');
    expect((await read(offer.id)).metaInfo).toEqual(reply.body);
    expect((await patch(offer.id, { discount: null })).body.discount).toBeNull();
  });

  test('R31 stores ids of CRM C in their canonical form', async () => {
    const { id } = await create({ name: 'CRM' });
    expect((await patch(id, { crmCOpportunityId: '{AB-12}' })).body.crmCOpportunityId).toBe('ab-12');
    expect(
      (await call('GET', '/offer?crmCOpportunityId=%7BAb-12%7D')).body.map((o: { id: string }) => o.id),
    ).toEqual([id]);
  });

  test.each<[rule: string, body: object, pointer: string]>([
    ['R23', { discount: 5 }, '/discount'],
    ['R26', { replacedOfferEndTime: '2027-01-01' }, '/replacedOfferEndTime'],
    ['R32', { internalNote: 'x'.repeat(1001) }, '/internalNote'],
    ['R34', { enableTestUsageMetering: true }, '/testUsageMeteringEndTime'],
  ])('%s refuses %j, and changes nothing', async (_rule, body, pointer) => {
    const offer = await create({ name: `Refused ${pointer}` });
    const reply = await patch(offer.id, body);
    expect([reply.status, pointers(reply)]).toEqual([400, [pointer]]);
    expect(await read(offer.id)).toEqual(offer);
  });

  test('R34 can be changed while other fields have become invalid', async () => {
    const offer = await create({ name: 'Old', expireTime: new Date(Date.now() + 60_000).toISOString() });
    await app.database.query(`UPDATE offer SET expire_time = '2001-01-01' WHERE id = $1`, [offer.id]);
    expect((await patch(offer.id, { internalNote: 'still here' })).status).toBe(200);
  });

  test('of an unknown or deleted offer is a 404', async () => {
    expect((await patch('ofr_none', {})).body.code).toBe('offer_not_found');
  });
});

describe('an offer by its identifier at the marketplace', () => {
  test('is found once the marketplace has assigned it, and only in its organization', async () => {
    const { id } = await create({ partner: 'MKF', name: 'External' });
    await app.drainJobs();
    const offer = await read(id);
    expect((await call('GET', `/offerExternalId/${offer.externalID}`)).body).toEqual(offer);
    const other = await app.organization();
    const path = `/org/${other.id}/offerExternalId/${offer.externalID}`;
    expect((await app.request('GET', path, { token: other.token })).body.code).toBe('offer_not_found');
  });
});

describe('a failed creation', () => {
  test('R37 is retried after a correction, which clears its errors', async () => {
    const { id } = await create({ partner: 'MKA', name: 'x'.repeat(151) });
    await app.drainJobs();
    const failed = await read(id);
    expect(failed).toMatchObject({ status: 'CREATE_FAILED', metaInfo: { errorMessages: ['INVALID_NAME'] } });
    await app.database.query(`UPDATE offer SET name = 'Short' WHERE id = $1`, [id]);
    const retried = await call('POST', `/offer/${id}/retry`);
    expect(retried.body).toMatchObject({ id, status: 'PENDING_CREATE' });
    expect(retried.body.metaInfo).not.toHaveProperty('errorMessages');
    expect(retried.body.metaInfo).not.toHaveProperty('prettifiedErrorMessages');
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect((await call('POST', `/offer/${id}/retry`)).body.code).toBe('offer_state');
  });
});

describe('a deleted offer', () => {
  test('is a 404, and is listed only on request', async () => {
    const { body: draft } = await call('POST', '/draftOffer', {
      name: 'Away',
      metaInfo: { crmAQuoteId: 'q-gone' },
    });
    const reply = await call('DELETE', `/offer/${draft.id}`);
    expect([reply.status, reply.body]).toEqual([200, draft.id]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', '/metaInfo'],
      ['POST', '/retry'],
    ] as const)
      expect(
        (await call(method, `/offer/${draft.id}${path}`, method === 'PATCH' ? {} : undefined)).body.code,
      ).toBe('offer_not_found');
    expect((await call('GET', '/offer?crmAQuoteId=q-gone')).body).toEqual([]);
    const [listed] = (await call('GET', '/offer?crmAQuoteId=q-gone&status=DELETED')).body;
    expect(listed).toMatchObject({ id: draft.id, status: 'DELETED' });
    const submitted = await create({ id: draft.id, name: 'Not it' });
    expect(submitted.id).not.toBe(draft.id);
  });
});

describe('lists of offers', () => {
  const links = { crmBDealId: 'deal', crmAOpportunityId: 'opp', crmAAccountId: 'acc', crmAQuoteId: 'quote' };

  test.each(Object.entries(links))('by %s, alone and combined with another filter', async (name, value) => {
    const { id } = await create({ name: `By ${name}`, metaInfo: { [name]: `${value}-1` } });
    const ids = async (query: string) =>
      (await call('GET', `/offer?${query}`)).body.map((offer: { id: string }) => offer.id);
    expect(await ids(`${name}=${value}-1`)).toEqual([id]);
    expect(await ids(`${name}=${value}-1&status=PENDING_ACCEPTANCE&offerType=PRIVATE`)).toEqual([id]);
    expect(await ids(`${name}=${value}-2`)).toEqual([]);
  });

  test('use an index for each filter, under row-level security', async () => {
    const { rows } = await app.database.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'offer'`,
    );
    for (const column of [
      'crm_b_deal_id',
      'crm_a_opportunity_id',
      'crm_a_account_id',
      'crm_a_quote_id',
      'approval_status',
      'partner',
    ])
      expect(
        rows.some(({ indexdef }) => indexdef.includes(`(organization_id, ${column}, creation_time, id)`)),
        column,
      ).toBe(true);
  });

  test('R6 a link longer than an index entry is refused as a 4xx', async () => {
    const reply = await call('POST', '/offer', { metaInfo: { crmBDealId: 'x'.repeat(3000) } });
    expect([reply.status, pointers(reply)]).toEqual([400, ['/metaInfo/crmBDealId']]);
  });
});
