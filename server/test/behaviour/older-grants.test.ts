import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let home: TestOrganization;
let target: TestOrganization;
/** A connection as version 0.2.0 opens it, with the role and its setting for secured grants. */
let older: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  [home, target] = [await app.organization(), await app.organization()];
  older = new pg.Client({ connectionString: app.database.connectionString });
  await older.connect();
  await older.query(`SET ROLE tradepost_app; SET app.grants_are_secured = 'on'`);
});
afterAll(async () => {
  await older?.end();
  await app?.stop();
});

async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await older.query('BEGIN');
  try {
    const done = await work();
    await older.query('COMMIT');
    return done;
  } catch (cause) {
    await older.query('ROLLBACK');
    throw cause;
  }
}

/**
 * Runs the opening statements of a transaction in that version. The slow suite `upgrade` tests the whole
 * version.
 */
async function gate(organizationId: string, principalId: string): Promise<number | null> {
  const { rowCount } = await older.query(
    `SELECT set_config('app.organization_id', g.organization_id, true), clock_timestamp() AS wall_now
     FROM principal_grant g WHERE g.organization_id = $1 AND g.principal_id = $2 AND g.revision = (
       SELECT max(revision) FROM principal_grant WHERE organization_id = $1 AND principal_id = $2)`,
    [organizationId, principalId],
  );
  return rowCount;
}

describe('an older program beside this one', () => {
  test('lists the organizations of a caller by its view', async () => {
    const rows = await inTransaction(async () => {
      await older.query(`SELECT set_config('app.principal_id', $1, true)`, [home.client.id]);
      return (await older.query('SELECT o.organization_id AS id, o.role FROM principal_organization o')).rows;
    });
    expect(rows).toEqual([{ id: home.id, role: 'ADMIN' }]);
  });

  test.each(['on', ''])(
    'sees no tenant tables before it has chosen an organization, with the setting %j',
    async (word) => {
      const counts = await inTransaction(async () => {
        await older.query(
          `SELECT set_config('app.principal_id', $1, true), set_config('app.grants_are_secured', $2, true)`,
          [home.client.id, word],
        );
        const { rows } = await older.query(
          `SELECT (SELECT count(*) FROM organization) AS organizations, (SELECT count(*) FROM integration) AS integrations,
           (SELECT count(DISTINCT g.principal_id) FROM principal_grant g) AS principals`,
        );
        return rows;
      });
      expect(counts).toEqual([{ organizations: '0', integrations: '0', principals: '1' }]);
    },
  );

  test('lets a client switch organizations: it leaves the first before its second access check', async () => {
    const { body: shared } = await app.request('POST', `/org/${home.id}/apiClient`, {
      token: home.token,
      body: { name: 'Shared', role: 'VIEWER' },
    });
    await app.database.query(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ('${target.id}', '${home.client.id}', 'API_CLIENT', 'ADMIN', now())`,
    );
    const granted = await inTransaction(async () => {
      expect(await gate(target.id, home.client.id)).toBe(1);
      await older.query(`SELECT set_config('app.organization_id', '', true)`);
      expect(await gate(home.id, home.client.id), 'the second').toBe(1);
      for (const id of [home.id, target.id]) {
        await older.query(`SELECT set_config('app.organization_id', $1, true)`, [id]);
        await older.query(
          `INSERT INTO api_client_sequence AS s (organization_id, api_client_id, sequence) VALUES ($1, $2, 1)
           ON CONFLICT (organization_id, api_client_id) DO UPDATE SET sequence = s.sequence + 1`,
          [id, shared.id],
        );
      }
      return (await older.query(`SELECT grant_api_client($1, 'EDITOR', now()) AS granted`, [shared.id])).rows;
    });
    expect(granted).toEqual([{ granted: true }]);
    const seen = await app.request('GET', `/org/${target.id}/apiClient/${shared.id}`, {
      token: target.token,
    });
    expect([seen.status, seen.body.role], seen.text).toEqual([200, 'EDITOR']);
  });
});
