import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableName } from '../../src/platform/database/rows.ts';
import type { Row } from '../../src/platform/database/statement.ts';
import { type ListQuery, listStatements } from '../../src/platform/lists/list-query.ts';
import type { Page } from '../../src/platform/lists/pagination.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
/** Uses the role of the service, because row-level security determines which indexes can be used. */
let client: pg.Client;
const organizationId = 'org_many';
const rows = 3000;

beforeAll(async () => {
  app = await startTestApp();
  client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  await client.query('SET ROLE tradepost_system');
  await client.query(`
    INSERT INTO buyer (organization_id, id, partner, info, creation_time, last_update_time)
      SELECT '${organizationId}', 'id_' || n, 'P' || n % 50, jsonb_build_object('customerId', 'customer_' || n,
        'emailAddress', 'Mail_' || n, 'mkABuyer', jsonb_build_object('mkAAccountID', 'account_' || n)),
        now() - n * interval '1 minute', now() FROM generate_series(1, ${rows}) n;
    INSERT INTO contact (organization_id, id, email, creation_time, last_update_time)
      SELECT '${organizationId}', 'id_' || n, 'Mail_' || n, now() - n * interval '1 minute', now()
      FROM generate_series(1, ${rows}) n;
    INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, contact_ids, buyer_id, creation_time,
        last_update_time)
      SELECT '${organizationId}', 'id_' || n, 'PRIVATE', 'ACTIVE', '{}', '{"buyerIds": ["listed", "listed_too"]}',
        ARRAY['contact_' || n], 'buyer_' || n % 50, now() - n * interval '1 minute', now()
      FROM generate_series(1, ${rows}) n;
    INSERT INTO entitlement (organization_id, id, status, info, meta_info, buyer_id, creation_time, last_update_time)
      SELECT '${organizationId}', 'id_' || n, 'ACTIVE', '{}', '{"buyerIds": ["listed"]}', 'buyer_' || n % 50,
        now() - n * interval '1 minute', now() FROM generate_series(1, ${rows}) n;
    INSERT INTO buyer_contact (organization_id, buyer_id, contact_id, creation_time)
      SELECT '${organizationId}', 'id_' || n, 'contact_' || n, now() FROM generate_series(1, ${rows}) n;
    INSERT INTO buyer_account (organization_id, partner, external_id, buyer_id, creation_time)
      SELECT '${organizationId}', 'MKA', 'external_' || n, 'id_' || n, now() FROM generate_series(1, ${rows}) n;`);
  await client.query(
    `RESET ROLE; ANALYZE buyer, contact, offer, entitlement, buyer_contact, buyer_account, offer_contact, offer_buyer,
       entitlement_buyer`,
  );
  await client.query('SET ROLE tradepost_app');
  await client.query(`SET app.organization_id = '${organizationId}'`);
});
afterAll(async () => {
  await client.end();
  await app.stop();
});

const page = { limit: 10, offset: 0, after: undefined, count: false, descending: false };
const link = (table: 'buyer_contact' | 'buyer_account' | 'offer_contact', column: string, match: object) => [
  { table, column, match: { ...match } },
];
const ofBuyer = (table: 'offer' | 'entitlement', buyerId: string): Query => ({
  table,
  orderedLink: { table: `${table}_buyer`, column: `${table}_id`, match: { buyer_id: buyerId } },
});
/** A list query of any table. */
type Query = {
  table?: TableName;
  filters?: Readonly<Record<string, unknown>>;
  links?: readonly AnyLink[];
  orderedLink?: AnyLink;
  hiddenStatus?: string;
  page?: Page;
};
type AnyLink = { table: TableName; column: string; match: Readonly<Record<string, unknown>> };
const statementOf = (query: Query) =>
  listStatements({
    organizationId,
    columns: ['id'],
    filters: {},
    table: 'buyer',
    page,
    ...query,
  } as ListQuery<'buyer'>).rows;

const cases: [string, Query, string][] = [
  ['buyers by partner', { table: 'buyer', filters: { partner: 'P7', status: 'ACTIVE' } }, 'partner'],
  [
    'buyers by customer',
    { table: 'buyer', filters: { customer_id: 'customer_7', status: 'ACTIVE' } },
    'customer_id',
  ],
  [
    'buyers by account',
    { table: 'buyer', filters: { mka_account_id: 'account_7', status: 'ACTIVE' } },
    'mka_account_id',
  ],
  ['buyers by address', { table: 'buyer', filters: { email_key: 'mail_7', status: 'ACTIVE' } }, 'email_key'],
  [
    'buyers by contact',
    { table: 'buyer', links: link('buyer_contact', 'buyer_id', { contact_id: 'contact_7' }) },
    'contact_id',
  ],
  [
    'buyers by external id',
    { table: 'buyer', links: link('buyer_account', 'buyer_id', { external_id: 'external_7' }) },
    'external_id',
  ],
  ['contacts by address', { table: 'contact', filters: { email_key: 'mail_7' } }, 'email_key'],
  [
    'offers by contact',
    { table: 'offer', links: link('offer_contact', 'offer_id', { contact_id: 'contact_7' }) },
    'contact_id',
  ],
  ['offers by buyer', ofBuyer('offer', 'buyer_7'), 'buyer_id'],
  ['entitlements by buyer', ofBuyer('entitlement', 'buyer_7'), 'buyer_id'],
];

