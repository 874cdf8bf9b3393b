import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Accepted, Address, MarketplaceOrder, MarketplaceSeller } from './connections-marketplace.ts';
import type { ProgramOrder } from './connections-program.ts';
import { figures, ms, percent, quantile } from './page.ts';
import { type ProcessorUs, startChild, startStopwatch, transactionsOf } from './processes.ts';
import { say } from './rounds.ts';
import type { Settings } from './settings.ts';
import { type Bench, call, createSellers, openPool, openTokens, withDatabase } from './world.ts';

/** An organization that sells at the marketplace, and its account there. */
type Seller = MarketplaceSeller & { id: string; token: string };

/** A program, with the marketplace in another process. */
type Ground = {
  settings: Settings;
  connectionString: string;
  database: pg.Pool;
  pid: number;
  port: number;
  ask<T>(order: MarketplaceOrder): Promise<T>;
};
/** The same, when all organizations are connected and their imports have ended. */
type Connected = Ground & { sellers: readonly Seller[] };

/** Acceptances a second. */
const perSecond = 8;
/** Number of queues with events during the measurement: a fifth, or fewer if there are fewer events. */
const busyOf = ({ queues, events }: Settings): number => Math.min(Math.ceil(queues / 5), events);

/** Measures the cost of reading quiet queues, and the delay until events from some queues are visible. */
export async function measureConnections(bench: Bench): Promise<string[]> {
  const { settings } = bench;
  const marketplace = startChild('connections-marketplace');
  try {
    const address = await marketplace.ask<Address>();
    const ask = <T>(order: MarketplaceOrder) => marketplace.ask<T>(order);
    const work = async (connectionString: string, folder: string) => {
      const program = startChild('connections-program', settings.profile);
      const database = openPool(connectionString, 2);
      try {
        const order: ProgramOrder = {
          connectionString,
          folder,
          work: true,
          marketplace: { partner: 'MKA', ...address },
        };
        const port = await program.ask<number>(order);
        const ground = { settings, connectionString, database, pid: program.pid, port, ask };
        return [await measure({ ...ground, sellers: await connectAll(ground) })];
      } finally {
        await database.end();
        await program.stop();
      }
    };
    return await withDatabase(bench, work, {});
  } finally {
    await marketplace.stop();
  }
}

async function measure(world: Connected): Promise<string> {
  const { queues, queueSeconds, settleSeconds } = world.settings;
  await imported(world);
  await delay(settleSeconds * 1000);
  await world.ask({ kind: 'reads' });
  const quiet = await timed(world, () => delay(queueSeconds * 1000));
  const reads = (await world.ask<number>({ kind: 'reads' })) / quiet.seconds;
  say(`${queues} quiet queues: program ${percent(quiet.us.program / quiet.seconds / 1e6)} of a core`);
  const busy = await timed(world, () => acceptAll(world));
  const { shown, sealed } = busy.result;
  const events = shown.length;
  /** The cost of an acceptance, without the cost of the quiet queues in that time. */
  const eachOf = (value: (timed: { us: ProcessorUs; transactions: number }) => number) =>
    (value(busy) - (value(quiet) * busy.seconds) / quiet.seconds) / events;
  const shareOf = (side: keyof ProcessorUs) => quiet.us[side] / quiet.seconds / 1e6;
  const [transactions, share] = [quiet.transactions / quiet.seconds, shareOf('program')];
  const [shownP99, sealedP99] = [quantile(shown, 0.99), quantile(sealed, 0.99)];
  const costs = [
    eachOf((all) => all.transactions).toFixed(1),
    ms(eachOf(({ us }) => us.program) / 1000, 1),
    ms(eachOf(({ us }) => us.database) / 1000, 1),
  ];
  return figures([
    [`${queues} quiet queues: program, fraction of a core`, percent(share), '15.0 %', share <= 0.15],
    ['the same, database', percent(shareOf('database'))],
    ['reads of queues, and transactions, per second', `${reads.toFixed(1)}, ${transactions.toFixed(1)}`],
    [
      `${events} acceptances, ${perSecond} a second from ${busyOf(world.settings)} of the queues: event to \`GET\`, p50`,
      ms(quantile(shown, 0.5)),
    ],
    ['the same, p99', ms(shownP99), '2000 ms', shownP99 <= 2000],
    [
      'event to sealed event, p50, p99',
      `${ms(quantile(sealed, 0.5))}, ${ms(sealedP99)}`,
      '2000 ms',
      sealedP99 <= 2000,
    ],
    ['each: transactions, CPU time of program and database', costs.join(', ')],
  ]);
}

/** Measures the seconds, processor time and transactions of work. */
async function timed<T>({ database, pid, port }: Ground, work: () => Promise<T>) {
  const before = await transactionsOf(port);
  const stopwatch = await startStopwatch(database, pid);
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const us = await stopwatch(1);
  // Reading the metrics is a transaction, too.
  return { result, seconds, us, transactions: (await transactionsOf(port)) - before - 1 };
}

/** Accepts offers as buyers at a steady rate. @returns the milliseconds until each acceptance is shown and sealed */
async function acceptAll(world: Connected): Promise<{ shown: number[]; sealed: number[] }> {
  const { settings, sellers, ask } = world;
  const busy = sellers.slice(0, busyOf(settings));
  // Selects offers from each queue in turn.
  const offerIds = (busy[0]?.offerIds ?? [])
    .flatMap((_, index) => busy.map((seller) => seller.offerIds[index] as string))
    .slice(0, settings.events);
  const watched = watch(world, offerIds.length);
  const accepted = await ask<Accepted[]>({ kind: 'accept', offerIds, perSecond });
  const seen = await watched;
  const ages = (what: keyof Seen) =>
    accepted.map(({ agreementId, at }) => (seen.get(agreementId)?.[what] ?? Number.NaN) - at);
  return { shown: ages('shownAt'), sealed: ages('sealedAt') };
}

