import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '../src/platform/database/statement.ts';
import { listStatements } from '../src/platform/lists/list-query.ts';
import { createTestDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
/** Connects as the service does: as the owner, with the application's role. */
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(`SET ROLE tradepost_app`);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function asOrganization<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

describe('the filters of lists', () => {
  // The filter for buyers of offers uses the links of `offer_buyer`.
  const filters = ['status', 'product_id', 'crm_c_opportunity_id', 'external_id'];
  const ofEntitlements = [
    'buyer_id',
    'offer_id',
    'buyer_account_id',
    'crm_a_account_id',
    'crm_a_opportunity_id',
  ];
  ofEntitlements.push('crm_a_quote_id', 'crm_b_deal_id');
  const cases = [
    ...[...filters, 'approval_status'].map((column) => ['offer', column] as const),
    ...[...filters, ...ofEntitlements].map((column) => ['entitlement', column] as const),
    ...['status', 'partner', 'product_type', 'external_id'].map((column) => ['product', column] as const),
    ['webhook_delivery', 'endpoint_id'] as const,
  ];
  const page = { limit: 10, offset: 0, after: undefined, count: false, descending: false };
  const many = { rows: 5000, organizationId: 'org_many' };

  /**
   * Inserts enough rows of an organization without other records that the planner can select between indexes.
   */
  beforeAll(async () => {
    for (const [table, more, values] of [
      ['offer', 'offer_type', `'PRIVATE'`],
      ['entitlement', 'offer_id, partner, external_buyer_id', `'offer_' || n, 'MKA', 'buyer_account_' || n`],
    ])
      await database.query(
        `SET ROLE tradepost_system;
         INSERT INTO ${table} (organization_id, id, status, product_id, buyer_id, external_id, info, meta_info,
           creation_time, last_update_time, ${more})
         SELECT '${many.organizationId}', 'id_' || n, 'STATUS_' || n % 50, 'product_' || n, 'buyer_' || n, 'external_' || n,
           '{}', jsonb_build_object('crmCOpportunityId', 'crm_' || n, 'crmBDealId', 'crm_b_deal_' || n,
             'crmAAccountId', 'crm_a_account_' || n, 'crmAOpportunityId', 'crm_a_opportunity_' || n,
             'crmAQuoteId', 'crm_a_quote_' || n,
             'approvalInfo', jsonb_build_object('approvalStatus', 'approval_STATUS_' || n % 50)), now() - n * interval '1 minute', now(), ${values}
         FROM generate_series(1, ${many.rows}) n;
         RESET ROLE; ANALYZE ${table}`,
      );
    await database.query(
      `SET ROLE tradepost_system;
       INSERT INTO product (organization_id, id, status, partner, product_type, external_id, creation_time, last_update_time)
       SELECT '${many.organizationId}', 'id_' || n, 'STATUS_' || n % 50, CASE n % 50 WHEN 1 THEN 'partner' END,
         CASE n % 50 WHEN 2 THEN 'product_type' END, 'external_' || n, now() - n * interval '1 minute', now()
       FROM generate_series(1, ${many.rows}) n;
       RESET ROLE; ANALYZE product`,
    );
    await database.query(
      `SET ROLE tradepost_system;
       INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id, position,
         status, creation_time)
       SELECT '${many.organizationId}', 'id_' || n, 'endpoint_' || n % 100, 'event_' || n, 'CREATE.OFFER', 'OFFER',
         'offer_' || n, n, 'DONE', now() - n * interval '1 minute'
       FROM generate_series(1, ${many.rows}) n;
       RESET ROLE; ANALYZE webhook_delivery`,
    );
  });

  const planOf = (statement: Statement) =>
    asOrganization(many.organizationId, async () => {
      await client.query('SET LOCAL enable_seqscan = off');
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${statement.text}`, [...statement.values]);
      const plan = JSON.stringify(rows);
      const conditions = [...plan.matchAll(/"Index Cond":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
      return { plan, condition: conditions.join(' ') };
    });

  test.each(cases)(
    '%s by %s uses an index as the application role under row-level security',
    async (table, column) => {
      const value = column.replace(/_(c_opportunity_)?id$/, '_77').replace('status', 'STATUS_7');
      const { organizationId } = many;
      const list = listStatements({
        organizationId,
        table,
        columns: ['id'],
        filters: { [column]: value },
        page,
      });
      const { plan, condition } = await planOf(list.rows);
      expect(condition, plan).toContain(column);
      expect(condition).toContain('organization_id');
      const found = await asOrganization(organizationId, () =>
        client.query(list.rows.text, [...list.rows.values]),
      );
      expect(found.rowCount, 'the rows of the query plan exist').toBeGreaterThan(0);
    },
  );

  test('pages by cursor use the index of the order without sorting', async () => {
    const after = { creationTime: '2020-01-01T00:00:00Z', id: 'x' };
    for (const table of ['offer', 'entitlement', 'product'] as const)
      for (const descending of [false, true]) {
        const query = { organizationId: many.organizationId, table, columns: ['id'] as const, filters: {} };
        const { rows } = listStatements({ ...query, page: { ...page, after, descending } });
        const { plan, condition } = await planOf(rows);
        expect(condition, plan).toContain(`ROW(creation_time, id) ${descending ? '<' : '>'}`);
        expect(plan).not.toContain('"Sort"');
      }
  });
});
