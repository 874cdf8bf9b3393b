import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessorUs, startStopwatch, transactionsOf } from '../stopwatch.ts';
import type { Accepted } from './marketplace.ts';
import type { Quiet } from './quiet.ts';
import { busyOf, type ConnectedSeller, type ConnectedWorld } from './world.ts';

type Times = { p50Ms: number; p99Ms: number };

/** The delay between an event in a queue and its effects. */
export type Arrived = {
  events: number;
  perSecond: number;
  /** Queues that have events; the others are quiet. */
  queues: number;
  /**
   * Time from the event in the queue until a `GET` returns the entitlement, and until the entitlement's event is
   * sealed.
   */
  shown: Times;
  sealed: Times;
  /** Cost of an acceptance, without the cost of the quiet queues. */
  processorUs: ProcessorUs;
  transactions: number;
};

/** Acceptances a second. */
const perSecond = 8;

/** Accepts offers as buyers at a steady rate, and measures the time until each acceptance is visible. */
export async function measureEvents(world: ConnectedWorld, quiet: Quiet): Promise<Arrived> {
  const { settings, database, pid, port, sellers, ask } = world;
  const busy = sellers.slice(0, busyOf(settings));
  const [first] = busy;
  // Selects offers from each queue in turn.
  const offerIds = (first?.offerIds ?? [])
    .flatMap((_, index) => busy.map((seller) => seller.offerIds[index] as string))
    .slice(0, settings.events);
  const transactions = await transactionsOf(port);
  const stopwatch = await startStopwatch(database, pid);
  const began = performance.now();
  const watched = watch(world, offerIds.length);
  const accepted = await ask<Accepted[]>({ kind: 'accept', offerIds, perSecond });
  const seen = await watched;
  const passed = (performance.now() - began) / 1000;
  const used = await stopwatch(offerIds.length);
  const made = (await transactionsOf(port)) - transactions - 1;
  const each = passed / offerIds.length;
  const ages = (what: 'shownAt' | 'sealedAt') =>
    timesOf(accepted.map(({ agreementId, at }) => (seen.get(agreementId)?.[what] ?? Number.NaN) - at));
  return {
    events: offerIds.length,
    perSecond,
    queues: busy.length,
    shown: ages('shownAt'),
    sealed: ages('sealedAt'),
    processorUs: {
      program: used.program - quiet.programShare * 1e6 * each,
      database: used.database - quiet.databaseShare * 1e6 * each,
    },
    transactions: made / offerIds.length - quiet.transactionsPerSecond * each,
  };
}

function timesOf(ages: readonly number[]): Times {
  const sorted = ages.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50Ms: at(0.5) ?? Number.NaN, p99Ms: at(0.99) ?? Number.NaN };
}

type Seen = { shownAt: number; sealedAt: number };
type Found = { organization_id: string; id: string; external_id: string; is_sealed: boolean };

/**
 * Waits for the given number of entitlements. Entitlements are found by SQL, which causes no load on the program, and
 * then read by a `GET`.
 */
async function watch(world: ConnectedWorld, count: number): Promise<ReadonlyMap<string, Seen>> {
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
        shown.set(external_id, read(world.port, bySeller.get(organization_id) as ConnectedSeller, id));
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
async function read(port: number, { id, token }: ConnectedSeller, entitlementId: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/org/${id}/entitlement/${entitlementId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { status } = (await response.json()) as { status: string };
  const at = Date.now();
  if (response.status !== 200 || status !== 'ACTIVE')
    throw new Error(`an entitlement is not shown: ${response.status} ${status}`);
  return at;
}
