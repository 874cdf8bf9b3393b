import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import {
  askForQueues,
  type ClaimedQueue,
  type ClaimRow,
  claimQueues,
  leaseMs,
  type ReleasedQueue,
  releaseQueues,
  renewLeases,
} from './queue-store.ts';
import type { Queue } from './turn.ts';

/** A queue that this process has leased. */
export type LeasedQueue = Queue & {
  sequence: number;
  failures: number;
  /** Expiry of the lease by the monotonic clock of the process. */
  leasedUntil: number;
  isRead: boolean;
  /** Aborted if the process must stop reading the queue. */
  stopping: AbortController;
};

/** The result with which a queue is released. */
export type Release = Omit<ReleasedQueue, keyof Queue>;

const keyOf = ({ organizationId, partner }: Queue): string => `${organizationId} ${partner}`;

/**
 * Adds a queue to the queues of this process and returns the queue. Returns an empty list if the process
 * already has the queue, because the lease expired and no other process acquired it.
 */
function addQueue(held: Map<string, LeasedQueue>, row: ClaimedQueue, leasedUntil: number): LeasedQueue[] {
  const { organization_id: organizationId, partner, sequence, failures } = row;
  const key = keyOf({ organizationId, partner });
  const known = held.get(key);
  if (known) Object.assign(known, { sequence, leasedUntil });
  if (known) return [];
  const stopping = new AbortController();
  const queue = { organizationId, partner, sequence, failures, leasedUntil, isRead: false, stopping };
  held.set(key, queue);
  return [queue];
}

/** Manages the leases of a process. Each queue is read by one process at a time. */
export function createLeases(database: Database, partners: readonly string[]) {
  const leaseToken = randomUUID();
  const held = new Map<string, LeasedQueue>();
  let released: ReleasedQueue[] = [];

  const write = <R extends Row>(statement: Statement) =>
    database.transaction(({ query }) => query<R>(statement), 'system');

  return {
    /** Returns the number of queues that the process reads. */
    count: () => held.size,
    /** Leases free queues that are due. `othersWait`: whether more queues are waiting. */
    claim: async (most: number): Promise<{ queues: LeasedQueue[]; othersWait: boolean }> => {
      const leasedUntil = performance.now() + leaseMs;
      const rows = await write<ClaimRow>(claimQueues(leaseToken, partners, most));
      return {
        queues: rows.flatMap((row) => (row.organization_id === null ? [] : addQueue(held, row, leasedUntil))),
        othersWait: rows.some(({ more }) => more),
      };
    },
    /**
     * Requests queues for free slots from a process that reads more queues. @returns the number of queues
     * that this process will receive
     */
    ask: async (places: number): Promise<number> =>
      places > 0 ? (await write(askForQueues(leaseToken, partners, places))).length : 0,
    /** Renews all leases, and stops reading queues whose lease was not renewed. */
    renew: async (): Promise<void> => {
      const queues = [...held.values()];
      if (queues.length === 0) return;
      const leasedUntil = performance.now() + leaseMs;
      const rows = await write<Pick<ClaimedQueue, 'organization_id' | 'partner' | 'sequence'>>(
        renewLeases(leaseToken, queues),
      );
      const renewed = new Map(
        rows.map((row) => [
          keyOf({ organizationId: row.organization_id, partner: row.partner }),
          row.sequence,
        ]),
      );
      for (const queue of queues) {
        const sequence = renewed.get(keyOf(queue));
        if (sequence === undefined) queue.stopping.abort();
        else Object.assign(queue, { sequence, leasedUntil, isRead: false });
      }
    },
    /** Marks a queue as released; `giveBack` writes the release. */
    release: (queue: LeasedQueue, { waitMs, failures, error, stoppedSequence }: Release): void => {
      held.delete(keyOf(queue));
      const { organizationId, partner } = queue;
      released.push({ organizationId, partner, waitMs, failures, error, stoppedSequence });
    },
    /** Writes the releases that were marked since the last call. @returns whether a release was written */
    giveBack: async (): Promise<boolean> => {
      const queues = released;
      released = [];
      if (queues.length === 0) return false;
      await write(releaseQueues(leaseToken, queues)).catch((error: Error) => {
        released.push(...queues);
        throw error;
      });
      return true;
    },
    /** Stops reading all queues. */
    stop: (): void => {
      for (const { stopping } of held.values()) stopping.abort();
    },
  };
}
