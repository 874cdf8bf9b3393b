import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { type BackgroundLoop, createLoop } from '../../platform/jobs/loop.ts';
import { createLeases, type Held, type Release } from './leases.ts';
import { type Turn, type TurnDeps, takeTurn } from './turn.ts';

export type PullerDeps = TurnDeps & {
  database: Database;
  /** The marketplaces whose notifications are pulled. Without any, nothing is ever asked. */
  partners: readonly string[];
  /** How many queues the process waits on at once. */
  places: number;
  /** From 0 to 1, for the jitter of waits. */
  random: () => number;
};

/** Queues that became free, or due, are looked for as often. */
const claimMs = 5000;
const renewMs = 15_000;
/** So many queues are begun at once, and so much later the next: all together they would keep everybody else waiting. */
const begunAtOnce = 25;
const betweenMs = 250;
/** Leases that are given back, and others that are taken, go together. */
const restMs = 100;
/** A queue is looked into no more often: a marketplace that answers at once would be asked all the time. */
const shortestTurnMs = 1000;
const longestWaitMs = 300_000;
/** What does not pull is looked at again after as long: another version of the program may. */
const idleMs = 600_000;

/**
 * Reads the queues that marketplaces keep for sellers, each by one process at a time, as many at once as it has places. Where
 * there are more, a queue is given back after each look into it, and the one is next that has waited longest. Where there are
 * fewer, a process that has free places asks for queues of the one that reads the most, until all read about as many.
 */
export function createPuller(deps: PullerDeps): BackgroundLoop {
  const leases = createLeases(deps.database, deps.partners);
  const turns = new Set<Promise<void>>();
  const { look, othersWait }: Look = createLook(leases, deps.places, (queue) => {
    const served = serve(deps, queue, othersWait)
      .then((how) => leases.release(queue, how))
      .finally(() => {
        turns.delete(served);
        loop.wake();
      });
    turns.add(served);
  });

  const loop = createLoop({
    step: look,
    goesOn: (begun) => begun > 0,
    pollMs: claimMs,
    restMs,
    log: deps.log,
    failure: 'reading the queues of marketplaces failed',
  });

  return {
    /** Looks once into each queue that is free and due. */
    step: async () => {
      const { queues } = await leases.claim(deps.places);
      const looks = queues.map(async (queue) => {
        const turn = await takeTurn(deps, queue, queue.stopping.signal);
        leases.release(queue, nextOf(deps, queue, turn) ?? { waitMs: 0, failures: 0 });
        return turn.outcome === 'read' ? turn.count : 0;
      });
      const counts = await Promise.all(looks);
      await leases.giveBack();
      return counts.reduce((sum, count) => sum + count, 0);
    },
    start: () => {
      if (deps.partners.length > 0) loop.start();
    },
    wake: loop.wake,
    stop: async (graceMs) => {
      await loop.stop();
      leases.stop();
      await Promise.race([Promise.all(turns), delay(graceMs, undefined, { ref: false })]);
      await leases
        .giveBack()
        .catch((error: Error) => deps.log.warn({ err: error }, 'queues were not given back'));
    },
  };
}

type Look = {
  look(): Promise<number>;
  /** Whether there are more queues than places. */
  othersWait(): boolean;
};

/**
 * Creates what gives leases back, renews them, and takes others for the places that are free; it answers how many were taken
 * where more are to be taken at once.
 */
function createLook(
  leases: ReturnType<typeof createLeases>,
  places: number,
  begin: (queue: Held) => void,
): Look {
  let areWaiting = false;
  let renewAt = 0;
  let claimAt = 0;
  const look = async (): Promise<number> => {
    // What was given back makes room for what waits.
    if (await leases.giveBack()) claimAt = 0;
    const now = performance.now();
    if (now >= renewAt) {
      renewAt = now + renewMs;
      await leases.renew();
      if (!areWaiting) await leases.ask(places - leases.count());
    }
    if (now < claimAt) return 0;
    claimAt = now + claimMs;
    const free = Math.max(0, places - leases.count());
    const claimed = await leases.claim(Math.min(begunAtOnce, free));
    const isMoreRoom = free > begunAtOnce;
    areWaiting = claimed.othersWait && !isMoreRoom;
    for (const queue of claimed.queues) begin(queue);
    if (!claimed.othersWait || !isMoreRoom) return 0;
    claimAt = 0;
    await delay(betweenMs);
    return claimed.queues.length;
  };
  return { look, othersWait: () => areWaiting };
}

/** Looks into a queue until it is to be given back, or is another's. */
async function serve(deps: PullerDeps, queue: Held, othersWait: () => boolean): Promise<Release> {
  const { signal } = queue.stopping;
  while (!signal.aborted && performance.now() < queue.leasedUntil) {
    const begun = performance.now();
    const turn = await takeTurn(deps, queue, signal);
    const next = signal.aborted ? undefined : nextOf(deps, queue, turn);
    if (next) return next;
    if (turn.outcome === 'read') Object.assign(queue, { isRead: true, failures: 0 });
    if (othersWait()) break;
    const isEmpty = turn.outcome === 'read' && turn.count === 0;
    const early = begun + shortestTurnMs - performance.now();
    if (isEmpty && early > 0) await delay(early, undefined, { signal }).catch(() => {});
  }
  // It is free at once, for whoever has a place.
  return { waitMs: 0, failures: queue.failures };
}

/** When a queue is to be read again that could not be; undefined where it could. */
function nextOf({ random, log }: PullerDeps, queue: Held, turn: Turn): Release | undefined {
  if (turn.outcome === 'read') return undefined;
  if (turn.outcome === 'none') return { waitMs: idleMs, failures: 0 };
  const { organizationId, partner, sequence } = queue;
  const failures = queue.failures + 1;
  if (turn.outcome === 'unauthorized') {
    log.warn(
      { organizationId, partner, error: turn.error },
      'a queue stops until its integration is verified',
    );
    return { waitMs: 0, failures, error: turn.error, stoppedSequence: sequence };
  }
  const backoffMs = Math.min(longestWaitMs, 1000 * 2 ** Math.min(failures - 1, 20)) * (0.5 + random() / 2);
  const waitMs = Math.max(turn.retryAfterMs ?? 0, backoffMs);
  log.warn({ organizationId, partner, error: turn.error, retryInMs: waitMs }, 'a queue could not be read');
  return { waitMs, failures, error: turn.error };
}
