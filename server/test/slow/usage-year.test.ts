import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { countOf, seededChance } from './seeded.ts';

/** How much of it: 20 of each marketplace and 300 hours once before a release. */
const perMarketplace = countOf('USAGE_ENTITLEMENTS', 4);
const hours = countOf('USAGE_HOURS', 60);
const chance = seededChance('usage-year');
const hourMs = 3_600_000;
const partners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE'] as const;
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const faults = ['LOSE_ANSWER', 'LOSE_CALL', 'RATE_LIMIT', 'SKIP_USAGE', 'REJECT_USAGE'];

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  sale = entitlementsOf(app, org);
});
afterAll(async () => {
  // Those that are held are what the test is about.
  const { rows } = await app.database.query(
    `SELECT DISTINCT entity_id FROM event WHERE action = 'ABNORMAL_ALERT'`,
  );
  for (const { entity_id: id } of rows) app.expectAbnormalAlert(id);
  await app.stop();
});

/** What was sold: MKD has no private offers, and its orders name no prices here. */
async function sell(partner: string): Promise<{ id: string; externalID: string }> {
  if (partner !== 'MKD')
    return sale.accepted({ partner, info: { dimensions, currency: 'USD', mkCDuration: 24 } });
  const sold = await sale.ordered(partner);
  const shown = JSON.stringify({ dimensions });
  await app.database.query(`UPDATE entitlement SET info = info || $2::jsonb WHERE id = $1`, [sold.id, shown]);
  await app.database.query(
    `UPDATE entitlement_term SET entitlement_info = entitlement_info || $2::jsonb WHERE entitlement_id = $1`,
    [sold.id, shown],
  );
  return sold;
}

/** Lets the time come, unless it has: the hours of chance may follow each other. */
const advanceTo = async (to: Date) => {
  if (new Date((await sale.get('sandbox/clock')).time) >= to) return;
  await sale.post('sandbox/clock', { to: to.toISOString() });
  await app.drainJobs();
};

/** A person looks at the marketplace, and says of what is held whether it is there. */
async function resolveHeld(): Promise<number> {
  const { rows } = await app.database.query(
    `SELECT l.report_id, l.dimension, e.external_id, l.bucket_hour FROM usage_line l
     JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
     WHERE l.organization_id = $1 AND l.state = 'UNKNOWN' AND l.due_time IS NULL`,
    [org.id],
  );
  for (const row of rows) {
    const { rows: taken } = await app.database.query(
      'SELECT id FROM sandbox_usage WHERE agreement_id = $1 AND dimension = $2 AND hour = $3',
      [row.external_id, row.dimension, row.bucket_hour],
    );
    await sale.post(`usageRecordReport/${row.report_id}/resolve`, {
      accepted: taken.length > 0,
      dimension: row.dimension,
    });
  }
  await app.drainJobs();
  return rows.length;
}

const sums = async (text: string): Promise<Map<string, string>> => {
  const { rows } = await app.database.query(text, [org.id]);
  return new Map(rows.map(({ name, sum }) => [name, new Decimal(sum).toFixed()]));
};

/** What the marketplaces bill, and what the ledger has, of each dimension of an entitlement. */
async function settledSums() {
  const bills = await sums(
    `SELECT e.id || ' ' || u.dimension AS name, sum(u.quantity) AS sum FROM sandbox_usage u
     JOIN entitlement e ON e.organization_id = u.organization_id AND e.external_id = u.agreement_id
     WHERE u.organization_id = $1 GROUP BY 1`,
  );
  const ledger = await sums(
    `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
     WHERE organization_id = $1 AND type = 'REPORTED' GROUP BY 1`,
  );
  const used = await sums(
    `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
     WHERE organization_id = $1 AND type = 'USAGE' GROUP BY 1`,
  );
  const carried = await sums(
    `SELECT t.entitlement_id || ' ' || b.dimension AS name, sum(b.carry) AS sum FROM usage_balance b
     JOIN entitlement_term t ON t.organization_id = b.organization_id AND t.id = b.entitlement_term_id
     WHERE b.organization_id = $1 GROUP BY 1`,
  );
  return { bills, ledger, used, carried };
}

test('a year of usage: what marketplaces bill is what the ledger has, and what was reported', async () => {
  const sold: { id: string; externalID: string }[] = [];
  for (const partner of partners) for (let n = 0; n < perMarketplace; n++) sold.push(await sell(partner));
  const start = new Date((await sale.get('sandbox/clock')).time).getTime();
  const times = Array.from({ length: hours }, () => start + (1 + chance.below(8700)) * hourMs).sort(
    (a, b) => a - b,
  );
  const reported = new Map<string, Decimal>();
  let struck = 0;
  let resolved = 0;
  for (const time of new Set(times)) {
    await advanceTo(new Date(time));
    for (const partner of partners)
      if (chance.below(20) === 0) {
        struck++;
        await sale.post('sandbox/fault', { partner, kind: chance.pick(faults), permanent: false });
      }
    const groups = sold.map(({ id }) => {
      const records = { gpu: chance.below(900) / 100, disk: 1 + chance.below(50) };
      for (const [key, quantity] of Object.entries(records)) {
        const name = `${id} ${key}`;
        reported.set(name, (reported.get(name) ?? new Decimal(0)).plus(quantity));
      }
      return { entitlementID: id, records };
    });
    const reply = await sale.call('POST', 'batchCreateUsageRecordGroups', groups);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get('x-invalid-count') ?? '0').toBe('0');
    // The hour ends, its run settles, and people look at what is held while it can still be sent.
    await advanceTo(new Date(Math.floor(time / hourMs) * hourMs + hourMs + 20 * 60_000));
    // What is sent again may be lost again.
    for (let held = await resolveHeld(); held > 0; held = await resolveHeld()) {
      resolved += held;
      await advanceTo(new Date(new Date((await sale.get('sandbox/clock')).time).getTime() + 2 * 60_000));
    }
  }
  await advanceTo(new Date(start + 8800 * hourMs));
  console.log(`usage-year: ${sold.length} entitlements, ${struck} faults, ${resolved} lines resolved`);

  const { bills, ledger, used, carried } = await settledSums();
  const { rows: states } = await app.database.query(
    `SELECT partner || ' ' || state AS state FROM usage_line WHERE organization_id = $1 AND state <> 'ACCEPTED'`,
    [org.id],
  );
  expect(states.map(({ state }) => state)).toEqual([]);
  expect(sold.length * dimensions.length).toBe(bills.size);
  expect(bills).toEqual(ledger);
  for (const [name, quantity] of reported) {
    expect(used.get(name), name).toBe(quantity.toFixed());
    expect(new Decimal(bills.get(name) ?? 0).plus(carried.get(name) ?? 0).toFixed(), name).toBe(
      quantity.toFixed(),
    );
  }
});
