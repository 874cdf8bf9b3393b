import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headlessSchedule } from '../../src/entitlements/headless-report.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';

let app: TestApp;
let other: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  const environment = { WEBHOOK_ALLOW_INSECURE_URL: 'true' };
  app = await startTestApp({ environment });
  other = await startTestApp({ database: app.database, environment });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await other.stop();
  await app.stop();
});

const minute = 60_000;
const expireSoon = 'enableExpireSoonOfferWorkflowNotification';
const days = 'daysToExpireSoonOfferWorkflowNotification';

type Place = Entitlements & { org: TestOrganization; start: number };
/** Creates an organization whose clock starts on a Wednesday at noon. */
async function place(config?: object): Promise<Place> {
  const org = await app.organization({ at: '2026-11-25T12:00:00Z' });
  const by = entitlementsOf(app, org);
  if (config) await by.patch('notificationConfigInfo', config);
  await settle();
  return { ...by, org, start: Date.parse((await by.get('sandbox/clock')).time) };
}

/** Runs ready jobs and dispatches their events on two processes until no work is left. */
async function settle(): Promise<void> {
  for (let ran = 1; ran > 0; ) {
    const counts = await Promise.all([app, other].map((each) => each.drainJobs()));
    ran = counts.reduce((sum, count) => sum + count, 0) + (await app.dispatchEvents());
  }
}

/** Advances the organization’s clock while no process runs jobs. */
const standStill = (by: Place, ms: number) =>
  app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [by.org.id, ms],
  );

/** Advances the clock in steps to a day, counted from the start. */
async function advance(by: Place, toDay: number): Promise<void> {
  await by.post('sandbox/clock', { to: at(by, toDay) });
  await settle();
}

const at = (by: Place, toDay: number) => new Date(by.start + toDay * day).toISOString();

/** Returns the notices of a scope, oldest first, with their subjects and days. */
async function notices(by: Place, scope: string): Promise<[string, number][]> {
  const [action, entityType] = scope.split('.');
  const { rows } = await app.database.query(
    `SELECT entity_id, creation_time FROM notification_event
     WHERE organization_id = $1 AND action = $2 AND entity_type = $3 ORDER BY position`,
    [by.org.id, action, entityType],
  );
  return rows.map((row) => [row.entity_id, daysAfter(by, row.creation_time.getTime())]);
}

/** Returns the distance of a time from the nearest midnight. */
const fromMidnight = (time: number): number => Math.min(time % day, day - (time % day));

/** Returns the days after the start; whole if the time is within two minutes of midnight. */
function daysAfter(by: Place, time: number): number {
  const passed = (time - by.start) / day;
  return Math.abs(passed - Math.round(passed)) * day < 2 * minute ? Math.round(passed) : passed;
}