async function planOf(query: Query) {
  const statement = statementOf(query);
  const { rows: explained } = await client.query(`EXPLAIN (FORMAT JSON) ${statement.text}`, [
    ...statement.values,
  ]);
  const plan = JSON.stringify(explained);
  const conditions = [...plan.matchAll(/"Index Cond":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
  return { plan, conditions, found: await client.query(statement.text, [...statement.values]) };
}

/** Returns the parts of a plan below a node of a given type. */
function below(type: string, node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  const { 'Node Type': own } = node as Record<string, unknown>;
  return Object.values(node)
    .map((child) => (own === type ? JSON.stringify(child) : below(type, child)))
    .join('');
}

test.each(cases)(
  '%s use an index, as the application role under row-level security',
  async (_name, query, column) => {
    const { plan, conditions, found } = await planOf(query);
    const own = conditions.filter((condition) => condition?.includes(column));
    expect(own.length, plan).toBeGreaterThan(0);
    for (const condition of own) expect(condition).toContain('organization_id');
    expect(plan).not.toContain('"Seq Scan"');
    expect(found.rowCount).toBeGreaterThan(0);
  },
);

test.each([
  ['buyer', { status: 'ACTIVE' }],
  ['buyer', { status: 'ACTIVE', partner: 'P7' }],
  ['contact', {}],
] as const)('pages of %s by cursor use the index of the order, without a sort', async (table, filters) => {
  const after = { creationTime: '2020-01-01T00:00:00Z', id: 'x' };
  const { plan, conditions } = await planOf({ table, filters, page: { ...page, after } });
  expect(conditions.join(' '), plan).toContain('ROW(creation_time, id) >');
  expect(plan).not.toContain('"Sort"');
});

test.each(['offer', 'entitlement'] as const)(
  'pages of %ss by cursor, of a buyer that all of them list, are read in the order of the links',
  async (table) => {
    const query = { ...ofBuyer(table, 'listed'), filters: { status: 'ACTIVE' } };
    const all = await planOf({ ...query, page: { ...page, limit: rows } });
    const ids = all.found.rows.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: rows }, (_, n) => `id_${rows - n}`));
    const last = all.found.rows[rows - 12];
    const after = { creationTime: last.position_time, id: last.id };
    const { plan, conditions, found } = await planOf({ ...query, page: { ...page, after } });
    expect(found.rows.map(({ id }) => id)).toEqual(ids.slice(-11));
    expect(conditions.join(' '), plan).toContain('> ROW(');
    // Only the page is sorted again, to count its bytes.
    const read = below('Limit', JSON.parse(plan));
    expect(read).toContain('Index');
    expect(read, plan).not.toContain('"Sort"');
  },
);

/** Counts the rows that a page reads from the table, its links and all their indexes. */
async function rowsRead(query: Query): Promise<{ read: number; ids: string[]; last: Row }> {
  const statement = statementOf(query);
  const counted = async (): Promise<number> => {
    const { rows: counts } = await client.query(
      `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS read FROM pg_class
       WHERE relname ~ '^(buyer|contact|offer|entitlement)' AND relkind IN ('r', 'i')`,
    );
    return counts[0].read;
  };
  await client.query('BEGIN');
  const before = await counted();
  const { rows: found } = await client.query(statement.text, [...statement.values]);
  const read = (await counted()) - before;
  await client.query('ROLLBACK');
  return { read, ids: found.map(({ id }) => id), last: found.at(-1) };
}

test.each<Query>([
  { table: 'offer' },
  { table: 'offer', filters: { status: 'ACTIVE' }, hiddenStatus: 'DELETED' },
  { ...ofBuyer('offer', 'buyer_7'), filters: { status: 'ACTIVE' } },
  { table: 'entitlement', hiddenStatus: 'DELETED' },
  { table: 'buyer', filters: { status: 'ACTIVE' } },
  { table: 'contact' },
  { ...ofBuyer('offer', 'listed'), filters: { status: 'ACTIVE' } },
  ofBuyer('entitlement', 'listed'),
])('a page reads as many rows as it contains, in either order: %j', async (query) => {
  for (const descending of [false, true]) {
    const inOrder = { ...page, descending };
    const first = await rowsRead({ ...query, page: inOrder });
    const { id, position_time: creationTime } = first.last;
    const after = { creationTime: creationTime as string, id: id as string };
    const second = await rowsRead({ ...query, page: { ...inOrder, after } });
    const numbers = [...first.ids, ...second.ids].map((each) => Number(each.slice(3)));
    expect(numbers, 'the row with the lowest number is the newest').toEqual(
      [...numbers].sort((a, b) => (descending ? a - b : b - a)),
    );
    expect(new Set(numbers).size).toBe(22);
    // Each row is read as an index entry, or as an entry of the link index and a table row.
    for (const { read } of [first, second]) expect(read).toBeLessThanOrEqual(60);
  }
});
