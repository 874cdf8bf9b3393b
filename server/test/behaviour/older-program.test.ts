import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sweepDeliveries } from '../../src/notifications/webhooks/sweeps.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import { createEmptyDatabase, startTestApp, type TestApp } from '../harness.ts';
import { openWebhookWorld } from '../webhook-world.ts';

/** Runs statements of the previous version as the system role. */
const asOlder = (app: TestApp, organizationId: string, text: string) =>
  app.database.query(
    `BEGIN; SET LOCAL ROLE tradepost_system;
     SELECT set_config('app.organization_id', '${organizationId}', true);
     ${text}; COMMIT`,
  );

describe('webhooks that an older program sends', async () => {
  const { app, org, create, buyer, deliveries, messageOf, call } = await openWebhookWorld();
  const pending = async (name: string) => {
    const endpoint = await create();
    await buyer(name);
    await app.dispatchEvents();
    const [delivery] = await deliveries(endpoint);
    return { endpoint, id: delivery.id as string };
  };
  const ended = (id: string, status: string, error: string | null) =>
    asOlder(
      app,
      org.id,
      `WITH changed AS (
         UPDATE webhook_delivery d SET status = '${status}', lease_token = NULL, attempts = 3,
           last_error = ${error === null ? 'NULL' : `'${error}'`}, finished_at = clock_timestamp(),
           told_changes = d.told_changes + 1
         WHERE d.id = '${id}' RETURNING d.organization_id, d.id, d.status, d.attempts, d.last_error)
       UPDATE notification_message m SET status = c.status, attempts = c.attempts, last_error = c.last_error
       FROM changed c WHERE m.organization_id = c.organization_id AND m.id = c.id`,
    );

  test.each([
    ['DONE', null],
    ['FAILED', 'answered 500'],
    ['PENDING', 'answered 503'],
  ])('set the status of their message to %s, and are counted in its column', async (status, error) => {
    const { id } = await pending(`Sent ${status}`);
    await ended(id, status, error);
    expect(await messageOf(id)).toMatchObject({ status, attempts: 3 });
    expect((await messageOf(id)).errorMessage ?? null).toBe(error);
  });

  test('and webhooks of this program set the status of their messages too', async () => {
    const { endpoint, id } = await pending('Leaner');
    await app.sendWebhooks();
    expect(await messageOf(id)).toMatchObject({ status: 'DONE', attempts: 1 });
    expect((await call('POST', `/webhook/${endpoint}/delivery/${id}/resend`)).status).toBe(200);
    expect((await messageOf(id)).status).toBe('PENDING');
    await app.sendWebhooks();
    expect(
      (
        await call('POST', `/webhook/${endpoint}/replay`, {
          from: '2020-01-01T00:00:00Z',
          onlyMissing: false,
        })
      ).status,
    ).toBe(200);
    await app.drainJobs();
    expect((await messageOf(id)).status).toBe('PENDING');
    await call('DELETE', `/webhook/${endpoint}`);
    await createMaintenance({
      database: app.app.database,
      log: createLog('silent'),
      sweeps: sweepDeliveries,
    }).sweep();
    expect((await messageOf(id)).status).toBe('FAILED');
  });
});

describe('offers', () => {
  test('have the one job that the program created, and no trigger adds another', async () => {
    const app = await startTestApp();
    const org = await app.organization();
    const by = entitlementsOf(app, org);
    const offer = async (partner: string) => (await by.post('offer', { name: 'Read', partner })).id as string;
    const ids = [await offer('MKA'), await offer('MKB'), await offer('MKE')];
    await app.drainJobs();
    await by.post(`sandbox/offer/${ids[0]}/accept`, {});
    await by.post(`offer/${ids[1]}/cancel`);
    await app.drainJobs();
    const jobs = await app.database.query(
      `SELECT payload ->> 'offerId' AS offer FROM job WHERE organization_id = $1 AND kind = 'offers.reread' ORDER BY 1`,
      [org.id],
    );
    expect(jobs.rows.map((row) => row.offer)).toEqual(ids.toSorted());
    await app.stop();
  });
});

describe('objects of version 0.1.0', () => {
  test('no longer exist: its triggers, functions and policies are dropped', async () => {
    const database = await createEmptyDatabase();
    await migrate(database.connectionString, migrationsFolder);
    const { rows } = await database.query(
      `SELECT tgname AS name FROM pg_trigger WHERE tgname ~ 'owes_reread|delivery_tells'
       UNION ALL SELECT proname FROM pg_proc WHERE proname ~ 'owe_reread|owes_reread|delivery_tells|version_before'
       UNION ALL SELECT polname FROM pg_policy WHERE polname = 'version_before'`,
    );
    expect(rows).toEqual([]);
    await database.drop();
  });
});

describe('rows that were written without the trigger', () => {
  test('are repaired when the database is upgraded', async () => {
    const database = await createEmptyDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-older-'));
    for (const name of await readdir(migrationsFolder))
      if (name < '0044') await cp(path.join(migrationsFolder, name), path.join(folder, name));
    await migrate(database.connectionString, folder);
    await database.query(`
      SET ROLE tradepost_system;
      INSERT INTO organization (organization_id, name, environment, status, creation_time, last_update_time)
        VALUES ('org_1', 'Acme', 'TEST', 'ACTIVE', now(), now());
      INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id, position,
          status, attempts, last_error, creation_time)
        SELECT 'org_1', 'del_' || n, 'whk_1', 'evt_' || n, 'CREATE.BUYER', 'BUYER', 'buy_1', n, s, a, e, now()
        FROM (VALUES (1, 'DONE', 1, NULL), (2, 'FAILED', 9, 'answered 500'), (3, 'PENDING', 1, NULL)) d (n, s, a, e);
      INSERT INTO notification_message (organization_id, id, type, recipient, action, creation_time, last_update_time)
        SELECT 'org_1', 'del_' || n, 'WEBHOOK', 'https://example.com', 'CREATE', now(), now() FROM generate_series(1, 4) n;
      INSERT INTO offer (organization_id, id, partner, offer_type, status, info, meta_info, creation_time, last_update_time)
        SELECT 'org_1', 'ofr_' || n, p, 'PRIVATE_OFFER', s, '{}', '{}', now(), now()
        FROM (VALUES (1, 'MKA', 'PENDING_ACCEPTANCE'), (2, 'MKA', 'ACCEPTED'), (3, NULL, 'PENDING_ACCEPTANCE')) o (n, p, s);
      RESET ROLE`);
    await migrate(database.connectionString, migrationsFolder);
    const rows = async (text: string) => (await database.query(text)).rows;
    expect(
      await rows('SELECT id, status, attempts, last_error FROM notification_message ORDER BY id'),
    ).toEqual([
      { id: 'del_1', status: 'DONE', attempts: 1, last_error: null },
      { id: 'del_2', status: 'FAILED', attempts: 9, last_error: 'answered 500' },
      { id: 'del_3', status: 'PENDING', attempts: 0, last_error: null },
      { id: 'del_4', status: 'FAILED', attempts: 0, last_error: expect.stringContaining('not known') },
    ]);
    expect(await rows('SELECT kind, lane FROM job')).toEqual([
      { kind: 'offers.reread', lane: 'reread:ofr_1' },
    ]);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
});
