import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { type BackgroundLoop, createLoop } from '../../platform/jobs/loop.ts';
import { createLeases, type LeasedQueue, type Release } from './leases.ts';
import { type QueueReadResult, type TurnDeps, takeTurn } from './turn.ts';

export type PullerDeps = TurnDeps & {
  database: Database;
  /** The marketplaces whose notifications are pulled. If empty, the puller is idle. */
  partners: readonly string[];
  /** Number of slots, that is, of queues on which the process waits concurrently. */
  places: number;
  /** Returns a random number from 0 to 1 for the jitter of waits. */
  random: () => number;
};

/** Interval between searches for queues that are free and due. */
const claimMs = 5000;
const renewMs = 15_000;
/**
 * Number of queues in a group. Groups are started with a pause in between, because starting all queues at the
 * same time would delay other work of the process.
 */
const begunAtOnce = 25;
const betweenMs = 250;
/** Releases and new leases are written together at this interval. */
const restMs = 100;
/** Minimum time between two reads of a queue, for marketplaces that respond immediately. */
const shortestTurnMs = 1000;
const longestWaitMs = 300_000;
/**
 * Time until an adapter without a queue is checked again, because another version of the service may read a
 * queue.
 */
const idleMs = 600_000;

/**
 * Reads the sellers' queues at marketplaces. Each queue is read by one process at a time; a process reads as
 * many queues concurrently as it has slots. With more queues than slots, a queue is released after each read,
 * and the queue that has waited longest is next. With fewer queues, a process with free slots requests queues
 * from the process that reads the most, until all processes read about the same number.
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
    shouldContinue: (begun) => begun > 0,
    pollMs: claimMs,
    pauseMs: restMs,
    log: deps.log,
    failureMessage: 'reading marketplace queues failed',
  });

  return {
    /** Reads each free and due queue once. */
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
        .catch((error: Error) => deps.log.warn({ err: error }, 'marketplace queues were not released'));
    },
  };
}

type Look = {
  look(): Promise<number>;
  /** Whether there are more queues than slots. */
  othersWait(): boolean;
};

/**
 * Creates the function that releases, renews and acquires leases. The function returns the number of new
 * leases if more queues can be leased immediately, else 0.
 */
function createLook(
  leases: ReturnType<typeof createLeases>,
  places: number,
  begin: (queue: LeasedQueue) => void,
): Look {
  let areWaiting = false;
  let renewAt = 0;
  let claimAt = 0;
  const look = async (): Promise<number> => {
    // Released queues free slots for waiting queues.
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

/** Reads a queue repeatedly until it is released or its lease ends. */
async function serve(deps: PullerDeps, queue: LeasedQueue, othersWait: () => boolean): Promise<Release> {
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
  // No wait, so that any process with a free slot can lease the queue immediately.
  return { waitMs: 0, failures: queue.failures };
}

/** Computes when to read a queue again after a failed read; undefined after a successful read. */
function nextOf({ random, log }: PullerDeps, queue: LeasedQueue, turn: QueueReadResult): Release | undefined {
  if (turn.outcome === 'read') return undefined;
  if (turn.outcome === 'none') return { waitMs: idleMs, failures: 0 };
  const { organizationId, partner, sequence } = queue;
  const failures = queue.failures + 1;
  if (turn.outcome === 'unauthorized') {
    log.warn(
      { organizationId, partner, error: turn.error },
      'a marketplace queue stops until its integration is verified',
    );
    return { waitMs: 0, failures, error: turn.error, stoppedSequence: sequence };
  }
  const backoffMs = Math.min(longestWaitMs, 1000 * 2 ** Math.min(failures - 1, 20)) * (0.5 + random() / 2);
  const waitMs = Math.max(turn.retryAfterMs ?? 0, backoffMs);
  log.warn(
    { organizationId, partner, error: turn.error, retryInMs: waitMs },
    'a marketplace queue could not be read',
  );
  return { waitMs, failures, error: turn.error };
}
