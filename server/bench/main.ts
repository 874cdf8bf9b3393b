import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { JSONWebKeySet } from 'jose';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { billingTable, measureBilling } from './billing.ts';
import { measureConnections } from './connections/measure.ts';
import { connectionsTable } from './connections/report.ts';
import { withDatabase } from './database.ts';
import { fairnessTable, measureFairness } from './fairness.ts';
import { importsTable, measureImports } from './imports.ts';
import { measureInstalledSize } from './installed-size.ts';
import { knowledgeTable, measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { type Running, residentMb, startBare, startLoad, startProgram } from './processes.ts';
import { largePageTable, listTable, type Results, render, requestTables, webhookTable } from './report.ts';
import { salesTable } from './report-sales.ts';
import { measureReports, reportsTable } from './reports.ts';
import { type Bench, type Comparison, compare, type Round, runLoad } from './rounds.ts';
import { measureSales } from './sales.ts';
import { refuseDifference } from './same-answers.ts';
import { readSettings, type Settings } from './settings.ts';
import { measureStarts } from './startup.ts';
import { measureUsage } from './usage/measure.ts';
import { usageTables } from './usage/report.ts';
import { measureWeb } from './web/measure.ts';
import { webTables } from './web/report.ts';
import { measureWebhooks } from './webhooks.ts';
import { countCreated, createSellers, loadRows, openWorld } from './world.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures all parts and writes the report. With the name of a part, measures and prints only that part. */
export async function bench(root: string, parts: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, root);
  const main = path.join(root, 'server/dist/main.js');
  if (parts.length === 0) await benchAll(root, main, settings);
  else if (parts.join() === 'lists') {
    const { nouns, largePage } = await measureLists(root, main, settings);
    say(`\n${listTable(nouns)}\n\n${largePageTable(largePage)}`);
  } else if (parts.join() === 'sales') say(`\n${salesTable(await measureSales(root, main, settings))}`);
  else if (parts.join() === 'billing') say(`\n${billingTable(await measureBilling(root, main, settings))}`);
  else if (parts.join() === 'fairness')
    say(`\n${fairnessTable(await measureFairness(root, main, settings))}`);
  else if (parts.join() === 'reports') say(`\n${reportsTable(await measureReports(root, main, settings))}`);
  else if (parts.join() === 'knowledge') say(`\n${knowledgeTable(await measureKnowledge(root, settings))}`);
  else if (parts.join() === 'import') say(`\n${importsTable(await measureImports(root, settings))}`);
  else if (parts.join() === 'connections')
    say(`\n${connectionsTable(await measureConnections(root, settings))}`);
  else if (parts.join() === 'usage') say(`\n${usageTables(await measureUsage(root, main, settings))}`);
  else if (parts.join() === 'web') say(`\n${webTables(await measureWeb(root, main, settings))}`);
  else if (parts.join() === 'webhooks') say(`\n${webhookTable(await measureWebhooks(root, main, settings))}`);
  else if (parts.join() === 'requests') say(`\n${requestTables(await benchRequests(root, main, settings))}`);
  else
    throw new Error(
      `unknown part: ${parts.join(' ')}; parts: billing, connections, fairness, import, knowledge, lists, reports, requests, sales, usage, web, webhooks`,
    );
}

