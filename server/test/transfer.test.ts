import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { transferCommands } from '../src/cli/transfer-commands.ts';
import { readConfig } from '../src/platform/system/config.ts';
import { createTestDatabase, startTestApp, type TestDatabase } from './harness.ts';
import { schemaOf } from './schema.ts';

/** Runs a command on a database and returns its output lines. */
async function tradepost(database: TestDatabase, ...words: string[]): Promise<string[]> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += text;
      return true;
    }),
  );
  try {
    const program = new Command();
    const tool = { config: readConfig({}), connectionString: database.connectionString };
    transferCommands(program, (work) => work(tool));
    await program.parseAsync(words, { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  // Standard output is empty, because a different program may read it.
  expect(said.stdout).toBe('');
  return said.stderr.trimEnd().split('\n');
}

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
    // Usage of a month for which the target has no partition.
    await app.database.query(`
      SELECT ensure_usage_partitions('2020-02-01', '2020-02-01');
      INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given,
          keys, quantities)
        VALUES ('${org.id}', 'ucl_1', 0, '2020-02-03', 'urg_1', 'ent_1', '2020-02-03', true, '{gpu}', '{0.1}')`);
    await tradepost(app.database, 'export', file);
    await tradepost(target, 'import', file);
    expect((await target.query('SELECT id, tableoid::regclass AS part FROM usage_group')).rows).toEqual([
      { id: 'urg_1', part: 'usage_group_202002' },
    ]);
    const [before, after] = [await schemaOf(app.database.query), await schemaOf(target.query)];
    expect(after).toEqual(before);
    expect(Object.keys(before).filter((what) => what.startsWith('trigger ')).length).toBeGreaterThan(3);
    const open = `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AND NOT (relrowsecurity AND relforcerowsecurity)`;
    // Grants are read before an organization is set, so organization policies do not apply to grants.
    expect((await target.query(open)).rows).toEqual((await app.database.query(open)).rows);
    expect((await target.query('SELECT name FROM offer')).rows).toEqual([{ name: 'Moved' }]);
  } finally {
    await app.stop();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('export and import print a short summary, and with --verbose the row count of each table', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-transfer-'));
  const file = path.join(folder, 'all.tradepost');
  const [source, first, second] = await Promise.all([0, 1, 2].map(createTestDatabase));
  const databases = [source, first, second] as [TestDatabase, TestDatabase, TestDatabase];
  try {
    const exported = await tradepost(databases[0], 'export', file);
    const imported = await tradepost(databases[1], 'import', file);
    expect([exported, imported]).toEqual([
      [
        expect.stringMatching(/^\d+ rows of \d+ tables exported\. Import them with the same MASTER_KEY/),
        expect.stringContaining('copy the file storage, too'),
      ],
      [expect.stringMatching(/^\d+ rows of \d+ tables imported\.$/)],
    ]);
    const tables = Number(/of (\d+) tables/.exec(exported[0] ?? '')?.[1]);
    const lines = [
      await tradepost(databases[0], 'export', file, '--verbose'),
      await tradepost(databases[2], 'import', '--verbose', file),
    ];
    for (const [index, quiet] of [exported, imported].entries()) {
      const printed = lines[index] ?? [];
      expect(printed.slice(tables)).toEqual(quiet);
      expect(printed.slice(0, tables).filter((line) => !/^\w+: \d+ rows$/.test(line))).toEqual([]);
      expect(new Set(printed).size).toBe(tables + quiet.length);
    }
  } finally {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
