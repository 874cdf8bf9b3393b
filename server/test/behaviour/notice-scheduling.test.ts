import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { createEmptyDatabase, startTestApp, type TestApp, type TestDatabase } from '../harness.ts';

const migration = '0039_notices_kept_and_armed.sql';
let database: TestDatabase;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  await rm(path.join(folder, migration));
  database = await createEmptyDatabase();
  await migrate(database.connectionString, folder);
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Place = Entitlements & { id: string; start: number };
async function place(): Promise<Place> {
  const org = await app.organization();
  const by = entitlementsOf(app, org);
  return { ...by, id: org.id, start: Date.parse((await by.get('sandbox/clock')).time) };
}
const settle = async () => {
  for (let ran = 1; ran > 0; ) ran = (await app.drainJobs()) + (await app.dispatchEvents());
};
const jobs = async ({ id }: Place): Promise<{ kind: string; due_at: Date; ready_at: Date; lane: string }[]> =>
  (
    await database.query(
      `SELECT kind, due_at, ready_at, lane FROM job WHERE organization_id = $1 AND finished_at IS NULL
         AND kind IN ('offers.expireSoon', 'offers.unpurchased', 'entitlements.headless', 'entitlements.endSoon')
       ORDER BY kind`,
      [id],
    )
  ).rows;
/** Announcements of offers and entitlements; invoices past due are announced by the job of their invoices. */
const scopes = async ({ id }: Place): Promise<string[]> =>
  (
    await database.query(
      `SELECT DISTINCT action || '.' || entity_type AS scope FROM notification_event WHERE organization_id = $1
         AND action IN ('EXPIRE_SOON', 'END_SOON', 'NOTIFY') AND entity_type <> 'INVOICE' ORDER BY 1`,
      [id],
    )
  ).rows.map(({ scope }) => scope);

const switchOn = async (by: Place) => {
  await by.patch('notificationConfigInfo', {
    enableExpireSoonOfferWorkflowNotification: true,
    emailNotificationScopeEventConfigs: { 'NOTIFY.UNPURCHASED_OFFERS': { enabled: true } },
  });
  await by.patch('clientSignupPageConfigInfo', { enableHeadlessEntitlementsReport: true });
};
/** The organizations of all four schedules, in the state before schedules existed. */
const fill = async (by: Place) => {
  const expireTime = new Date(by.start + 20 * day).toISOString();
  await by.post('offer', { name: 'Waits', expireTime });
  const sale = { info: { commits: [{ key: 'fee', rate: 10, length: 1, timeUnit: 'MONTH' }] } };
  const { id } = await by.direct(sale);
  await by.patch(`entitlement/${id}/billing`, { alertDaysBeforeEnd: 15 });
};

test('R52, R53 notices that were enabled before schedules existed are scheduled immediately, and sent in time', async () => {
  const [on, off, empty, waiting] = [await place(), await place(), await place(), await place()];
  await switchOn(on);
  await fill(on);
  await fill(off);
  await switchOn(empty);
  await switchOn(waiting);
  await fill(waiting);
  await settle();
  await database.query(
    `DELETE FROM job WHERE organization_id <> $1 AND (kind LIKE 'offers.%Soon' OR kind LIKE 'entitlements.%Soon'
       OR kind IN ('offers.unpurchased', 'entitlements.headless'))`,
    [waiting.id],
  );
  await database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [on.id, day],
  );
  const before = await jobs(waiting);
  expect(before).toHaveLength(4);

  expect(await migrate(database.connectionString, migrationsFolder)).toEqual([migration]);

  expect(await jobs(waiting), 'one that waits is enough').toEqual(before);
  expect((await jobs(off)).map(({ kind }) => kind)).toEqual(['entitlements.endSoon']);
  expect(await jobs(empty)).toEqual([]);
  const scheduled = await jobs(on);
  expect(scheduled.map(({ kind }) => kind)).toEqual([
    'entitlements.endSoon',
    'entitlements.headless',
    'offers.expireSoon',
    'offers.unpurchased',
  ]);
  for (const job of scheduled) {
    expect(job.lane).toBe(`${job.kind}:${job.due_at.toISOString()}`);
    expect(job.due_at.getTime() - job.ready_at.getTime()).toBe(day);
  }
  const [, headless, , unpurchased] = scheduled;
  expect(headless?.due_at.toISOString()).toMatch(/T00:00:00\.000Z$/);
  expect([unpurchased?.due_at.getUTCDay(), unpurchased?.due_at.getUTCHours()]).toEqual([1, 0]);

  await settle();
  expect(await scopes(on), 'nothing before its time').toEqual([]);
  await on.post('sandbox/clock', { to: new Date(on.start + 19.9 * day).toISOString() });
  await settle();
  expect(await scopes(on)).toEqual([
    'END_SOON.ENTITLEMENT',
    'EXPIRE_SOON.OFFER',
    'NOTIFY.HEADLESS_ENTITLEMENTS',
    'NOTIFY.UNPURCHASED_OFFERS',
  ]);
});
