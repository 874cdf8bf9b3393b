import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
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

const set = (name: string, maximum: number, organizationId = org.id) =>
  app.app.database.transaction(
    (queryable) => setQuota(queryable, app.app.newId, new Date(), { organizationId, name, maximum }),
    'system',
  );
const offer = (body: object, headers: Record<string, string> = {}) =>
  app.request('POST', `/org/${org.id}/offer`, { token: org.token, body, headers });
const client = () =>
  app.request('POST', `/org/${org.id}/apiClient`, { token: org.token, body: { role: 'VIEWER' } });
const quotas = async (query = '') =>
  (await app.request('GET', `/org/${org.id}/quota${query}`, { token: org.token })).body as {
    name: string;
    maximum: number;
    used: number;
  }[];
const offers = async () =>
  (await app.database.query('SELECT count(*)::int AS n FROM offer WHERE organization_id = $1', [org.id]))
    .rows[0].n;

describe('quotas', () => {
  test('are listed with their use', async () => {
    await offer({ name: 'One' });
    const all = await quotas();
    expect(all.map(({ name, maximum, used }) => [name, maximum, used])).toEqual([
      ['aiCallsPerDay', 1000, 0],
      ['apiClients', 20, 1],
      ['channelPartnerAgreements', 10_000, 0],
      ['channelPartnerTiers', 1000, 0],
      ['channelPartners', 10_000, 0],
      ['dealRegistrations', 100_000, 0],
      ['files', 10000, 0],
      ['knowledgeArticles', 10_000, 0],
      ['members', 200, 0],
      ['offers', 100_000, 1],
      ['supportComments', 100_000, 0],
      ['supportTickets', 10_000, 0],
      ['usageRecordGroupsPerDay', 1_000_000_000, 0],
      ['webhookEndpoints', 20, 0],
    ]);
    const paged = await app.request('GET', `/org/${org.id}/quota?limit=2&count=true`, { token: org.token });
    expect(paged.body).toEqual(all.slice(0, 2));
    expect(paged.headers.get('x-total-count')).toBe('14');
    const next = new URL(/<(.+)>/.exec(paged.headers.get('link') ?? '')?.[1] as string, app.url);
    expect(await quotas(next.search)).toEqual(all.slice(2, 4));
  });

  test('of members include invitations', async () => {
    await set('members', 1);
    const invite = (email: string) =>
      app.request('POST', `/org/${org.id}/user`, { token: org.token, body: { email, role: 'VIEWER' } });
    expect((await invite('first@acme.example')).status).toBe(200);
    expect((await invite('second@acme.example')).body).toMatchObject({ status: 429, code: 'quota_exceeded' });
  });

  test('are the organization’s own, or else the defaults', async () => {
    const stranger = await app.organization();
    try {
      await set('offers', 7, '*');
      await set('offers', 3);
      await set('apiClients', 5, stranger.id);
      const maxima = async (who: TestOrganization) =>
        (await app.request('GET', `/org/${who.id}/quota`, { token: who.token })).body
          .filter(({ name }: { name: string }) => ['offers', 'apiClients'].includes(name))
          .map(({ maximum }: { maximum: number }) => maximum);
      expect(await maxima(org)).toEqual([20, 3]);
      expect(await maxima(stranger)).toEqual([5, 7]);
    } finally {
      await app.database.query(`DELETE FROM quota WHERE organization_id = '*'`);
    }
  });

  test('of other organizations cannot be read or set by the application role', async () => {
    const stranger = await app.organization();
    await set('offers', 3, stranger.id);
    const inOrganization = (text: string) =>
      app.app.inOrganization(org.id, 'test', ({ query }) =>
        query({ name: `test ${text}`, text, values: [] }),
      );
    expect(await inOrganization('SELECT q.maximum FROM quota q')).toEqual([]);
    await expect(inOrganization('UPDATE quota SET maximum = 9')).rejects.toMatchObject({ code: '42501' });
  });

  test('set by an operator are an event of the organization, which must exist', async () => {
    await set('offers', 3);
    await set('offers', 4);
    const { rows } = await app.database.query(
      `SELECT payload, before, actor_type FROM event WHERE organization_id = $1 AND entity_type = 'ORGANIZATION'
       ORDER BY sequence DESC LIMIT 1`,
      [org.id],
    );
    expect(rows).toEqual([
      {
        payload: { id: org.id, quotas: { offers: 4 } },
        before: { id: org.id, quotas: { offers: 3 } },
        actor_type: 'SERVICE',
      },
    ]);
    await expect(set('offers', 3, 'org_none')).rejects.toThrow('unknown organization');
  });
});

