import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFolder } from '../../src/app.ts';
import { sweepDeliveries } from '../../src/notifications/webhooks/sweeps.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { createEmptyDatabase, startTestApp, type TestApp } from '../harness.ts';
import { openWebhookWorld } from '../webhook-world.ts';

/** What a program of the version before says to the database beside this one, as the role that it has there. */
const asOlder = (app: TestApp, role: 'app' | 'system', organizationId: string, text: string) =>
  app.database.query(
    `BEGIN; SET LOCAL ROLE tradepost_${role};
     SELECT set_config('app.organization_id', '${organizationId}', true);
     ${text}; COMMIT`,
  );

describe('webhooks that an older program sends beside this one', async () => {
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
      'system',
      org.id,
      `UPDATE webhook_delivery d SET status = '${status}', lease_token = NULL, attempts = 3,
         last_error = ${error === null ? 'NULL' : `'${error}'`}, finished_at = clock_timestamp() WHERE d.id = '${id}'`,
    );

  test.each([
    ['DONE', null],
    ['FAILED', 'answered 500'],
    ['PENDING', 'answered 503'],
  ])('tell their message that they are %s', async (status, error) => {
    const { id } = await pending(`Told ${status}`);
    await ended(id, status, error);
    expect(await messageOf(id)).toMatchObject({ status, attempts: 3 });
    expect((await messageOf(id)).errorMessage ?? null).toBe(error);
  });

  test('and those that this one sends need no trigger for it', async () => {
    await app.database.query(
      `CREATE OR REPLACE FUNCTION delivery_tells_message() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'the database told the message'; END $$`,
    );
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

describe('offers that an older program brings on beside this one', () => {
  let app: TestApp;
  let orgId: string;
  let by: Entitlements;
  beforeEach(async () => {
    app ??= await startTestApp();
    const org = await app.organization();
    orgId = org.id;
    by = entitlementsOf(app, org);
  });
  afterAll(() => app?.stop());

  const offer = async (partner = 'MKA') => (await by.post('offer', { name: 'Older', partner })).id as string;
  const reconciliations = async () =>
    (
      await app.database.query(
        `SELECT id, payload ->> 'status' AS status FROM job
         WHERE organization_id = $1 AND kind = 'offers.reread' AND finished_at IS NULL ORDER BY id`,
        [orgId],
      )
    ).rows;
  const deleteReconciliations = () =>
    app.database.query(`DELETE FROM job WHERE organization_id = $1 AND kind = 'offers.reread'`, [orgId]);

  test('are read again once they wait for their marketplace', async () => {
    const id = await offer();
    await app.drainJobs();
    await deleteReconciliations();
    for (const status of ['PENDING_UPDATE', 'PENDING_ACCEPTANCE'])
      await asOlder(app, 'app', orgId, `UPDATE offer SET status = '${status}' WHERE id = '${id}'`);
    expect(await reconciliations()).toMatchObject([{ status: 'PENDING_UPDATE' }]);
  });

  test.each(['offers.create', 'offers.cancel'])('are read again after the end of %s', async (kind) => {
    const id = await offer();
    await app.drainJobs();
    const status = kind === 'offers.create' ? 'PENDING_CREATE' : 'PENDING_CANCEL';
    await asOlder(app, 'app', orgId, `UPDATE offer SET status = '${status}' WHERE id = '${id}'`);
    await deleteReconciliations();
    const job = `job_${randomBytes(8).toString('hex')}`;
    await asOlder(
      app,
      'app',
      orgId,
      `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time,
         started_by_type, started_by_id, cancellable)
       VALUES ('${orgId}', '${job}', '${kind}', 'offer:${id}', '{"offerId": "${id}"}', 'wall', now(), now(), now(),
         'SERVICE', 'tradepost', false)`,
    );
    expect(await reconciliations()).toEqual([]);
    await asOlder(app, 'app', orgId, `UPDATE job SET finished_at = now() WHERE id = '${job}'`);
    expect(await reconciliations()).toMatchObject([{ status }]);
  });

  test('and those that this one brings on have the one job that it gave them', async () => {
    const ids = [await offer(), await offer('MKB'), await offer('MKE')];
    await app.drainJobs();
    await by.post(`sandbox/offer/${ids[0]}/accept`, {});
    await by.post(`offer/${ids[1]}/cancel`);
    await app.drainJobs();
    const jobs = await app.database.query(
      `SELECT id FROM job WHERE organization_id = $1 AND kind = 'offers.reread'`,
      [orgId],
    );
    expect(jobs.rows.length).toBe(3);
    // The database makes ids of other digits.
    for (const { id } of jobs.rows) expect(id).toMatch(/^job_[0-9a-z]{26}$/);
  });
});

describe('what was written while there was no such trigger', () => {
  test('is repaired when the database is upgraded', async () => {
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