type Seen = { shownAt: number; sealedAt: number };
type Found = { organization_id: string; id: string; external_id: string; is_sealed: boolean };

/**
 * Waits for the given number of entitlements. Entitlements are found by SQL, which causes no load on the program, and
 * then read by a `GET`.
 */
async function watch(world: Connected, count: number): Promise<ReadonlyMap<string, Seen>> {
  const bySeller = new Map(world.sellers.map((seller) => [seller.id, seller]));
  const shown = new Map<string, Promise<number>>();
  const sealed = new Map<string, number>();
  for (const end = Date.now() + 120_000 + count * 1000; sealed.size < count; await delay(10)) {
    const { rows } = await world.database.query<Found>(
      `SELECT e.organization_id, e.id, e.external_id, NOT EXISTS (
         SELECT FROM unsealed_event u JOIN event v ON v.organization_id = u.organization_id AND v.id = u.event_id
         WHERE v.organization_id = e.organization_id AND v.entity_type = 'ENTITLEMENT' AND v.entity_id = e.id) AS is_sealed
       FROM entitlement e WHERE e.external_id <> ALL ($1::text[])`,
      [[...sealed.keys()]],
    );
    const now = Date.now();
    for (const { organization_id, id, external_id, is_sealed } of rows) {
      if (!shown.has(external_id))
        shown.set(external_id, read(world, bySeller.get(organization_id) as Seller, id));
      if (is_sealed) sealed.set(external_id, now);
    }
    if (now > end) throw new Error(`only ${sealed.size} of ${count} acceptances became entitlements`);
  }
  const all = [...shown].map(
    async ([id, at]) => [id, { shownAt: await at, sealedAt: sealed.get(id) ?? Number.NaN }] as const,
  );
  return new Map(await Promise.all(all));
}

/** Reads an entitlement like its seller. @returns the time of the response with the entitlement */
async function read(world: Connected, seller: Seller, entitlementId: string): Promise<number> {
  const { body } = await call(world, seller, 'GET', `entitlement/${entitlementId}`);
  const at = Date.now();
  const { status } = body as { status: string };
  if (status !== 'ACTIVE') throw new Error(`an entitlement is not shown: ${status}`);
  return at;
}

/**
 * Connects every organization, as a seller does by entering role and queue. Only organizations whose queue will have
 * events are verified and imported. Other organizations are set to VERIFIED by SQL, because imports are measured
 * separately.
 */
async function connectAll(ground: Ground): Promise<Seller[]> {
  const { settings, connectionString, database, port, ask } = ground;
  say(`Connecting ${settings.queues} organizations …`);
  const organizations = await openTokens(
    port,
    await createSellers(connectionString, settings.queues, 'PROD'),
  );
  const { rows } = await database.query<{ organization_id: string; external_id: string }>(
    `INSERT INTO integration_external_id (organization_id, partner, external_id, creation_time)
     SELECT o, 'MKA', md5(o), now() FROM unnest($1::text[]) AS o RETURNING organization_id, external_id`,
    [organizations.map(({ id }) => id)],
  );
  const externalIds = new Map(rows.map((row) => [row.organization_id, row.external_id]));
  const there = await ask<MarketplaceSeller[]>({
    kind: 'sellers',
    externalIds: organizations.map(({ id }) => externalIds.get(id) as string),
    offers: Math.ceil(settings.events / busyOf(settings)),
  });
  const sellers = there.map((seller, index) => ({ ...seller, ...organizations[index] }) as Seller);
  const left = sellers.entries();
  const connectSome = async () => {
    for (const [index, seller] of left) await connect(ground, seller, index < busyOf(settings));
  };
  await Promise.all(Array.from({ length: 8 }, connectSome));
  await database.query(`UPDATE integration SET status = 'VERIFIED' WHERE status = 'CREATED'`);
  return sellers;
}

async function connect(ground: Ground, seller: Seller, isVerified: boolean): Promise<void> {
  const { roleArn: iamRoleArn, queueArn } = seller;
  const integration = { partner: 'MKA', credentials: {}, info: { mkAIntegration: { iamRoleArn, queueArn } } };
  await call(ground, seller, 'POST', 'integration', integration);
  if (!isVerified) return;
  const { body } = await call(ground, seller, 'POST', 'integration/MKA/MARKETPLACE/verify');
  if (body !== true) throw new Error('an integration was not verified');
}

/** Waits until all imports have ended, no job is due, and every queue is read. */
async function imported({ database, settings }: Ground): Promise<void> {
  for (const end = Date.now() + 1_200_000; ; await delay(200)) {
    const { rows } = await database.query<Record<'imports' | 'queues' | 'due', number>>(
      `SELECT (SELECT count(*)::int FROM marketplace_import WHERE ended_at IS NOT NULL) AS imports,
         (SELECT count(*)::int FROM marketplace_queue WHERE lease_token IS NOT NULL) AS queues,
         (SELECT count(*)::int FROM job WHERE finished_at IS NULL AND ready_at <= now()) AS due`,
    );
    const [found] = rows;
    if (found?.imports === busyOf(settings) && found.queues === settings.queues && found.due === 0) return;
    if (Date.now() > end) throw new Error(`it is not quiet after 20 minutes: ${JSON.stringify(found)}`);
  }
}