describe('R52 offers that expire soon', () => {
  test('are announced once for each time of expiry, in time, by several processes', async () => {
    const by = await place({ [expireSoon]: true });
    const expiring = async (toDay: number) =>
      (await by.post('offer', { name: `Day ${toDay}`, expireTime: at(by, toDay) })).id;
    const [first, second, never] = [await expiring(20), await expiring(30), await expiring(500)];
    const accepted = await expiring(21);
    await by.post(`sandbox/offer/${accepted}/accept`);
    await settle();
    await advance(by, 12);
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([]);
    await advance(by, 14);
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([[first, 13]]);
    await advance(by, 40);
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([
      [first, 13],
      [second, 23],
    ]);
    expect(await notices(by, 'EXPIRE.OFFER')).toEqual([
      [first, 20],
      [second, 30],
    ]);
    expect((await by.get(`offer/${never}`)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('are announced again after an extension; not while the switch is off, and immediately afterwards', async () => {
    const by = await place();
    const { id } = await by.post('offer', { name: 'Extended', expireTime: at(by, 5) });
    await settle();
    await advance(by, 1);
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([]);
    await by.patch('notificationConfigInfo', { [expireSoon]: true, [days]: 3 });
    await settle();
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([]);
    await by.patch('notificationConfigInfo', { [days]: 30 });
    await settle();
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([[id, 1]]);
    await by.patch('notificationConfigInfo', { [days]: 2 });
    const until = at(by, 20).slice(0, 10);
    await by.post(`offer/${id}/extendExpiryDate?newExpiryDate=${until}`);
    await settle();
    await advance(by, 30);
    const lastMoment = (Date.parse(until) - by.start) / day;
    const given = await notices(by, 'EXPIRE_SOON.OFFER');
    expect(given.map(([entity]) => entity)).toEqual([id, id]);
    expect(given[1]?.[1]).toBeCloseTo(lastMoment - 2, 2);
    expect((await notices(by, 'EXPIRE.OFFER')).map(([entity]) => entity)).toEqual([id]);
  });

  test('are announced once after days of standstill; offers that expired meanwhile are announced only as expired', async () => {
    const by = await place({ [expireSoon]: true, [days]: 10 });
    const gone = (await by.post('offer', { name: 'Gone', expireTime: at(by, 12) })).id;
    const open = (await by.post('offer', { name: 'Open', expireTime: at(by, 20) })).id;
    await settle();
    await standStill(by, 15 * day);
    await settle();
    expect(await notices(by, 'EXPIRE_SOON.OFFER')).toEqual([[open, 15]]);
    expect(await notices(by, 'EXPIRE.OFFER')).toEqual([[gone, 15]]);
    const { rows } = await app.database.query(
      "SELECT due_at FROM job WHERE organization_id = $1 AND kind = 'offers.expireSoon' AND finished_at IS NULL",
      [by.org.id],
    );
    expect(rows, 'nothing more to wait for').toEqual([]);
  });

  test('are all announced, also if more are due than a transaction handles', async () => {
    const by = await place();
    await app.database.query(
      `INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, expire_time, creation_time,
         last_update_time)
       SELECT $1, $1 || '_' || n, 'PRIVATE', 'PENDING_ACCEPTANCE', '{}', '{}', $2, now(), now()
       FROM generate_series(1, 201) n`,
      [by.org.id, at(by, 5)],
    );
    await by.patch('notificationConfigInfo', { [expireSoon]: true });
    await settle();
    const announced = (await notices(by, 'EXPIRE_SOON.OFFER')).map(([entity]) => entity);
    expect([announced.length, new Set(announced).size]).toEqual([201, 201]);
  });
});

/** Returns the subjects of the reports of a scope, oldest first. */
async function reported(by: Place, scope: string, field: string): Promise<string[][]> {
  const [, entityType] = scope.split('.');
  const { rows } = await app.database.query(
    'SELECT info FROM notification_event WHERE organization_id = $1 AND entity_type = $2 ORDER BY position',
    [by.org.id, entityType],
  );
  return rows.map(({ info }) => info[field]);
}

describe('R53 the report of entitlements without a signup', () => {
  const scope = 'NOTIFY.HEADLESS_ENTITLEMENTS';
  const enable = (by: Place, enableHeadlessEntitlementsReport: boolean) =>
    by.patch('clientSignupPageConfigInfo', { enableHeadlessEntitlementsReport });

  test('is sent daily for the last 72 hours, only while it is enabled, once after a standstill', async () => {
    const by = await place();
    const [first, second] = [(await by.direct()).id, (await by.direct()).id];
    await settle();
    await advance(by, 1.01);
    expect(await notices(by, scope)).toEqual([]);
    await enable(by, true);
    await settle();
    expect(await notices(by, scope), 'not before the day is over').toEqual([]);
    await by.post(`entitlement/${second}/signupConnection`, { emailAddress: 'client@example.com' });
    await advance(by, 10);
    const given = await notices(by, scope);
    expect(given.length, 'until 72 hours have passed').toBeGreaterThanOrEqual(1);
    expect(given.length).toBeLessThanOrEqual(2);
    for (const [, toDay] of given) expect(fromMidnight(by.start + toDay * day)).toBeLessThan(2 * minute);
    expect(await reported(by, scope, 'entitlementIDs')).toEqual(given.map(() => [first]));
    await by.direct();
    await settle();
    await standStill(by, 2.5 * day);
    await settle();
    expect(await notices(by, scope)).toHaveLength(given.length + 1);
    await enable(by, false);
    await advance(by, 13.5);
    expect(await notices(by, scope)).toHaveLength(given.length + 1);
  });

  test('lists entitlements that were created in its 72 hours and not deleted', async () => {
    const by = await place();
    await enable(by, true);
    const now = new Date('2026-11-26T00:00:00.000Z');
    const created = async (time: string) => {
      const { id } = await by.direct();
      await app.database.query(
        'UPDATE entitlement SET creation_time = $3 WHERE organization_id = $1 AND id = $2',
        [by.org.id, id, time],
      );
      return id;
    };
    await created('2026-11-23T00:00:00.000Z');
    const first = await created('2026-11-23T00:00:00.001Z');
    const last = await created('2026-11-26T00:00:00.000Z');
    await created('2026-11-26T00:00:00.001Z');
    await by.setStatus(await created('2026-11-25T12:00:00.000Z'), 'DELETED');
    await usageOf(app, by.org).act((orgScope) => headlessSchedule.recordDue({ ...orgScope, now }, now));
    await settle();
    expect(await reported(by, scope, 'entitlementIDs')).toEqual([[first, last]]);
  });
});

describe('entitlements that end soon', () => {
  const scope = 'END_SOON.ENTITLEMENT';
  const sale = { info: { commits: [{ key: 'fee', rate: 10, length: 2, timeUnit: 'MONTH' }] } };

  test('are announced before their end and every five days from then on, unless they renew automatically', async () => {
    const by = await place();
    const ends = await by.direct(sale);
    const renews = await by.direct({ info: { ...sale.info, autoRenew: true } });
    for (const { id } of [ends, renews])
      await by.patch(`entitlement/${id}/billing`, { alertDaysBeforeEnd: 15 });
    await by.direct(sale);
    await settle();
    const end = (Date.parse(ends.endTime) - by.start) / day;
    await advance(by, end + 5);
    const given = await notices(by, scope);
    expect(given.map(([id]) => id)).toEqual([ends.id, ends.id, ends.id]);
    expect(given.map(([, toDay]) => Math.round(end - toDay))).toEqual([15, 10, 5]);
  });

  test('are announced once after days of standstill', async () => {
    const by = await place();
    const ends = await by.direct(sale);
    await by.patch(`entitlement/${ends.id}/billing`, { alertDaysBeforeEnd: 45 });
    await settle();
    const end = (Date.parse(ends.endTime) - by.start) / day;
    await standStill(by, (end - 7) * day);
    await settle();
    expect((await notices(by, scope)).map(([id]) => id)).toEqual([ends.id]);
    await advance(by, end - 1);
    expect(await notices(by, scope)).toHaveLength(2);
  });
});

describe('the report of offers that were not accepted', () => {
  const scope = 'NOTIFY.UNPURCHASED_OFFERS';
  test('is sent each Monday to organizations that enabled it', async () => {
    const by = await place();
    const { id } = await by.post('offer', { name: 'Waits' });
    await advance(by, 15);
    expect(await notices(by, scope)).toEqual([]);
    await by.patch('notificationConfigInfo', {
      emailNotificationScopeEventConfigs: { [scope]: { enabled: true } },
    });
    await by.post('offer', { name: 'New' });
    await settle();
    await advance(by, 22);
    const [given, ...more] = await notices(by, scope);
    expect(more).toEqual([]);
    const monday = new Date(by.start + (given?.[1] ?? 0) * day);
    expect([monday.getUTCDay(), monday.getUTCHours()]).toEqual([1, 0]);
    expect(await reported(by, scope, 'offerIDs')).toEqual([[id]]);
  });
});

describe('the test clock', () => {
  test('dispatches events and sends mails and webhooks at each time at which it stops, before it continues', async () => {
    const by = await place({ [expireSoon]: true, [days]: 7, enableEmailNotification: true });
    const { email } = await app.person(by.org.id, 'ADMIN');
    await by.post('webhook', { url: receiver.url, scopes: ['EXPIRE_SOON.OFFER', 'EXPIRE.OFFER'] });
    await by.post('offer', { name: 'Slow', expireTime: at(by, 10) });
    await by.post('offer', { name: 'Slower', expireTime: at(by, 11) });
    await by.post('sandbox/clock', { to: at(by, 20) });
    await app.drainJobs();
    const mails = (await app.mails()).filter(({ to }) => to.includes(email));
    expect(mails.map(({ subject }) => subject).filter((subject) => /expire/.test(subject))).toEqual([
      'Offer expires soon: Slow',
      'Offer expires soon: Slower',
      'Offer expired: Slow',
      'Offer expired: Slower',
    ]);
    expect(receiver.received.map(({ json }) => json.type)).toEqual([
      'EXPIRE_SOON.OFFER',
      'EXPIRE_SOON.OFFER',
      'EXPIRE.OFFER',
      'EXPIRE.OFFER',
    ]);
    const sent = await app.database.query(
      `SELECT d.finished_at FROM webhook_delivery d WHERE d.organization_id = $1 ORDER BY d.position`,
      [by.org.id],
    );
    const { rows } = await app.database.query(
      `SELECT m.action, o.finished_at, m.creation_time FROM notification_message m JOIN outgoing_mail o ON o.id = m.id
       WHERE m.organization_id = $1 AND m.type = 'EMAIL' AND m.action IN ('EXPIRE_SOON', 'EXPIRE') ORDER BY o.finished_at`,
      [by.org.id],
    );
    expect(rows.map(({ creation_time: time }) => daysAfter(by, time.getTime()))).toEqual([3, 4, 10, 11]);
    const { rows: expired } = await app.database.query(
      `SELECT finished_at FROM job WHERE organization_id = $1 AND kind = 'offers.expire' ORDER BY finished_at`,
      [by.org.id],
    );
    expect(rows[1].finished_at.getTime(), 'sent before the next thing happens').toBeLessThan(
      expired[0].finished_at.getTime(),
    );
    expect(rows[2].finished_at.getTime()).toBeLessThan(expired[1].finished_at.getTime());
    expect(sent.rows[2].finished_at.getTime()).toBeLessThan(expired[1].finished_at.getTime());
  });
});
