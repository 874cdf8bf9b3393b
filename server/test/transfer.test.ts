import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../src/app.ts';
import { exportDatabase, importDatabase } from '../src/platform/transfer/index.ts';
import { createTestDatabase, startTestApp } from './harness.ts';
import { schemaOf } from './schema.ts';

test('an import leaves a database as protected as its source: row-level security is forced, triggers fire', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-transfer-'));
  const file = path.join(folder, 'all.tradepost');
  const app = await startTestApp();
  const target = await createTestDatabase();
  try {
    const org = await app.organization();
    const made = await app.request('POST', `/org/${org.id}/offer`, {
      token: org.token,
      body: { name: 'Moved' },
    });
    expect(made.status, made.text).toBe(200);
    await exportDatabase({ connectionString: app.database.connectionString, file, migrationsFolder });
    await importDatabase({ connectionString: target.connectionString, file, migrationsFolder });
    const [before, after] = [await schemaOf(app.database.query), await schemaOf(target.query)];
    expect(after).toEqual(before);
    expect(Object.keys(before).filter((what) => what.startsWith('trigger ')).length).toBeGreaterThan(3);
    const open = `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AND NOT (relrowsecurity AND relforcerowsecurity)`;
    // Who may act where is read before there is an organization to see the rows of.
    expect((await target.query(open)).rows).toEqual((await app.database.query(open)).rows);
    expect((await target.query('SELECT name FROM offer')).rows).toEqual([{ name: 'Moved' }]);
  } finally {
    await app.stop();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
