import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/marketplaces/connections/index.ts';
import {
  MarketplaceError,
  type Notification,
  type RawNotification,
  type Subject,
} from '../../src/marketplaces/index.ts';
import { withDouble } from '../adapter-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

/** Inbound verification of marketplace A for PROD organizations. */
const verifiers = new Map<string, (raw: RawNotification) => Promise<Notification>>();
let app: TestApp;
let org: TestOrganization;
const seen: RawNotification[] = [];
beforeAll(async () => {
  app = await startTestApp({
    registry: withDouble((organizationId) => {
      const verifyNotification = verifiers.get(organizationId);
      return verifyNotification && { verifyNotification };
    }),
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  seen.length = 0;
  org = await app.organization({ environment: 'PROD' });
  names([]);
});

const names = (subjects: readonly Subject[], id = 'n1', to = org.id) =>
  verifiers.set(to, async (raw) => {
    seen.push(raw);
    return { id, subjects };
  });
const fails = (error: Error) => verifiers.set(org.id, () => Promise.reject(error));
const path = (to = org.id) => `/marketplaces/mka/notifications/${to}`;
const post = (raw = '{}', to = org.id) => app.request('POST', path(to), { raw });
const get = (query = '', to = org.id) => app.request('GET', `${path(to)}${query}`);
const kept = async (to = org.id) =>
  (
    await app.database.query(
      `SELECT external_id, method, query, body FROM inbound_notification WHERE organization_id = $1 ORDER BY external_id`,
      [to],
    )
  ).rows;
const observed = async (to = org.id) =>
  (
    await app.database.query(
      `SELECT payload FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe' ORDER BY id`,
      [to],
    )
  ).rows.map(({ payload }) => payload);
const offer = { kind: 'OFFER', externalId: 'o1' } as const;
const change = { kind: 'CHANGE', externalId: 'c1' } as const;

describe('a notification of a marketplace', () => {
  test('reaches the adapter with its method, query and body, and is stored with them', async () => {
    expect((await post('{"a":1}')).body).toEqual({ received: true });
    names([], 'n2');
    expect((await get('?action=create&token=a%2Fb')).body).toEqual({ received: true });
    expect(seen.map(({ method, query, rawBody }) => ({ method, query, rawBody }))).toEqual([
      { method: 'POST', query: '', rawBody: '{"a":1}' },
      { method: 'GET', query: 'action=create&token=a%2Fb', rawBody: '' },
    ]);
    expect(await kept()).toEqual([
      { external_id: 'n1', method: 'POST', query: '', body: '{"a":1}' },
      { external_id: 'n2', method: 'GET', query: 'action=create&token=a%2Fb', body: '' },
    ]);
  });

  test('without a subject is stored and acknowledged, and triggers no reading', async () => {
    expect((await post()).status).toBe(200);
    expect(await kept()).toHaveLength(1);
    expect(await observed()).toEqual([]);
  });

  test('triggers one reading of each of its subjects', async () => {
    names([offer, change, offer, { kind: 'AGREEMENT', externalId: 'o1' }]);
    expect((await post()).status).toBe(200);
    expect(await observed()).toEqual([
      { partner: 'MKA', ...offer },
      { partner: 'MKA', ...change },
      { partner: 'MKA', kind: 'AGREEMENT', externalId: 'o1' },
    ]);
  });

  test('is stored once for each organization and partner, however often and with whatever method it is sent', async () => {
    const other = await app.organization({ environment: 'PROD' });
    names([offer]);
    names([offer], 'n1', other.id);
    const replies = await Promise.all([
      post(),
      post(),
      post('{"other":1}'),
      get('?a=1'),
      post('{}', other.id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await kept()).toHaveLength(1);
    expect(await observed()).toHaveLength(1);
    expect(await kept(other.id)).toHaveLength(1);
    expect(await observed(other.id)).toHaveLength(1);
  });

  test('is stored with characters replaced that the database rejects', async () => {
    expect((await post('a\0b')).status).toBe(200);
    expect((await kept())[0].body).toBe('a\uFFFDb');
  });

  test('that is not genuine is a 401 and is not stored', async () => {
    fails(new MarketplaceError('bad signature', { kind: 'refused' }));
    for (const reply of [await post(), await get()])
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect(await kept()).toEqual([]);
  });

  test('for an organization that is not connected is a 401 and is not stored', async () => {
    fails(new NotConnected('MKA'));
    expect([(await post()).status, await kept()]).toEqual([401, []]);
  });

  test.each([
    ['keys that cannot be reached', new MarketplaceError('ENOTFOUND', { kind: 'unreachable' }), '30'],
    [
      'credentials that are not let in',
      new MarketplaceError('status 403 of theirs', { kind: 'unauthorized' }),
      '30',
    ],
    ['a lost answer', new MarketplaceError('hang up', { kind: 'unknown' }), '30'],
    [
      'too many calls',
      new MarketplaceError('status 429 of theirs', { kind: 'throttled', retryAfterMs: 6100 }),
      '7',
    ],
    ['an error that nobody expected', new TypeError('fetch failed'), '30'],
  ])(
    'that could not be verified because of %s is a 503 with Retry-After and is not stored',
    async (_, error, wait) => {
      fails(error);
      const reply = await post();
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        wait,
      ]);
      expect(reply.text).not.toContain(error.message);
      expect(await kept()).toEqual([]);
    },
  );

  test('for an unknown or deleted organization, or one without the integration, is refused like a forged one', async () => {
    verifiers.delete(org.id);
    const deleted = await app.organization({ environment: 'PROD' });
    names([], 'n1', deleted.id);
    expect((await post('{}', deleted.id)).status).toBe(200);
    names([], 'n2', deleted.id);
    await app.database.query(`UPDATE organization SET status = 'DELETED' WHERE organization_id = $1`, [
      deleted.id,
    ]);
    for (const reply of [
      await post(),
      await get(),
      await post('{}', 'org_none'),
      await post('{}', deleted.id),
    ])
      expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
        401,
        'unauthenticated',
        'The signature of the notification is not valid.',
      ]);
    expect(await kept(deleted.id)).toHaveLength(1);
  });

  test('is never accepted for another organization', async () => {
    const other = await app.organization({ environment: 'PROD' });
    verifiers.set(other.id, () =>
      Promise.reject(new MarketplaceError('of another account', { kind: 'refused' })),
    );
    names([offer]);
    expect((await post()).status).toBe(200);
    expect((await post('{}', other.id)).status).toBe(401);
    expect([await kept(other.id), await observed(other.id)]).toEqual([[], []]);
  });
});
