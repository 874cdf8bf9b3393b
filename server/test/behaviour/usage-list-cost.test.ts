import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GroupFilter, groupStatements } from '../../src/metering/groups/list-store.ts';
import { groupRangeOf, isNarrowed, selectNarrow } from '../../src/metering/groups/narrow.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { createIds } from '../../src/platform/ids.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';

const batches = 300;
const month = `usage_group_${new Date().toISOString().slice(0, 7).replace('-', '')}`;
let app: TestApp;
let org: { id: string };
const call = createIds()('ucl').slice(0, -6);
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  const batchId = (n: string) => `'${call}' || lpad((${n})::text, 6, '0')`;
  // A hundred entitlements in each call; a run and a report of each for ten calls. One report failed, one is of a
  // direct sale, the last call is pending, a group is INVALID and one DELETED.
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type, run_id)
     SELECT '${org.id}', ${batchId('n')}, now(), now(), 'API', 100, '\\x00', 'SERVICE',
       CASE WHEN n < ${batches - 1} THEN 'run_' || n / 10 END FROM generate_series(0, ${batches - 1}) n;
     INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given, keys,
       quantities, state)
     SELECT '${org.id}', ${batchId('n')}, o, now(), 'urg_' || n || '_' || o, 'ent_' || o, now(), true, '{gpu}', '{1}',
       CASE n * 100 + o WHEN 15050 THEN 'INVALID' WHEN 20070 THEN 'DELETED' END
     FROM generate_series(0, ${batches - 1}) n, generate_series(0, 99) o;
     INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
       usage_until, group_count, status, group_status, creation_time, last_update_time, first_batch_id, last_batch_id)
     SELECT '${org.id}', 'urr_' || n || '_' || o, 'ent_' || o, 'trm', 'MKA', 'run_' || n, now() - interval '1 hour',
       now() + interval '1 hour', 10, 'CREATED',
       CASE n * 100 + o WHEN 1505 THEN 'REPORT_FAILED' WHEN 2806 THEN 'CREATED' ELSE 'REPORTED' END, now(), now(),
       ${batchId('n * 10')}, ${batchId('n * 10 + 9')}
     FROM generate_series(0, ${batches / 10 - 1}) n, generate_series(0, 99) o;
     RESET ROLE; ANALYZE usage_batch; ANALYZE usage_group; ANALYZE usage_report`,
  );
});
afterAll(() => app.stop());

type PageOptions = Pick<GroupFilter, 'status' | 'entitlementId'>;
type Place = Partial<Parameters<typeof groupStatements>[2]>;

/** Counts the rows of a table that a page reads, after enough repeats for a cached plan. */
async function pageOf(asked: PageOptions, table: string, placed: Place = {}) {
  const { status } = asked;
  const { database, rows } = countingRows(app.app.database, table);
  const scope = { organizationId: org.id } as OrgScope;
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const days = { from: at(-86_400_000), until: at(86_400_000) };
  const bounds = { since: at(-3_600_000), until: at(3_600_000) };
  const place = { limit: 20, offset: 0, descending: false, after: undefined, ...placed };
  let found: unknown[] = [];
  for (let turn = 0; turn < 8; turn++)
    found = await database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [org.id],
      });
      const [row] = isNarrowed(status) ? await query(selectNarrow(scope, status)) : [];
      const filter = {
        ...days,
        ...asked,
        narrowed: row && isNarrowed(status) ? groupRangeOf(status, row) : undefined,
      };
      return query(groupStatements(scope, filter, place, bounds).rows);
    });
  return { read: Math.max(...rows), ids: (found as { id: string }[]).map(({ id }) => id) };
}

const run = (n: number, o: number) => Array.from({ length: 10 }, (_, index) => `urg_${n * 10 + index}_${o}`);
const waiting = Array.from({ length: 21 }, (_, o) => `urg_${batches - 1}_${o}`);

describe('of 30,000 record groups, only groups of a rare status are read', () => {
  test.each([
    ['REPORT_FAILED', run(15, 5)],
    ['REPORT_PENDING', []],
    ['INVALID', ['urg_150_50']],
    ['DELETED', ['urg_200_70']],
  ] as const)('%s', async (status, ids) => {
    const groups = await pageOf({ status }, month);
    expect(groups.ids).toEqual(ids);
    expect(groups.read).toBeLessThan(500);
    expect((await pageOf({ status }, 'usage_batch')).read).toBeLessThan(500);
  });

  test('CREATED: pending groups, and settled groups without an invoice, from the first call with any', async () => {
    const { ids, read } = await pageOf({ status: 'CREATED' }, month);
    expect(ids).toEqual([...run(28, 6), ...waiting].slice(0, 21));
    expect(read).toBeLessThan(3_000);
  });
});

describe('of 30,000 record groups, a page reads little more than it shows, and sorts no others', () => {
  /** A position in the middle: after the 50th group of the 150th call. */
  const midst = { after: { batchId: `${call}000150`, ordinal: 50 } };
  const page = { limit: 20 };
  // The batch size of CSV: a thousand.
  const portion = { limit: 1000 };
  test.each([
    ['the first page', {}, page, 'urg_0_0'],
    ['the last page', {}, { ...page, descending: true }, `urg_${batches - 1}_99`],
    ['a page in the midst', {}, { ...page, ...midst }, 'urg_150_51'],
    ['a page in the midst, backwards', {}, { ...page, ...midst, descending: true }, 'urg_150_49'],
    ['the first portion of a file', {}, portion, 'urg_0_0'],
    ['a portion in the midst', {}, { ...portion, ...midst }, 'urg_150_51'],
    ['a portion in the midst, backwards', {}, { ...portion, ...midst, descending: true }, 'urg_150_49'],
    ['a page of an entitlement', { entitlementId: 'ent_7' }, { ...page, ...midst }, 'urg_151_7'],
    ['a portion of an entitlement', { entitlementId: 'ent_7' }, { limit: 100, ...midst }, 'urg_151_7'],
    ['a page of what is reported', { status: 'REPORTED' }, { ...page, ...midst }, 'urg_150_51'],
  ] as const)('%s', async (_, asked, place, first) => {
    const { ids, read } = await pageOf(asked, month, place);
    expect([ids[0], ids.length]).toEqual([first, place.limit + 1]);
    // Each row counts twice: as an index entry and as a row.
    expect(read).toBeLessThan(3 * place.limit + 100);
  });
});

test('CREATED: reports of direct sales, which are invoiced, are skipped', async () => {
  await app.database.query(
    `SET ROLE tradepost_system;
     UPDATE usage_report SET group_status = 'CREATED' WHERE organization_id = '${org.id}' AND group_status = 'REPORTED';
     INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, last_update_time)
     SELECT '${org.id}', 'ent_' || o, 0, now() - interval '1 day', now(), 'inv_' || o, now() FROM generate_series(0, 99) o
     WHERE o <> 6;
     UPDATE usage_report SET generation = CASE id WHEN 'urr_28_6' THEN 1 ELSE 0 END WHERE organization_id = '${org.id}'
       AND entitlement_id = 'ent_6';
     INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, last_update_time)
     VALUES ('${org.id}', 'ent_6', 0, now() - interval '1 day', now(), 'inv_6', now());
     RESET ROLE; ANALYZE usage_report; ANALYZE usage_billing`,
  );
  const { ids, read } = await pageOf({ status: 'CREATED' }, month);
  expect(ids).toEqual([...run(28, 6), ...waiting].slice(0, 21));
  expect(read).toBeLessThan(3_000);

  // If there are too many reports to look up individually, calls before the first report are skipped.
  await app.database.query(
    `SET ROLE tradepost_system;
     UPDATE usage_report SET generation = 1 WHERE organization_id = '${org.id}' AND first_batch_id >= '${call}000200';
     RESET ROLE; ANALYZE usage_report`,
  );
  const many = await pageOf({ status: 'CREATED' }, month);
  expect(many.ids[0]).toBe('urg_200_0');
  expect(many.read).toBeLessThan(3_000);
});