describe('a used-up quota', () => {
  test('is a 429 with the details that a client needs, and nothing is created', async () => {
    await set('offers', 2);
    for (const name of ['a', 'b']) expect((await offer({ name })).status).toBe(200);
    const refused = await offer({ name: 'c' });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.headers.get('ratelimit-policy')).toBe('"offers";q=2');
    expect(refused.headers.get('ratelimit')).toBe('"offers";r=0');
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(await offers()).toBe(2);
    expect((await app.request('GET', `/org/${org.id}/offer`, { token: org.token })).status).toBe(200);
  });

  test('is counted at the time of the request: a deletion and a higher maximum take effect immediately', async () => {
    await set('apiClients', 2);
    const made = await client();
    expect((await client()).headers.get('ratelimit-policy')).toBe('"apiClients";q=2');
    await app.request('DELETE', `/org/${org.id}/apiClient/${made.body.id}`, { token: org.token });
    expect((await client()).status).toBe(200);
    expect((await client()).status).toBe(429);
    await set('apiClients', 3);
    expect((await client()).status).toBe(200);
    expect((await client()).status).toBe(429);
  });

  test('is not affected by refused calls', async () => {
    await set('apiClients', 2);
    for (let index = 0; index < 3; index++)
      await app.request('POST', `/org/${org.id}/apiClient`, { token: org.token, body: {} });
    expect((await client()).status).toBe(200);
  });

  test('R20 allows a repeat within 60 s with its first response, and no later repeat', async () => {
    await set('offers', 2);
    const first = await offer({ name: 'again' });
    expect((await offer({ name: 'again' })).text).toBe(first.text);
    expect((await offer({ name: 'other' })).status).toBe(200);
    const repeat = await offer({ name: 'again' });
    expect([repeat.status, repeat.text, repeat.headers.get('x-deduplicated')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await offer({ name: 'again' }, { 'idempotency-key': 'new' })).text).toBe(first.text);
    await app.database.query(
      `UPDATE offer_creation SET first_at = now() - interval '61 s' WHERE organization_id = $1`,
      [org.id],
    );
    expect((await offer({ name: 'again' })).status).toBe(429);
  });

  test('R20 allows a repeat by idempotency key for as long as the key is stored', async () => {
    await set('offers', 1);
    const key = { 'idempotency-key': 'kept' };
    const first = await offer({ name: 'kept' }, key);
    await app.database.query(
      `UPDATE offer_creation SET first_at = now() - interval '2 hours' WHERE organization_id = $1`,
      [org.id],
    );
    expect((await offer({ name: 'kept' }, key)).text).toBe(first.text);
    expect((await offer({ name: 'other' }, key)).status).toBe(422);
    expect((await offer({ name: 'other' })).status).toBe(429);
    expect(await offers()).toBe(1);
  });

  test('is not revealed to a caller that lost access meanwhile', async () => {
    await set('offers', 0);
    const { client: gone, token } = await app.client(org.id, 'EDITOR');
    const post = () => app.request('POST', `/org/${org.id}/offer`, { token, body: {} });
    expect((await post()).status).toBe(429);
    await app.database.query('DELETE FROM api_client WHERE id = $1', [gone.id]);
    expect((await post()).status).toBe(401);
  });
});
