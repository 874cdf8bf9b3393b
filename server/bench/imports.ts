import type pg from 'pg';
import { type App, createApp } from '../src/app.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readConfig } from '../src/platform/system/config.ts';
import { requestImport } from '../src/synchronization/requests.ts';
import { createLists, type Lists, listing } from './import-lists.ts';
import { median, met, range, ratiosOf, table } from './page.ts';
import { say } from './rounds.ts';
import type { Settings } from './settings.ts';
import { type Bench, createSellers, withClient, withDatabase } from './world.ts';

/** The target: the speed of an import as a fraction of the bare loop's speed. */
const asked = 0.3;

/** Measures the import of offers and agreements beside a loop that inserts the same pages row by row. */
export const measureImports = (bench: Bench): Promise<string[]> =>
  withDatabase(bench, async (connectionString, folder) => {
    const lists = createLists(bench.settings.importRows);
    const app = await createApp({
      config: readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'fatal' }),
      connectionString,
      masterKey: '5a'.repeat(32),
      log: createLog('fatal'),
      registry: listing(lists),
    });
    try {
      return await withClient(connectionString, async (bare) => [
        await compare({ app, bare, connectionString, lists }, bench.settings),
      ]);
    } finally {
      await app.stop(1000);
    }
  });

type Ground = { app: App; bare: pg.Client; connectionString: string; lists: Lists };

async function compare(
  { app, bare, connectionString, lists }: Ground,
  { importRows, rounds }: Settings,
): Promise<string> {
  const speeds = { bare: [] as number[], own: [] as number[] };
  for (const name of ['offer', 'entitlement'])
    await bare.query(`CREATE TABLE bare_${name} (LIKE ${name} INCLUDING ALL)`);
  const sellers = await createSellers(connectionString, rounds + 1);
  for (const [round, { id }] of sellers.entries()) {
    const bareSeconds = await time(() => importBare(bare, lists, id));
    const ownSeconds = await time(() => importOwn(app, bare, id));
    await refuseLoss(bare, id, importRows);
    // The first round warms up both sides.
    if (round === 0) continue;
    speeds.bare.push((2 * importRows) / bareSeconds);
    speeds.own.push((2 * importRows) / ownSeconds);
    say(
      `offers and agreements a second: bare ${speeds.bare.at(-1)?.toFixed(0)}, Tradepost ${speeds.own.at(-1)?.toFixed(0)}`,
    );
  }
  const each = ratiosOf(speeds.own, speeds.bare);
  const ratio = median(each);
  const medians = [median(speeds.bare).toFixed(0), median(speeds.own).toFixed(0), ratio.toFixed(2)];
  return table(
    ['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'target', 'met'],
    [
      [
        `${importRows} offers, and as many agreements`,
        ...[...medians, range(each), asked.toFixed(2), met(ratio >= asked)],
      ],
    ],
  );
}

async function time(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

type Listed = { externalId: string; status: string };

/** The simplest loop that stores the rows: a transaction for each page, an insert for each row. */
async function importBare(client: pg.Client, lists: Lists, organizationId: string): Promise<void> {
  const insert = (table: string, type: string, item: Listed, name: string | undefined) =>
    client.query({
      name: `insert_${table}`,
      text: `INSERT INTO ${table} (organization_id, id, external_id, name, partner, service, ${type}, status, info, meta_info,
               creation_time, last_update_time) VALUES ($1, $2, $2, $3, 'MKA', 'MARKETPLACE', 'PRIVATE', $4, $5, '{}', now(), now())`,
      values: [organizationId, item.externalId, name, item.status, JSON.stringify(item)],
    });
  const read = async <Item>(
    list: (query: {
      cursor: string | undefined;
    }) => Promise<{ items: readonly Item[]; cursor?: string | undefined }>,
    keep: (item: Item) => Promise<unknown>,
  ) => {
    let cursor: string | undefined;
    do {
      const page = await list({ cursor });
      await client.query('BEGIN');
      for (const item of page.items) await keep(item);
      await client.query('COMMIT');
      cursor = page.cursor;
    } while (cursor !== undefined);
  };
  await read(lists.listOffers, (offer) =>
    insert('bare_offer', 'offer_type', offer, offer.madeElsewhere?.name),
  );
  await read(lists.listAgreements, (agreement) =>
    insert('bare_entitlement', 'type', agreement, agreement.buyerName),
  );
}

/** The whole import as the program does it: its job with all of its transactions. */
async function importOwn(app: App, client: pg.Client, organizationId: string): Promise<void> {
  await client.query(
    `INSERT INTO integration (organization_id, id, partner, service, info, credentials, status, creation_time, last_update_time, sequence)
     VALUES ($1, 'int_1', 'MKA', 'MARKETPLACE', '{}', '{}', 'VERIFIED', now(), now(), 1)`,
    [organizationId],
  );
  await app.inOrganization(organizationId, 'bench', (scope) => requestImport(scope, 'MKA'));
  const isDone = async () =>
    (
      await client.query(
        `SELECT FROM job WHERE organization_id = $1 AND kind = 'synchronization.import' AND finished_at IS NOT NULL`,
        [organizationId],
      )
    ).rowCount === 1;
  while (!(await isDone())) await app.worker.step();
}

/** Fails the run when a row is missing, because the speed would be meaningless. */
async function refuseLoss(client: pg.Client, organizationId: string, wanted: number): Promise<void> {
  for (const name of ['offer', 'entitlement', 'entitlement_term', 'bare_offer', 'bare_entitlement']) {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${name} WHERE organization_id = $1`, [
      organizationId,
    ]);
    if (rows[0].n !== wanted) throw new Error(`there are ${rows[0].n} rows of ${name}, and not ${wanted}`);
  }
}
