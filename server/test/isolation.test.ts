import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database.ts';
import { listStatements } from '../src/platform/list-query.ts';
import { type Statement, sqlState } from '../src/platform/statement.ts';
import { createTestDatabase, startTestApp, type TestApp, type TestOrganization } from './harness.ts';

let app: TestApp;
let a: TestOrganization;
let b: TestOrganization;
let tenantTables: string[];
/** A connection as the program's own: it connects as the owner and takes the application's role. */
let client: pg.Client;

/** Rows of these come with the journey of an organization; the others are tried with rows of their own. */
const filledByJourney = [
  'buyer',
  'entitlement',
  'entitlement_term',
  'event',
  'inbound_notification',
  'job',
  'offer',
];

beforeAll(async () => {
  app = await startTestApp({ environment: { DATABASE_PIPELINES: '1' } });
  [a, b] = [await app.organization(), await app.organization()];
  for (const org of [a, b]) await sellAnOffer(org);
  const { rows } = await app.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relname NOT IN ('principal_grant', 'quota') ORDER BY 1`,
  );
  tenantTables = rows.map(({ name }) => name);
  client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  await client.query('SET ROLE tradepost_app');
});
afterAll(async () => {
  await client.end();
  await app.stop();
});

async function sellAnOffer({ id, token }: TestOrganization): Promise<void> {
  const body = { partner: 'MKA', name: `Offer of ${id}`, metaInfo: { crmCOpportunityId: id } };
  const offer = await app.request('POST', `/org/${id}/offer`, { token, body });
  await app.drainJobs();
  await app.request('POST', `/org/${id}/sandbox/offer/${offer.body.id}/accept`, { token });
  await app.drainJobs();
}

async function asOrganization<T>(organizationId: string | undefined, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    if (organizationId !== undefined)
      await client.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

const countOf = async (table: string): Promise<number> =>
  Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);

async function ownersOf(table: string): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `SELECT organization_id AS id, count(*)::int AS n FROM ${table} GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

/** Every row of the table, as the system sees it. */
async function allOwnersOf(table: string): Promise<Record<string, number>> {
  await client.query('SET ROLE tradepost_system');
  try {
    return await ownersOf(table);
  } finally {
    await client.query('SET ROLE tradepost_app');
  }
}

describe('without any WHERE', () => {
  test('a transaction sees the rows of its own organization only, in every tenant table', async () => {
    expect(tenantTables.length).toBeGreaterThan(12);
    for (const table of tenantTables) {
      const all = await allOwnersOf(table);
      if (filledByJourney.includes(table)) expect([all[a.id], all[b.id]], table).not.toContain(undefined);
      for (const { id } of [a, b]) {
        const own = await asOrganization(id, async () => [await ownersOf(table), await countOf(table)]);
        expect(own, table).toEqual([all[id] ? { [id]: all[id] } : {}, all[id] ?? 0]);
      }
    }
  });

  test('a transaction of no organization, or of one that is not there, sees nothing', async () => {
    for (const table of tenantTables)
      for (const nobody of [undefined, '', 'org_nobody'])
        expect(await asOrganization(nobody, () => countOf(table)), table).toBe(0);
  });

  test('a transaction cannot insert a row of another organization', async () => {
    for (const table of tenantTables) {
      const insert = asOrganization(a.id, async () => {
        const columns = await requiredColumns(table);
        const values = columns.map(({ name, type }) =>
          name === 'organization_id' ? b.id : sample(type, name),
        );
        const places = columns.map(({ type }, index) => `$${index + 1}::${type}`);
        await client.query(
          `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${places.join(', ')})`,
          values,
        );
      });
      await expect(insert, table).rejects.toThrow(/violates row-level security policy|permission denied/);
    }
  });

  test('a transaction cannot change, move or delete rows of another organization', async () => {
    const changed = await asOrganization(a.id, async () => {
      const updated = await client.query(`UPDATE offer SET name = 'taken' WHERE organization_id = $1`, [
        b.id,
      ]);
      const widened = await client.query(`UPDATE offer SET name = 'taken'`);
      return [updated.rowCount, widened.rowCount];
    });
    expect(changed).toEqual([0, (await allOwnersOf('offer'))[a.id]]);
    const move = asOrganization(a.id, () => client.query('UPDATE offer SET organization_id = $1', [b.id]));
    await expect(move).rejects.toThrow('row-level security');
    const remove = asOrganization(a.id, () => client.query('DELETE FROM event'));
    await expect(remove).rejects.toThrow('permission denied');
    const keys = asOrganization(a.id, () => client.query('SELECT kid FROM signing_key'));
    await expect(keys).rejects.toThrow('permission denied');
  });

  test('the setting does not leak out of its transaction, whether it commits or not', async () => {
    for (const end of ['COMMIT', 'ROLLBACK']) {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.organization_id', $1, true)`, [a.id]);
      expect(await countOf('offer')).toBeGreaterThan(0);
      await client.query(end);
      expect(await countOf('offer'), end).toBe(0);
      expect((await client.query('SELECT current_organization() AS id')).rows).toEqual([{ id: null }]);
    }
  });
});

type RequiredColumn = { name: string; type: string };
async function requiredColumns(table: string): Promise<RequiredColumn[]> {
  const { rows } = await client.query<RequiredColumn>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull
       AND attidentity = '' AND attgenerated = ''`,
    [table],
  );
  return rows;
}

function sample(type: string, name: string): unknown {
  if (name === 'clock') return 'wall';
  if (type.startsWith('json')) return '{}';
  if (type.startsWith('timestamp')) return '2027-01-01T00:00:00Z';
  if (type === 'boolean') return false;
  if (type.endsWith('[]')) return [];
  if (type === 'bytea') return Buffer.from('x');
  return /int|numeric/.test(type) ? 1 : `x_${randomBytes(4).toString('hex')}`;
}

describe('two tenants interleaved on one shared connection', () => {
  test('400 reads at once each have their own tenant’s offers, and nobody else’s', async () => {
    const turns = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? a : b));
    const replies = await Promise.all(
      turns.map(({ id, token }) => app.request('GET', `/org/${id}/offer`, { token })),
    );
    replies.forEach((reply, index) => {
      expect(reply.status, reply.text).toBe(200);
      const owners = reply.body.map((offer: { organizationID: string }) => offer.organizationID);
      expect(new Set(owners)).toEqual(new Set([turns[index]?.id]));
    });
  });

  test('300 reads and creations at once, some refused, are each answered for their own tenant', async () => {
    const turns = Array.from({ length: 300 }, (_, index) => ({ org: index % 2 === 0 ? a : b, index }));
    const replies = await Promise.all(
      turns.map(({ org, index }) => {
        const path = `/org/${org.id}/offer`;
        if (index % 3 === 0) return app.request('GET', path, { token: org.token });
        const stranger = org === a ? b : a;
        if (index % 7 === 0) return app.request('GET', path, { token: stranger.token });
        return app.request('POST', path, { token: org.token, body: { name: `Nr. ${index}` } });
      }),
    );
    for (const { org, index } of turns) {
      const { status, body, text } = replies[index] as (typeof replies)[number];
      if (index % 3 !== 0 && index % 7 === 0) expect(status, text).toBe(404);
      else if (index % 3 !== 0)
        expect(body, text).toMatchObject({ organizationID: org.id, name: `Nr. ${index}` });
      else
        expect(body.every((offer: { organizationID: string }) => offer.organizationID === org.id)).toBe(true);
    }
  });
});

describe('a batch', () => {
  const enter = (organizationId: string): Statement => ({
    name: 'enter_organization',
    text: `SELECT set_config('app.organization_id', $1, true)`,
    values: [organizationId],
  });
  const readOwners: Statement = {
    name: 'read_owners',
    text: 'SELECT DISTINCT organization_id AS id FROM offer',
    values: [],
  };
  const divide: Statement = { name: 'divide', text: 'SELECT 1 / $1::int', values: [0] };
  const lockOffers: Statement = { name: 'lock_offers', text: 'SELECT id FROM offer FOR UPDATE', values: [] };
  const owners = async (id: string) => (await app.app.database.batch([enter(id), readOwners]))[1];

  test('that fails fails alone: those before and behind it on the connection are answered', async () => {
    const wrong = { name: 'wrong', text: 'SELECT nonsense', values: [] };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) => {
        const { id } = index % 2 === 0 ? a : b;
        if (index % 5 === 1) return app.app.database.batch([enter(id), divide, readOwners]);
        if (index % 5 === 3) return app.app.database.batch([enter(id), readOwners, wrong]);
        return owners(id);
      }),
    );
    outcomes.forEach((outcome, index) => {
      const { id } = index % 2 === 0 ? a : b;
      if (index % 5 === 1 || index % 5 === 3) expect(outcome.status).toBe('rejected');
      else expect(outcome).toEqual({ status: 'fulfilled', value: [{ id }] });
    });
  });

  test('that waits for a lock gives up within its 100 ms, and the others on the connection go on', async () => {
    const holder = new pg.Client({ connectionString: app.database.connectionString });
    await holder.connect();
    try {
      await holder.query(`SET ROLE tradepost_system; BEGIN; SELECT id FROM offer FOR UPDATE`);
      const began = Date.now();
      const waiting = app.app.database.batch([enter(a.id), lockOffers]);
      const behind = [owners(b.id), owners(a.id)];
      await expect(waiting).rejects.toSatisfy((error) => sqlState(error) === '55P03');
      expect(await Promise.all(behind)).toEqual([[{ id: b.id }], [{ id: a.id }]]);
      expect(Date.now() - began).toBeLessThan(2000);
    } finally {
      await holder.end();
    }
  });

  test('leaves no organization on its connection', async () => {
    await owners(a.id);
    await expect(app.app.database.batch([enter(a.id), divide])).rejects.toThrow('division by zero');
    const [rows] = await app.app.database.batch([readOwners]);
    expect(rows).toEqual([]);
  });

  test('runs as a role that row-level security holds', async () => {
    const who = {
      name: 'who',
      text: 'SELECT current_user::text AS "user", current_setting($1) AS wait',
      values: ['lock_timeout'],
    };
    expect(await app.app.database.batch([who])).toEqual([[{ user: 'tradepost_app', wait: '100ms' }]]);
    const inPool = await app.app.database.transaction(({ query }) => query(who));
    expect(inPool).toEqual([{ user: 'tradepost_app', wait: '10s' }]);
  });

  test('as the system ends with its transaction: the next one on the pool is an organization’s again', async () => {
    const asSystem = await app.app.database.transaction(({ query }) => query(readOwners), 'system');
    expect(asSystem.length).toBeGreaterThanOrEqual(2);
    for (let turn = 0; turn < 12; turn++)
      expect(await app.app.database.transaction(({ query }) => query(readOwners))).toEqual([]);
  });
});

describe('the filters of lists', () => {
  const filters = ['status', 'product_id', 'buyer_id', 'crm_c_opportunity_id', 'external_id'];
  const ofEntitlements = ['offer_id', 'buyer_account_id', 'crm_a_account_id', 'crm_a_opportunity_id'];
  ofEntitlements.push('crm_a_quote_id', 'crm_b_deal_id');
  const cases = [
    ...[...filters, 'approval_status'].map((column) => ['offer', column] as const),
    ...[...filters, ...ofEntitlements].map((column) => ['entitlement', column] as const),
    ...['status', 'partner', 'product_type', 'external_id'].map((column) => ['product', column] as const),
    ['webhook_delivery', 'endpoint_id'] as const,
  ];
  const page = { limit: 10, offset: 0, after: undefined, count: false };
  const many = { rows: 5000, organizationId: 'org_many' };

  /** Enough rows that the planner has a choice to make, of an organization that has nothing else. */
  beforeAll(async () => {
    for (const [table, more, values] of [
      ['offer', 'offer_type', `'PRIVATE'`],
      ['entitlement', 'offer_id, partner, external_buyer_id', `'offer_' || n, 'MKA', 'buyer_account_' || n`],
    ])
      await app.database.query(
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
    await app.database.query(
      `SET ROLE tradepost_system;
       INSERT INTO product (organization_id, id, status, partner, product_type, external_id, creation_time, last_update_time)
       SELECT '${many.organizationId}', 'id_' || n, 'STATUS_' || n % 50, CASE n % 50 WHEN 1 THEN 'partner' END,
         CASE n % 50 WHEN 2 THEN 'product_type' END, 'external_' || n, now() - n * interval '1 minute', now()
       FROM generate_series(1, ${many.rows}) n;
       RESET ROLE; ANALYZE product`,
    );
    await app.database.query(
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
    '%s by %s use an index, as the application role under row-level security',
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
      expect(found.rowCount, 'the rows that the plan is for are there').toBeGreaterThan(0);
    },
  );

  test('pages by cursor use the index of the order, and sort nothing', async () => {
    const after = { creationTime: '2020-01-01T00:00:00Z', id: 'x' };
    for (const table of ['offer', 'entitlement', 'product'] as const) {
      const { organizationId } = many;
      const query = { organizationId, table, columns: ['id'], filters: {}, page: { ...page, after } };
      const { plan, condition } = await planOf(listStatements(query).rows);
      expect(condition, plan).toContain('ROW(creation_time, id) >');
      expect(plan).not.toContain('"Sort"');
    }
  });
});

describe('a role that is too powerful', () => {
  const open = (connectionString: string) =>
    openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });

  test('is refused: one that owns a table is not held by row-level security', async () => {
    const scratch = await createTestDatabase();
    try {
      await (await open(scratch.connectionString)).close();
      await scratch.query('GRANT CREATE ON SCHEMA public TO tradepost_app');
      await scratch.query('ALTER TABLE buyer OWNER TO tradepost_app');
      await expect(open(scratch.connectionString)).rejects.toThrow('not serving');
    } finally {
      await scratch.drop();
    }
  });

  test('is refused: a login that may not take the application role cannot serve', async () => {
    const name = `tp_login_${randomBytes(4).toString('hex')}`;
    await app.database.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
    const url = new URL(app.database.connectionString);
    [url.username, url.password] = [name, 'x'];
    try {
      await expect(open(url.href)).rejects.toThrow(/permission denied|authentication/);
    } finally {
      await app.database.query(`DROP ROLE ${name}`);
    }
  });
});
