import type pg from 'pg';
import type { ProgramOrder } from './connections-program.ts';
import type { BareNotifications } from './notifications-bare.ts';
import type { NotifyingSeller } from './notifications-marketplace.ts';
import { median, met, range, table } from './page.ts';
import { type Child, startChild } from './processes.ts';
import { mark } from './requests.ts';
import { alternate, of, type Round, ratios, runLoad } from './rounds.ts';
import { type Bench, call, createSellers, openPool, openTokens, withDatabase } from './world.ts';

type Side = { port: number; pid: number; path: string };
type Ground = { bench: Bench; database: pg.Pool; load: Child; seller: NotifyingSeller };

const mostRatio = 2;

/**
 * Compares the time from a marketplace's notification to the response with a bare handler that verifies the same
 * token and inserts one row.
 */
export async function measureNotifications(bench: Bench): Promise<string[]> {
  const marketplace = startChild('notifications-marketplace');
  try {
    const seller = await marketplace.ask<NotifyingSeller>();
    return await withDatabase(bench, async (connectionString, folder) => {
      const children = (['connections-program', 'notifications-bare', 'load'] as const).map((name) =>
        startChild(name, name === 'connections-program' ? bench.settings.profile : undefined),
      );
      const [program, bare, load] = children as [Child, Child, Child];
      const database = openPool(connectionString, 2);
      try {
        const own = await startOwn(program, { connectionString, folder, seller });
        const other = await startBare(bare, { connectionString, seller });
        return [await compare({ bench, database, load, seller }, { own, bare: other })];
      } finally {
        await database.end();
        for (const child of children) await child.stop();
      }
    });
  } finally {
    await marketplace.stop();
  }
}

type Given = { connectionString: string; folder: string; seller: NotifyingSeller };

/** Starts the program with an organization that is connected to the marketplace. */
async function startOwn(program: Child, { connectionString, folder, seller }: Given): Promise<Side> {
  const { url, tenantId: tenantID, clientId: clientID, clientSecret } = seller;
  const order: ProgramOrder = {
    connectionString,
    folder,
    work: false,
    marketplace: { partner: 'MKB', url },
  };
  const port = await program.ask<number>(order);
  const organizations = await openTokens(port, await createSellers(connectionString, 1, 'PROD'));
  const [organization] = organizations as [(typeof organizations)[number]];
  await call({ port }, organization, 'POST', 'integration', {
    partner: 'MKB',
    credentials: { clientSecret },
    info: { mkBIntegration: { tenantID, clientID } },
  });
  const { body } = await call({ port }, organization, 'POST', 'integration/MKB/MARKETPLACE/verify');
  if (body !== true) throw new Error('the integration was not verified');
  return { port, pid: program.pid, path: `/marketplaces/MKB/notifications/${organization.id}` };
}

async function startBare(bare: Child, { connectionString, seller }: Omit<Given, 'folder'>): Promise<Side> {
  const { url, tenantId, clientId: audience } = seller;
  const keysUrl = `${url}/${tenantId}/discovery/v2.0/keys`;
  const order: BareNotifications = { connectionString, keysUrl, audience };
  return { port: await bare.ask<number>(order), pid: bare.pid, path: '/' };
}

async function compare(ground: Ground, sides: Record<'own' | 'bare', Side>): Promise<string> {
  const { connections } = ground.bench.settings;
  const rows: string[][] = [];
  let acknowledged = 0;
  for (const atOnce of [1, connections]) {
    const { shown, own } = await compareAt(ground, sides, atOnce);
    rows.push(...shown);
    acknowledged += own.reduce((sum, { requests }) => sum + requests, 0);
  }
  await refuseLoss(ground.database, acknowledged);
  return table(
    ['notification to response, ms', 'bare', 'Tradepost', 'ratio', 'lowest to highest', 'target', 'met'],
    rows,
  );
}

/** Compares both sides with a number of notifications at once. */
async function compareAt(
  { bench, database, load, seller }: Ground,
  sides: Record<'own' | 'bare', Side>,
  connections: number,
): Promise<{ shown: string[][]; own: readonly Round[] }> {
  const { seconds, rounds, warmUp } = bench.settings;
  const body = seller.rawBody.replace(/("id":"[^"]{24})[^"]{12}/, `$1${mark}`);
  const run = (side: 'own' | 'bare', order: { seconds: number; requests?: number }): Promise<Round> => {
    const { port, pid, path } = sides[side];
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${seller.authorization}`;
    const template = `${head}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return runLoad({ port, pid, database, load }, { connections, template, ...order });
  };
  for (const side of ['bare', 'own'] as const) await run(side, { seconds: 600, requests: warmUp / 10 });
  const name = `${connections} at once`;
  const perSecondOf = ({ perSecond }: Round) => perSecond.toFixed(0);
  const done = await alternate(name, rounds, ['bare', 'own'], (side) => run(side, { seconds }), perSecondOf);
  const rows = (['p50Ms', 'p99Ms'] as const).map((key) => {
    const each = ratios(done.own, done.bare, key);
    const ratio = median(each);
    const times = [done.bare, done.own].map((side) => of(side, key).toFixed(1));
    const result = [ratio.toFixed(2), range(each), mostRatio.toFixed(1), met(ratio <= mostRatio)];
    return [`${name}, ${key.slice(0, 3)}`, ...times, ...result];
  });
  return { shown: rows, own: done.own };
}

/** Requires that every acknowledged notification is stored. */
async function refuseLoss(database: pg.Pool, acknowledged: number): Promise<void> {
  const { rows } = await database.query('SELECT count(*)::int AS kept FROM inbound_notification');
  if (rows[0].kept < acknowledged)
    throw new Error(`${acknowledged} notifications were acknowledged, and ${rows[0].kept} are stored`);
}
