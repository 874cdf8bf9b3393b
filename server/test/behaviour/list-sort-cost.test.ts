import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceSorts } from '../../src/billing/invoices/columns.ts';
import { buyerSorts, contactSorts } from '../../src/buyers/columns.ts';
import { entitlementSorts } from '../../src/entitlements/columns.ts';
import { offerSorts } from '../../src/offers/columns.ts';
import type { TableName } from '../../src/platform/database/rows.ts';
import type { Row } from '../../src/platform/database/statement.ts';
import { type ListQuery, listStatements } from '../../src/platform/lists/list-query.ts';
import { type Position, positionOf } from '../../src/platform/lists/pagination.ts';
import { sortOf } from '../../src/platform/lists/sorting.ts';
import { productSorts } from '../../src/products/columns.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';

const rows = 2000;
const limit = 10;
let database: TestDatabase;
/** Uses the role of the service, because row-level security determines which indexes can be used. */
let client: pg.Client;

/** The columns of a list by which it can be sorted, and its filters. Half of the rows have no value, where possible. */
const lists = {
  offer: { sorts: offerSorts, hiddenStatus: 'DELETED' },
  entitlement: { sorts: entitlementSorts, hiddenStatus: 'DELETED' },
  product: { sorts: productSorts, hiddenStatus: 'DELETED' },
  buyer: { sorts: buyerSorts, filters: { status: 'ACTIVE' } },
  contact: { sorts: contactSorts },
  invoice: { sorts: invoiceSorts, hiddenStatus: 'DELETED' },
} as const;
const cases = Object.entries(lists).flatMap(([table, { sorts }]) =>
  Object.keys(sorts).map((name) => ({ table: table as keyof typeof lists, name })),
);

const name = `CASE n % 2 WHEN 0 THEN 'Name ' || n % 300 END`;
const time = `CASE n % 2 WHEN 0 THEN '2027-01-01Z'::timestamptz + n % 300 * interval '1 day' END`;
const status = `(ARRAY['DRAFT', 'ACTIVE', 'ACTIVE', 'ACTIVE'])[1 + n % 4]`;
/** The columns and values of each table, besides organization, id and times. */
const inserted: Record<keyof typeof lists, string> = {
  offer: `offer (name, status, expire_time, offer_type, info, meta_info,) ${name}, ${status}, ${time}, 'PRIVATE', '{}', '{}',`,
  entitlement: `entitlement (name, status, start_time, end_time, info, meta_info,) ${name}, ${status}, ${time}, ${time}, '{}', '{}',`,
  product: `product (name, status,) ${name}, ${status},`,
  buyer: `buyer (name, partner, info,) ${name}, 'MKA', '{}',`,
  contact: `contact (name, email,) ${name}, CASE n % 2 WHEN 0 THEN n || '@example.com' END,`,
  invoice: `invoice (status, issue_date, due_date, due_amount, entitlement_id, type, currency, start_date, end_date, finalize_at,)
    'DRAFT', ${time}, ${time}, n % 300, 'ent_1', 'USAGE', 'USD', now(), now(), now(),`,
};

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('SET ROLE tradepost_system');
  for (const into of Object.values(inserted)) {
    const [columns, values] = into.split(',)') as [string, string];
    await client.query(`
      INSERT INTO ${columns}, organization_id, id, creation_time, last_update_time)
      SELECT ${values} o, 'id_' || n, now() - n % 700 * interval '1 minute', now() - n % 300 * interval '1 minute'
      FROM generate_series(1, ${rows}) n, unnest(ARRAY['org_many', 'org_other']) o`);
  }
  await client.query(`RESET ROLE; ANALYZE ${Object.keys(lists).join(', ')}; SET ROLE tradepost_app`);
  await client.query(`SET app.organization_id = 'org_many'`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Counts the entries of a table and its indexes that the transaction has read. */
async function countRead(table: TableName): Promise<number> {
  const { rows: counts } = await client.query(
    `SELECT sum(pg_stat_get_xact_tuples_returned(c.oid))::int AS read FROM pg_class c
     WHERE c.oid = $1::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = $1::regclass)`,
    [table],
  );
  return counts[0].read;
}

type Place = { after?: Position; offset?: number };

/** Reads a page, and counts the rows and index entries that are read for it. */
async function readPage(
  table: keyof typeof lists,
  name: string,
  isDescending: boolean,
  { after, offset = 0 }: Place = {},
) {
  const { sorts, ...list } = { filters: {}, ...lists[table] };
  const sort = sortOf(table, sorts, { sort: name });
  const page = { limit, offset, count: false, descending: isDescending, after, sort };
  const query = { organizationId: 'org_many', table, columns: ['id'], page, ...list };
  const { text, values } = listStatements(query as unknown as ListQuery<TableName>).rows;
  await client.query('BEGIN');
  const before = await countRead(table);
  const { rows: found } = await client.query<Row>(text, [...values]);
  const read = (await countRead(table)) - before;
  await client.query('ROLLBACK');
  return { found: found.slice(0, limit), read };
}

test.each(cases)(
  'a page of $table sorted by $name reads only the rows of the page, at any position',
  async ({ table, name }) => {
    for (const isDescending of [false, true]) {
      const middle = await readPage(table, name, isDescending, { offset: rows / 4 });
      const { value, ...inMiddle } = positionOf(middle.found.at(-1) as Row);
      expect([middle.found.length, typeof value]).toEqual([limit, 'string']);
      const values = [value as string, null];
      const places = [{}, ...values.map((each) => ({ after: { ...inMiddle, value: each } }))];
      for (const place of places) {
        const { read } = await readPage(table, name, isDescending, place);
        // Each part of the page is read from the index, then each row by its id.
        expect(read, JSON.stringify([isDescending, place])).toBeLessThanOrEqual(5 * (limit + 1));
      }
    }
  },
);
