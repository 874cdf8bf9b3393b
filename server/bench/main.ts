import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { measureBilling } from './billing.ts';
import { measureBuyerPage } from './buyer-page.ts';
import { measureRequests } from './compared.ts';
import { measureConnections } from './connections.ts';
import { measureFairness } from './fairness.ts';
import { measureImports } from './imports.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { measureNotifications } from './notifications.ts';
import { replaceTables, table } from './page.ts';
import { measureProgram } from './program.ts';
import { measureReports } from './reports.ts';
import { say } from './rounds.ts';
import { measureSales } from './sales.ts';
import { readSettings } from './settings.ts';
import { measureUsage } from './usage.ts';
import { measureWeb } from './web/measure.ts';
import { measureWebhooks } from './webhooks.ts';
import { type Bench, withClient, withDatabase } from './world.ts';

/** The parts in the order of the page. Each part returns its tables. */
const parts = new Map<string, (bench: Bench) => Promise<string[]>>([
  ['requests', measureRequests],
  ['page', measureBuyerPage],
  ['program', measureProgram],
  ['sales', measureSales],
  ['lists', measureLists],
  ['webhooks', measureWebhooks],
  ['usage', measureUsage],
  ['billing', measureBilling],
  ['reports', measureReports],
  ['fairness', measureFairness],
  ['knowledge', measureKnowledge],
  ['import', measureImports],
  ['connections', measureConnections],
  ['notifications', measureNotifications],
  ['web', measureWeb],
]);

/** Measures all parts and replaces the tables of the page. With names of parts, measures and prints only these parts. */
export async function bench(root: string, names: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, root);
  const ground = { root, main: path.join(root, 'server/dist/main.js'), settings };
  const unknown = names.filter((name) => !parts.has(name));
  if (unknown.length > 0)
    throw new Error(`unknown part: ${unknown.join(' ')}; parts: ${[...parts.keys()].join(', ')}`);
  const tables = new Map<string, string[]>();
  for (const [name, measure] of parts) {
    if (names.length > 0 && !names.includes(name)) continue;
    const measured = await measure(ground);
    tables.set(name, measured);
    say(`\n${measured.join('\n\n')}\n`);
  }
  if (names.length > 0) return;
  tables.set('', [await describeRun(ground)]);
  const page = await readFile(path.join(root, 'docs/performance.md'), 'utf8');
  await writeFile(settings.output, replaceTables(page, tables));
  say(`Written to ${path.relative(root, settings.output)}.`);
}

async function describeRun(ground: Bench): Promise<string> {
  const { given, rows, connections, rounds, seconds } = ground.settings;
  const version = await withDatabase(ground, (connectionString) =>
    withClient(connectionString, async (client) => (await client.query('SHOW server_version')).rows[0]),
  );
  const processor = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${(os.totalmem() / 1e9).toFixed(0)} GB`;
  const machine = [processor, `${os.cpus().length} cores`, memory, `${os.type()} ${os.arch()}`];
  return table(
    ['run', ''],
    [
      ['command', `\`${given}npm run bench\``],
      ['date', new Date().toISOString().slice(0, 10)],
      ['machine', machine.join(', ')],
      ['versions', `Node ${process.version.slice(1)}, PostgreSQL ${version.server_version} (fsync on)`],
      ['rounds', `${rounds} of ${seconds} s, over ${connections} connections`],
      ['data', `${rows} offers, and ${rows} entitlements with a term each, in 100 organizations`],
    ],
  );
}
