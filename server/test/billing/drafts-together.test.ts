import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type World = { id: string; by: Entitlements; sales: BillingSales; ids: string[] };

/** Sales whose January drafts were voided, so that all are to be drafted again at once. */
async function voided(count: number): Promise<World> {
  const seller = await app.organization({ at: '2026-12-20T09:00:00Z' });
  const by = entitlementsOf(app, seller);
  const sales = billingSales(app, seller, by);
  await sales.until('2027-01-01T00:00:00Z');
  sales.startOn('2027-01-01');
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const gpu = { key: 'gpu', name: `GPU hours ${n}`, rate: 1 };
    const sold = await sales.sell({ dimensions: [gpu], gracePeriodInDays: 5 }, '2028-01-01');
    await by.post(`entitlement/${sold.id}/usageRecordGroup`, { records: { gpu: 10 + n } });
    ids.push(sold.id);
  }
  await sales.until('2027-02-02T00:00:00Z');
  for (const id of ids) {
    const [draft] = await sales.invoices(id);
    await by.patch(`invoice/${draft?.id}/void`, undefined);
  }
  return { id: seller.id, by, sales, ids };
}

const draftsOf = async ({ sales, ids }: World) =>
  Promise.all(
    ids.map(async (id) => {
      const drafts = (await sales.invoices(id)).filter(({ status }) => status === 'DRAFT');
      return drafts.map(({ info }) => info.dueAmount);
    }),
  );

const jobsOf = async (world: World) => {
  const { rows } = await app.database.query(
    `SELECT payload ->> 'entitlementId' AS sale, attempts, last_error AS error, finished_at IS NOT NULL AS done FROM job
     WHERE organization_id = $1 AND kind = 'billing.draft' AND attempts > 0 AND creation_time >= '2027-02-02'
     ORDER BY array_position($2::text[], payload ->> 'entitlementId')`,
    [world.id, world.ids],
  );
  return rows as { sale: string; attempts: number; error: string | null; done: boolean }[];
};

test('sales due together are drafted in one transaction, with the round trips of one sale', async () => {
  const world = await voided(6);
  const before = app.app.database.usage();
  await app.drainJobs();
  const after = app.app.database.usage();
  expect(await draftsOf(world)).toEqual([[10], [11], [12], [13], [14], [15]]);
  // Round trips besides the drafts: the claim of their jobs, and one that finds no job.
  expect([after.transactions - before.transactions, after.packets - before.packets]).toEqual([3, 12]);
  expect(await jobsOf(world)).toEqual(
    world.ids.map((sale) => ({ sale, attempts: 1, error: null, done: true })),
  );
  // Each event and each following job belongs to the job of its sale.
  const { rows } = await app.database.query(
    `SELECT count(DISTINCT e.request_id)::int AS events, count(DISTINCT j.parent_id)::int AS jobs
     FROM job d JOIN event e ON e.organization_id = $1 AND e.request_id = d.id AND e.entity_type = 'INVOICE' AND e.action = 'CREATE'
       JOIN job j ON j.organization_id = $1 AND j.parent_id = d.id AND j.kind = 'billing.finalize'
       JOIN invoice i ON i.organization_id = $1 AND i.id = e.entity_id AND i.id = j.payload ->> 'invoiceId'
         AND i.entitlement_id = d.payload ->> 'entitlementId'
     WHERE d.organization_id = $1 AND d.kind = 'billing.draft' AND d.creation_time >= '2027-02-02'`,
    [world.id],
  );
  expect(rows[0]).toEqual({ events: 6, jobs: 6 });
});

test('a sale that cannot be drafted does not delay others', async () => {
  const world = await voided(3);
  await app.database.query(
    `INSERT INTO invoice_fee (organization_id, invoice_id, position, entitlement_id, entitlement_term_id, kind, fee_key, period_start,
       period_end, billed_until, is_late, amount, lines)
     SELECT f.organization_id, 'inv_other', 0, 'ent_other', '', f.kind, f.fee_key, f.period_start, f.period_end, f.billed_until, false, 1, '[]'
     FROM invoice_fee f WHERE f.organization_id = $1 AND f.entitlement_id = $2 AND f.kind = 'USAGE'`,
    [world.id, world.ids[1]],
  );
  await app.drainJobs();
  expect(await draftsOf(world)).toEqual([[10], [], [12]]);
  expect(await jobsOf(world)).toMatchObject([
    { error: null, done: true },
    { attempts: 1, error: expect.stringContaining('invoice_fee_live'), done: false },
    { error: null, done: true },
  ]);
});

test('only its own draft waits for a sale that another transaction changes', async () => {
  const world = await voided(3);
  const other = new pg.Client({ connectionString: app.database.connectionString });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM entitlement WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
      world.id,
      world.ids[0],
    ]);
    const drained = app.drainJobs();
    await expect.poll(() => draftsOf(world), { timeout: 9000 }).toEqual([[], [11], [12]]);
    await other.query('COMMIT');
    await drained;
  } finally {
    await other.end();
  }
  expect(await draftsOf(world)).toEqual([[10], [11], [12]]);
});

test('two processes that draft the same sales at once bill each sale once', async () => {
  const world = await voided(4);
  const beside = await startTestApp({ database: app.database });
  try {
    // Each job has its own lane, so that only the locks of the entitlements order them.
    await app.database.query(
      `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
       SELECT $1, 'job_draft_' || n || '_' || s.place, 'billing.draft', 'none:' || n || ':' || s.id,
         json_build_object('entitlementId', s.id, 'at', 'now'), 'wall', now(), now(), now()
       FROM generate_series(1, 16) n, unnest($2::text[]) WITH ORDINALITY s (id, place)`,
      [world.id, world.ids],
    );
    await Promise.all([app.drainJobs(), beside.drainJobs()]);
  } finally {
    await beside.stop();
  }
  expect(await draftsOf(world)).toEqual([[10], [11], [12], [13]]);
  const { rows } = await app.database.query(
    `SELECT count(*)::int AS open FROM job WHERE organization_id = $1 AND kind = 'billing.draft' AND finished_at IS NULL
       AND ready_at <= now()`,
    [world.id],
  );
  expect(rows[0].open).toBe(0);
});
