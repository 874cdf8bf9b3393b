import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { claimJobs } from '../../src/platform/jobs/job-store.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  app = await sharedTestApp();
  organization = await app.organization();
  await sell('warm');
});
afterAll(() => app.stop());

async function sell(name: string): Promise<void> {
  const { status } = await app.request('POST', `/org/${organization.id}/offer`, {
    token: organization.token,
    body: { partner: 'MKA', name, info: { currency: 'USD', commits: [{ key: 'seats', rate: 1200 }] } },
  });
  expect(status).toBe(200);
  await app.drainJobs();
  await app.dispatchEvents();
}

/** Starts counting row writes: inserted rows, and row versions from updates. */
async function countWrites(tables: readonly string[]) {
  await app.database.query(`
    CREATE TABLE written (relation name, operation text);
    GRANT INSERT ON written TO PUBLIC;
    CREATE FUNCTION count_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO written VALUES (TG_RELNAME, TG_OP);
      RETURN NULL;
    END $$`);
  for (const table of tables)
    await app.database.query(
      `CREATE TRIGGER count_written AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION count_written()`,
    );
  return async () =>
    (
      await app.database.query<{ written: string }>(
        `SELECT relation || ' ' || operation || ' ' || count(*) AS written FROM written
         GROUP BY relation, operation ORDER BY relation, operation`,
      )
    ).rows.map(({ written }) => written);
}

test('an offer writes each row as few times as its steps require until it can be accepted', async () => {
  const written = await countWrites(['offer', 'event', 'event_seal', 'job', 'sandbox_offer']);
  await sell('counted');
  expect(await written()).toEqual([
    'event INSERT 2',
    'event_seal INSERT 2',
    // The jobs that call the marketplace, simulate it, and observe it; pending are those that reconcile and expire.
    'job INSERT 5',
    // Three jobs are claimed and ended; one job also writes a note. Each pending job is written once.
    'job UPDATE 6',
    'offer INSERT 1',
    'offer UPDATE 1',
    'sandbox_offer INSERT 1',
    'sandbox_offer UPDATE 1',
  ]);
});

test('offers and jobs have only the triggers for links and queue keys', async () => {
  const { rows } = await app.database.query(
    `SELECT tgrelid::regclass || ' ' || tgname AS trigger FROM pg_trigger
     WHERE tgrelid IN ('offer'::regclass, 'job'::regclass) AND NOT tgisinternal AND tgname <> 'count_written' ORDER BY 1`,
  );
  expect(rows.map(({ trigger }) => trigger)).toEqual([
    'job job_end_moves_lane',
    'offer offer_buyers_changed',
    'offer offer_buyers_made',
    'offer offer_contacts_changed',
    'offer offer_contacts_made',
    'offer offer_contacts_told',
    'offer offer_keeps_own_product_type',
  ]);
});

test('a claim is planned once for each connection', async () => {
  const { connectionString } = app.database;
  const database = await openDatabase({ connectionString, poolSize: 1, pipelines: 1, onError: () => {} });
  const kinds = ['offers.create'];
  await app.request('POST', `/org/${organization.id}/offer`, {
    token: organization.token,
    body: {
      partner: 'MKA',
      name: 'planned',
      info: { currency: 'USD', commits: [{ key: 'seats', rate: 1 }] },
    },
  });
  for (let time = 0; time < 8; time++)
    await claimJobs(database, { kinds, limit: 5, leaseMs: 0, leaseToken: `token ${time}` });
  const plans = await database.transaction(({ query }) =>
    query({
      name: 'plans',
      text: `SELECT name, custom_plans::integer AS custom, generic_plans >= 8 AS kept FROM pg_prepared_statements
             WHERE name IN ('find_claimable_jobs', 'claim_jobs', 'find_job_lines') ORDER BY name`,
      values: [],
    }),
  );
  await database.close();
  expect(plans).toEqual(
    ['claim_jobs', 'find_claimable_jobs', 'find_job_lines'].map((name) => ({ name, custom: 0, kept: true })),
  );
});

test('large values are compressed by LZ4 where the server supports it', async () => {
  const commits = Array.from({ length: 200 }, (_, at) => ({ key: `seats of the kind ${at}`, rate: 1200 }));
  const { body } = await app.request('POST', `/org/${organization.id}/offer`, {
    token: organization.token,
    body: { partner: 'MKA', name: 'Large', info: { currency: 'USD', commits } },
  });
  const { rows } = await app.database.query(
    `SELECT pg_column_compression(payload) AS by, (SELECT CASE WHEN 'lz4' = ANY (enumvals) THEN 'lz4' ELSE 'pglz' END
       FROM pg_settings WHERE name = 'default_toast_compression') AS best
     FROM event WHERE entity_id = $1 AND organization_id = $2`,
    [body.id, organization.id],
  );
  expect(rows).toEqual([{ by: rows[0]?.best, best: rows[0]?.best }]);
});