/** Measures only the requests that are compared with the bare handler. */
async function benchRequests(root: string, main: string, settings: Settings): Promise<Comparison[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-'));
  try {
    return await withDatabase(folder, (connectionString) =>
      withServers({ root, main, folder, settings, connectionString }, compareAll),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchAll(root: string, main: string, settings: Settings): Promise<void> {
  say('Start-up times …');
  const starts = await measureStarts(main, settings.starts);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-'));
  try {
    const measured = await withDatabase(folder, (connectionString) =>
      withServers({ root, main, folder, settings, connectionString }, measureServers),
    );
    const lists = await measureLists(root, main, settings);
    const sales = await measureSales(root, main, settings);
    const webhooks = await measureWebhooks(root, main, settings);
    const usage = await measureUsage(root, main, settings);
    const billing = await measureBilling(root, main, settings);
    const reports = await measureReports(root, main, settings);
    const fairness = await measureFairness(root, main, settings);
    const knowledge = await measureKnowledge(root, settings);
    const imports = await measureImports(root, settings);
    const connections = await measureConnections(root, settings);
    const web = await measureWeb(root, main, settings);
    const size = await measureInstalledSize(root);
    const text = render({
      ...measured,
      settings,
      starts,
      lists,
      sales,
      webhooks,
      usage,
      billing,
      reports,
      fairness,
      knowledge,
      imports,
      connections,
      web,
      size,
      date: new Date(),
    });
    say(`\n${text}`);
    await writeFile(settings.output, text);
    say(`Written to ${path.relative(root, settings.output)}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Ground = { root: string; main: string; folder: string; settings: Settings; connectionString: string };

type Measured = Pick<Results, 'machine' | 'comparisons' | 'tokens' | 'memory'>;

type Servers = { bare: Running; own: Running };

/** Starts both sides on the same rows. */
async function withServers<T>(
  ground: Ground,
  work: (ground: Ground, bench: Bench, servers: Servers) => Promise<T>,
): Promise<T> {
  const { settings, connectionString, folder, main } = ground;
  say(`Loading ${settings.rows} offers, entitlements and terms …`);
  await migrate(connectionString, path.join(ground.root, 'server/migrations'));
  const sellers = await createSellers(connectionString, settings.organizations);
  await loadRows(connectionString, sellers, settings.rows);
  const own = await startProgram({
    main,
    role: 'serve',
    folder,
    variables: { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' },
    nodeArguments: settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : [],
  });
  const load = startLoad();
  try {
    const baseUrl = `http://127.0.0.1:${own.port}`;
    const world = await openWorld(baseUrl, sellers, settings.rows);
    const keys = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const bare = await startBare({ connectionString, keys, issuer: baseUrl, audience: baseUrl });
    const database = new pg.Pool({ connectionString, max: 1 });
    try {
      return await work(ground, { settings, world, load, database, runs: 0, acknowledged: 0 }, { bare, own });
    } finally {
      await database.end();
      await bare.stop();
    }
  } finally {
    await load.stop();
    await own.stop();
  }
}

/** Compares all targets. @throws when an acknowledged offer is missing */
async function compareAll(ground: Ground, bench: Bench, servers: Servers): Promise<Comparison[]> {
  bench.acknowledged += await refuseDifference(bench.world, servers);
  const comparisons: Comparison[] = [];
  for (const target of bench.settings.targets) comparisons.push(await compare(bench, target, servers));
  await refuseLoss(ground, bench);
  return comparisons;
}

async function measureServers(ground: Ground, bench: Bench, servers: Servers): Promise<Measured> {
  const idleMb = residentMb(servers.own.pid);
  const comparisons = await compareAll(ground, bench, servers);
  const tokens: Round[] = [];
  for (let round = 0; round < bench.settings.rounds; round++) {
    const how = { target: 'token', seed: round, seconds: bench.settings.seconds } as const;
    tokens.push(await runLoad(bench, servers.own, how));
  }
  say(`Mixed load for ${bench.settings.memorySeconds} s …`);
  const mixed = { target: 'mixed', seed: 7, seconds: bench.settings.memorySeconds } as const;
  const { perSecond } = await runLoad(bench, servers.own, mixed);
  const memory = { idleMb, loadedMb: residentMb(servers.own.pid), perSecond };
  return { machine: await describeMachine(ground.connectionString), comparisons, tokens, memory };
}

/** Fails the run when an acknowledged offer is missing or was never written, because the speed would be meaningless. */
async function refuseLoss({ connectionString, settings }: Ground, { acknowledged }: Bench): Promise<void> {
  const counts = await countCreated(connectionString, settings.rows);
  for (const [name, count] of Object.entries(counts))
    if (count !== acknowledged)
      throw new Error(`${acknowledged} offers were acknowledged, but there are ${count} ${name}`);
}

async function describeMachine(connectionString: string): Promise<Results['machine']> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('SHOW server_version');
  await client.end();
  return {
    processor: os.cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: os.cpus().length,
    memoryGb: os.totalmem() / 1e9,
    system: `${os.type()} ${os.arch()}`,
    node: process.version.slice(1),
    postgres: rows[0].server_version,
  };
}
