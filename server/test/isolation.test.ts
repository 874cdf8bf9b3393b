import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { type Statement, sqlState } from '../src/platform/database/statement.ts';
import { isTimeFaked } from './fake-time.ts';
import { createTestDatabase, startTestApp, type TestApp, type TestOrganization } from './harness.ts';
import { untilTaken } from './patient.ts';

let app: TestApp;
let a: TestOrganization;
let b: TestOrganization;
let tenantTables: string[];
/** Connects as the service does: as the owner, with the application's role. */
let client: pg.Client;

/** The first statement of every transaction reads this table without an organization. */
const readBeforeScope = 'principal_grant';

beforeAll(async () => {
  app = await startTestApp({ environment: { DATABASE_PIPELINES: '1' } });
  [a, b] = [await app.organization(), await app.organization()];
  for (const org of [a, b]) await sellAnOffer(org);
  const { rows } = await app.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relname <> 'quota' AND NOT c.relispartition ORDER BY 1`,
  );
  tenantTables = rows.map(({ name }) => name);
  client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  await client.query(`SET ROLE tradepost_app`);
  for (const table of tenantTables) for (const { id } of [a, b]) await fill(table, id);
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

/**
 * Inserts a row of the organization into a table that no call has filled, with the role that may write to the
 * table.
 */
async function fill(table: string, id: string): Promise<void> {
  if ((await allOwnersOf(table))[id]) return;
  await client.query('RESET ROLE; SET ROLE tradepost_system');
  const { rows } = await client.query(`SELECT has_table_privilege($1, 'INSERT') AS may`, [table]);
  if (!rows[0].may) await client.query('RESET ROLE');
  try {
    await insertSample(table, id);
  } finally {
    await client.query('RESET ROLE; SET ROLE tradepost_app');
  }
}

async function insertSample(table: string, organizationId: string): Promise<void> {
  const columns = await requiredColumns(table);
  const values = columns.map(({ name, type, among }) =>
    name === 'organization_id' ? organizationId : (among ?? sample(type, name)),
  );
  const places = columns.map(({ type }, index) => `$${index + 1}::${type}`);
  await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${places.join(', ')})`,
    values,
  );
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

/** Counts all rows of the table, with the system role. */
async function allOwnersOf(table: string): Promise<Record<string, number>> {
  await client.query('SET ROLE tradepost_system');
  try {
    return await ownersOf(table);
  } finally {
    await client.query('SET ROLE tradepost_app');
  }
}

describe('without a WHERE clause', () => {
  test('a transaction sees the rows of its own organization only, in every tenant table', async () => {
    expect(tenantTables.length).toBeGreaterThan(12);
    for (const table of tenantTables) {
      const all = await allOwnersOf(table);
      expect([all[a.id], all[b.id]], table).not.toContain(undefined);
      for (const { id } of [a, b]) {
        const own = await asOrganization(id, async () => [await ownersOf(table), await countOf(table)]);
        expect(own, table).toEqual([{ [id]: all[id] }, all[id]]);
      }
    }
  });

  test('a transaction without an organization, or with an unknown one, sees nothing', async () => {
    for (const table of tenantTables)
      for (const nobody of table === readBeforeScope ? ['org_nobody'] : [undefined, '', 'org_nobody'])
        expect(await asOrganization(nobody, () => countOf(table)), table).toBe(0);
  });

  test('a transaction cannot insert a row of another organization', async () => {
    for (const table of tenantTables) {
      const insert = asOrganization(a.id, () => insertSample(table, b.id));
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

  test('a principal without a chosen organization sees its own grants and organizations, without encrypted values', async () => {
    const as = async (principalId: string, text: string) => {
      await client.query('BEGIN');
      try {
        await client.query(`SELECT set_config('app.principal_id', $1, true)`, [principalId]);
        return (await client.query(text)).rows;
      } finally {
        await client.query('ROLLBACK');
      }
    };
    await app.database.query(
      `SET ROLE tradepost_system;
       UPDATE organization SET info = '{"ssoConfigInfo": {"clientSecret": "sealed"}, "other": 1}'
         WHERE organization_id = '${a.id}';
       RESET ROLE`,
    );
    const mine = [{ organization_id: a.id }];
    const { id } = a.client;
    expect(await as(id, 'SELECT organization_id FROM principal_grant')).toEqual(mine);
    expect(await as(id, 'SELECT organization_id FROM principal_organization')).toEqual(mine);
    expect(await as('cli_nobody', 'SELECT organization_id FROM principal_organization')).toEqual([]);
    const [{ info }] = await as(id, 'SELECT info FROM principal_organization');
    expect(info).toEqual({ ssoConfigInfo: { clientSecret: '********' }, other: 1 });
    for (const table of tenantTables.filter((name) => name !== readBeforeScope))
      expect(await as(id, `SELECT FROM ${table}`), table).toEqual([]);
    for (const view of ['organization_client', 'principal_organization'])
      expect(
        await asOrganization(b.id, () =>
          client.query(`SELECT FROM ${view} v WHERE v.organization_id = '${a.id}'`),
        ),
      ).toMatchObject({ rows: [] });
  });

  test('a client is granted access only in a transaction that has also acted in its own organization', async () => {
    const grant = () => client.query(`SELECT grant_api_client($1, 'ADMIN', now()) AS granted`, [a.client.id]);
    const count = (organizationId: string) =>
      client.query(
        `INSERT INTO api_client_sequence AS s VALUES ($1, $2, 1)
         ON CONFLICT (organization_id, api_client_id) DO UPDATE SET sequence = s.sequence + 1`,
        [organizationId, a.client.id],
      );
    const granted = async (work: () => Promise<unknown>) =>
      asOrganization(b.id, async () => {
        await work();
        return (await grant()).rows[0].granted;
      });
    expect(await granted(() => count(b.id))).toBe(false);
    await expect(granted(() => count(a.id))).rejects.toThrow('row-level security');
    const inItsHome = async () => {
      for (const id of [a.id, b.id]) {
        await client.query(`SELECT set_config('app.organization_id', $1, true)`, [id]);
        await count(id);
      }
    };
    expect(await granted(inItsHome)).toBe(true);
    expect(await granted(async () => {}), 'a change in another transaction does not suffice').toBe(false);
  });

  test('the organization setting ends with its transaction, after COMMIT and ROLLBACK', async () => {
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

/** `among`: the first allowed value of the column, if a constraint lists the values. */
type RequiredColumn = { name: string; type: string; among: string | null };
async function requiredColumns(table: string): Promise<RequiredColumn[]> {
  const { rows } = await client.query<RequiredColumn>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, (
       SELECT substring(pg_get_constraintdef(c.oid) FROM '''(\\w+)''::text') FROM pg_constraint c
       WHERE c.conrelid = attrelid AND c.contype = 'c' AND c.conkey = ARRAY[attnum] LIMIT 1) AS among
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull
       AND attidentity = '' AND attgenerated = ''`,
    [table],
  );
  return rows;
}

function sample(type: string, column: string): unknown {
  if (type.startsWith('json')) return '{}';
  // Every partitioned table has a partition for the current time; an end must be after its start.
  const later = column === 'until' ? 1000 : 0;
  if (type.startsWith('timestamp') || type === 'date') return new Date(Date.now() + later).toISOString();
  if (type === 'boolean') return false;
  if (type.endsWith('[]')) return [];
  if (type === 'bytea') return Buffer.from('x');
  return /int|numeric/.test(type) ? 1 : `x_${randomBytes(4).toString('hex')}`;
}

describe('two tenants interleaved on one shared connection', () => {
  test('400 concurrent reads each return only their own tenant’s offers', async () => {
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

  test('300 concurrent reads and creations, some refused, each get a response for their own tenant', async () => {
    const turns = Array.from({ length: 300 }, (_, index) => ({ org: index % 2 === 0 ? a : b, index }));
    const replies = await Promise.all(
      turns.map(({ org, index }) => {
        const path = `/org/${org.id}/offer`;
        if (index % 3 === 0) return untilTaken(() => app.request('GET', path, { token: org.token }));
        const stranger = org === a ? b : a;
        if (index % 7 === 0) return untilTaken(() => app.request('GET', path, { token: stranger.token }));
        const body = { name: `Nr. ${index}` };
        return untilTaken(() => app.request('POST', path, { token: org.token, body }));
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

  test('that fails does not affect batches before and after it on the connection', async () => {
    const wrong = { name: 'wrong', text: 'SELECT id FROM pg_temp.nowhere', values: [] };
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

  test.skipIf(isTimeFaked)(
    'that waits for a lock times out, and the other batches on the connection continue',
    async () => {
      const holder = new pg.Client({ connectionString: app.database.connectionString });
      await holder.connect();
      try {
        await holder.query(`SET ROLE tradepost_system; BEGIN; SELECT id FROM offer FOR UPDATE`);
        const waiting = app.app.database.batch([enter(a.id), lockOffers]);
        const behind = [owners(b.id), owners(a.id)];
        await expect(waiting).rejects.toSatisfy((error) => sqlState(error) === '55P03');
        expect(await Promise.all(behind)).toEqual([[{ id: b.id }], [{ id: a.id }]]);
      } finally {
        await holder.end();
      }
    },
  );

  test('leaves no organization setting on its connection', async () => {
    await owners(a.id);
    await expect(app.app.database.batch([enter(a.id), divide])).rejects.toThrow('division by zero');
    const [rows] = await app.app.database.batch([readOwners]);
    expect(rows).toEqual([]);
  });

  test('runs in a role that is subject to row-level security', async () => {
    const who = {
      name: 'who',
      text: 'SELECT current_user::text AS "user", current_setting($1) AS wait',
      values: ['lock_timeout'],
    };
    expect(await app.app.database.batch([who])).toEqual([[{ user: 'tradepost_app', wait: '100ms' }]]);
    const inPool = await app.app.database.transaction(({ query }) => query(who));
    expect(inPool).toEqual([{ user: 'tradepost_app', wait: '10s' }]);
  });

  test('in the system role ends with its transaction: the next one on the connection has the application role', async () => {
    const asSystem = await app.app.database.transaction(({ query }) => query(readOwners), 'system');
    expect(asSystem.length).toBeGreaterThanOrEqual(2);
    for (let turn = 0; turn < 12; turn++)
      expect(await app.app.database.transaction(({ query }) => query(readOwners))).toEqual([]);
  });
});

describe('a role that is too powerful', () => {
  const open = (connectionString: string) =>
    openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });

  test('is refused: the owner of a table bypasses row-level security', async () => {
    const scratch = await createTestDatabase();
    try {
      await (await open(scratch.connectionString)).close();
      await scratch.query('GRANT CREATE ON SCHEMA public TO tradepost_app');
      await scratch.query('ALTER TABLE buyer OWNER TO tradepost_app');
      await expect(open(scratch.connectionString)).rejects.toThrow('does not start with it');
    } finally {
      await scratch.drop();
    }
  });

  test('a login without the application role is refused', async () => {
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
