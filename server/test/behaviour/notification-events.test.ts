import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationSweeps } from '../../src/notifications/wiring.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, token = org.token) =>
  app.request(method, `/org/${org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const good = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const settle = async () => {
  await app.drainJobs();
  await app.dispatchEvents();
  await app.sendMails();
};
const all = 'priorities=LOW,MEDIUM,HIGH,CRITICAL';
type Event = { action: string; entityType: string; eventID: string; [name: string]: unknown };
const listEvents = async (query = all): Promise<Event[]> =>
  (await good('GET', `notificationEvent?${query}`)).notificationEvents;
const scopesOf = (events: Event[]) => events.map(({ action, entityType }) => `${action}.${entityType}`);

async function sell(partner?: string) {
  const contact = await good('POST', 'contact', { name: 'Bo', emailAddress: `bo-${org.id}@example.com` });
  const body = { name: 'Deal', ...(partner ? { partner } : {}), contactIds: [contact.id] };
  const offer = await good('POST', 'offer', body);
  await settle();
  await good('POST', `sandbox/offer/${offer.id}/accept`);
  await settle();
  return { offer, contact };
}

describe('events', () => {
  test('R50 are dispatched once for each business fact, newest first, with the record at that time', async () => {
    const { offer } = await sell('MKA');
    const [entitlement] = await good('GET', 'entitlement');
    await good('POST', `sandbox/entitlement/${entitlement.id}/cancel`);
    await settle();
    const events = await listEvents();
    const scopes = scopesOf(events);
    for (const scope of ['CREATE.OFFER', 'PENDING_ACCEPTANCE.OFFER', 'ACCEPT.OFFER', 'CREATE.ENTITLEMENT'])
      expect(scopes.filter((other) => other === scope)).toHaveLength(1);
    expect(scopes[0]).toBe('CANCEL.ENTITLEMENT');
    const ready = events.find(({ action }) => action === 'PENDING_ACCEPTANCE');
    expect(ready).toMatchObject({
      entityID: offer.id,
      entityName: 'Deal',
      entityStatus: 'PENDING_ACCEPTANCE',
      partner: 'MKA',
      title: 'Offer ready',
      message: 'The offer Deal can be accepted.',
      priority: 'MEDIUM',
      eventStatus: 'DONE',
      organizationID: org.id,
      requireAudit: true,
      isActionItem: false,
    });
    const positions = events.map(({ info }) => (info as { position: number }).position);
    expect(positions).toEqual([...positions].sort((one, other) => other - one));
    const { rows } = await app.database.query(
      'SELECT told_position, newest_position FROM notification_feed WHERE organization_id = $1',
      [org.id],
    );
    expect(rows[0].told_position).toBe(rows[0].newest_position);
  });

  test('are dispatched once by several simultaneous processes, late commits included', async () => {
    const other = await startTestApp({ database: app.database });
    try {
      const late = app.app.database.transaction(async ({ query }) => {
        await query({
          name: '',
          text: `SELECT set_config('app.organization_id', $1, true)`,
          values: [org.id],
        });
        await query({
          name: '',
          text: `WITH recorded AS (
                   INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type,
                     creation_time)
                   VALUES ($1, 'evt_late', 'OFFER', 'ofr_late', 1, 'CREATE', '{}', 'SERVICE', now()) RETURNING id)
                 INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded`,
          values: [org.id],
        });
        for (let n = 0; n < 20; n++) await good('POST', 'offer', { name: `Offer ${n}` });
        await Promise.all([app.dispatchEvents(), other.dispatchEvents(), app.dispatchEvents()]);
      });
      await late;
      await Promise.all([other.dispatchEvents(), app.dispatchEvents()]);
      const events = await listEvents();
      expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(events.length);
      expect(scopesOf(events).filter((scope) => scope === 'CREATE.OFFER')).toHaveLength(21);
      expect(events.filter(({ eventID }) => eventID === 'evt_late')).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  test('are dispatched by a worker process shortly after their commit', async () => {
    const working = await startTestApp({ work: true });
    try {
      const { id, token } = await working.organization();
      await working.request('POST', `/org/${id}/offer`, { token, body: { name: 'Soon' } });
      const path = `/org/${id}/notificationEvent?${all}`;
      const scopes = async () =>
        scopesOf((await working.request('GET', path, { token })).body.notificationEvents);
      await expect.poll(scopes).toContain('CREATE.OFFER');
    } finally {
      await working.stop();
    }
  });
});

describe('the list of events', () => {
  test('has the HIGH and CRITICAL events of the last 30 days by default', async () => {
    await sell();
    const usual = await listEvents('');
    expect(scopesOf(usual)).toEqual(expect.arrayContaining(['ACCEPT.OFFER', 'CREATE.ENTITLEMENT']));
    expect(scopesOf(usual)).not.toContain('CREATE.OFFER');
    expect((await listEvents(all)).length).toBeGreaterThan(usual.length);
    expect(await listEvents('priorities=critical')).toEqual([]);
    expect(await listEvents('startDate=2020-01-01&endDate=2020-02-01')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await listEvents(`startDate=${today}&endDate=${today}`)).toEqual(usual);
    expect(scopesOf(await listEvents(`${all}&message=ACCEPTED%20the`))).toEqual(['ACCEPT.OFFER']);
    for (const [query, pointer] of [
      ['priorities=URGENT', 'priorities'],
      ['startDate=2027-02-30', 'startDate'],
      ['startDate=2027-02-02&endDate=2027-02-01', 'startDate'],
      ['limit=1001', 'limit'],
    ] as const) {
      const reply = await call('GET', `notificationEvent?${query}`);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    }
  });

  test('is returned in parts, with the offset of the next part and the total count', async () => {
    await sell();
    const whole = await good('GET', `notificationEvent?${all}`);
    expect(whole.totalCount).toBe(whole.notificationEvents.length);
    expect(whole).not.toHaveProperty('nextOffset');
    const first = await good('GET', `notificationEvent?${all}&limit=2`);
    expect(first).toMatchObject({ nextOffset: 2, totalCount: whole.totalCount });
    const second = await good('GET', `notificationEvent?${all}&limit=1000&offset=2`);
    expect([...first.notificationEvents, ...second.notificationEvents]).toEqual(whole.notificationEvents);
  });

  test('of one record has all of its events, and none of another organization', async () => {
    const { offer } = await sell();
    const page = await good('GET', `notificationEvent/offer/${offer.id}`);
    expect(scopesOf(page.notificationEvents)).toEqual(
      ['ACCEPT.OFFER', 'PENDING_ACCEPTANCE.OFFER', 'CREATE.OFFER'].map((scope) =>
        expect.stringMatching(scope),
      ) as unknown as string[],
    );
    expect((await call('GET', `notificationEvent/THING/${offer.id}`)).status).toBe(404);
    const { id } = await good('POST', 'channelPartner', { name: 'Nord' });
    await app.dispatchEvents();
    const ofPartner = await good('GET', `notificationEvent/CHANNEL_PARTNER/${id}`);
    expect(ofPartner.notificationEvents).toMatchObject([{ action: 'CREATE', entityID: id }]);
    const stranger = await app.organization();
    const path = `/org/${stranger.id}/notificationEvent/OFFER/${offer.id}`;
    const reply = await app.request('GET', path, { token: stranger.token });
    expect(reply.body).toEqual({ notificationEvents: [], totalCount: 0 });
  });

  test('is read by its indexes, as the application role', async () => {
    const { eventStatements } = await import('../../src/notifications/lists.ts');
    await app.database.query(
      `INSERT INTO notification_event (organization_id, id, position, entity_type, entity_id, action, title, message,
         priority, is_action_item, require_audit, created_by, channels, info, creation_time, last_update_time)
       SELECT $1, 'evt_' || n, n, 'OFFER', 'ofr_' || n, 'UPDATE', 't', 'm', CASE n % 100 WHEN 0 THEN 'HIGH' ELSE 'LOW' END,
         false, true, '{}', '{}', '{}', now() - n * interval '1 minute', now() FROM generate_series(1, 5000) n`,
      [org.id],
    );
    await app.database.query('ANALYZE notification_event');
    const filter = { from: new Date(0), until: new Date(Date.now() + 1e9), message: undefined };
    const indexOf = (priorities: ('LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL')[]) =>
      app.app.inOrganization(org.id, 'test', async (scope) => {
        const { rows: page } = eventStatements(scope, { ...filter, priorities }, { limit: 10, offset: 0 });
        const rows = await scope.query({
          name: '',
          text: `EXPLAIN ${page?.text}`,
          values: page?.values ?? [],
        });
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await indexOf(['HIGH', 'CRITICAL'])).toContain('notification_event_urgent');
    expect(await indexOf(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])).toContain('notification_event_by_creation');
  });
});

describe('R54 an offer keeps its notices', () => {
  test('when it can be accepted, like the event with that id', async () => {
    for (const partner of ['MKA', undefined]) {
      const { offer, contact } = await sell(partner);
      const [notice, ...more] = (await good('GET', `offer/${offer.id}`)).metaInfo.notifications;
      expect(more).toEqual([]);
      expect(notice).toMatchObject({ action: 'PENDING_ACCEPTANCE', contactIds: [contact.id] });
      const event = (await listEvents()).find(({ eventID }) => eventID === notice.eventID);
      expect(event).toMatchObject({
        action: 'PENDING_ACCEPTANCE',
        entityID: offer.id,
        contactIds: [contact.id],
      });
      org = await app.organization();
    }
  });

  test('R32 when it changes, with the text of updateMessage, each text once', async () => {
    const contact = await good('POST', 'contact', { name: 'Bo' });
    const { id } = await good('POST', 'offer', { name: 'Deal', contactIds: [contact.id] });
    const change = (metaInfo: object) => good('PATCH', `offer/${id}`, { metaInfo });
    await change({ updateMessage: 'You have more time.' });
    await change({ internalNote: 'They hesitate.' });
    await settle();
    const { notifications } = (await good('GET', `offer/${id}`)).metaInfo;
    const notices = notifications.filter((notice: Event) => notice.action === 'UPDATE');
    expect(notices).toMatchObject([{ message: 'You have more time.', contactIds: [contact.id] }]);
    const event = (await listEvents()).find(({ eventID }) => eventID === notices[0].eventID);
    expect(event).toMatchObject({ action: 'UPDATE', message: 'You have more time.' });
  });

  test('R54 on request, and for an offer without contacts', async () => {
    const { offer, contact } = await sell();
    const notice = await good('POST', `offer/${offer.id}/notifyContacts`, []);
    await settle();
    const event = (await listEvents()).find(({ eventID }) => eventID === notice.eventID);
    expect(event).toMatchObject({ action: 'NOTIFY_CONTACTS', contactIds: [contact.id], entityName: 'Deal' });
    const { id } = await good('POST', 'offer', { name: 'For nobody' });
    expect((await good('GET', `offer/${id}`)).metaInfo.notifications).toMatchObject([
      { action: 'PENDING_ACCEPTANCE', contactIds: [], entityID: id },
    ]);
  });
});

test('dispatched events are kept for 400 days by the organization’s clock, pending events for longer', async () => {
  const { offer } = await sell();
  const rows = async (table: string): Promise<number> =>
    (await app.database.query(`SELECT FROM ${table} WHERE organization_id = $1`, [org.id])).rows.length;
  await app.database.query(`INSERT INTO notice_sent SELECT $1, 'EXPIRE_SOON.OFFER', 'ofr_x', 'then', now()`, [
    org.id,
  ]);
  await app.database.query(
    `INSERT INTO notification_message (organization_id, id, type, recipient, action, status, creation_time, last_update_time)
     VALUES ($1, 'msg_owed', 'EMAIL', 'bo@example.com', 'UPDATE', 'PENDING', now(), now())`,
    [org.id],
  );
  const tables = ['notification_event', 'notification_message', 'notice_sent'];
  const counts = () => Promise.all(tables.map(rows));
  const before = await counts();
  expect(Math.min(...before)).toBeGreaterThan(0);
  const { sweep } = createMaintenance({
    database: app.app.database,
    log: createLog('silent'),
    sweeps: notificationSweeps,
  });
  const pass = (days: number) =>
    app.database.query(
      'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
      [org.id, days * 86_400_000],
    );
  await pass(399);
  await sweep();
  expect(await counts()).toEqual(before);
  await pass(2);
  await sweep();
  expect(await counts()).toEqual([0, 1, 0]);
  expect((await good('GET', `offer/${offer.id}`)).metaInfo.notifications).not.toEqual([]);
});
