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

/** A queue that this process reads. */
export type Held = Queue & {
  sequence: number;
  failures: number;
  /** When the lease is over, by the clock of the process. */
  leasedUntil: number;
  isRead: boolean;
  /** Aborted when it is no longer to be read. */
  stopping: AbortController;
};

/** How a queue is given back. */
export type Release = Omit<ReleasedQueue, keyof Queue>;

const keyOf = ({ organizationId, partner }: Queue): string => `${organizationId} ${partner}`;

/** Adds a queue to those that are held. Answers it unless it was among them: its lease was over then, and nobody had taken it. */
function hold(held: Map<string, Held>, row: ClaimedQueue, leasedUntil: number): Held[] {
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

/** Creates the leases of a process: the queues that it reads, and no other process does. */
export function createLeases(database: Database, partners: readonly string[]) {
  const leaseToken = randomUUID();
  const held = new Map<string, Held>();
  let released: ReleasedQueue[] = [];

  const write = <R extends Row>(statement: Statement) =>
    database.transaction(({ query }) => query<R>(statement), 'system');

  return {
    /** How many queues the process reads. */
    count: () => held.size,
    /** Takes queues that are free and due. `othersWait` says whether there are more than that. */
    claim: async (most: number): Promise<{ queues: Held[]; othersWait: boolean }> => {
      const leasedUntil = performance.now() + leaseMs;
      const rows = await write<ClaimRow>(claimQueues(leaseToken, partners, most));
      return {
        queues: rows.flatMap((row) => (row.organization_id === null ? [] : hold(held, row, leasedUntil))),
        othersWait: rows.some(({ more }) => more),
      };
    },
    /** Asks for queues of a process that reads more than this one, for that many free places. @returns how many it will get */
    ask: async (places: number): Promise<number> =>
      places > 0 ? (await write(askForQueues(leaseToken, partners, places))).length : 0,
    /** Renews all leases. A queue that is no longer to be read is stopped. */
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
    /** Notes that a queue is given back, which `giveBack` writes. */
    release: (queue: Held, { waitMs, failures, error, stoppedSequence }: Release): void => {
      held.delete(keyOf(queue));
      const { organizationId, partner } = queue;
      released.push({ organizationId, partner, waitMs, failures, error, stoppedSequence });
    },
    /** Gives back what was released since. @returns whether anything was */
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
    /** Stops the reading of all queues. */
    stop: (): void => {
      for (const { stopping } of held.values()) stopping.abort();
    },
  };
}
