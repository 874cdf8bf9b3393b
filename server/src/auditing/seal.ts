import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAlarm } from '../platform/alarm.ts';
import type { Database } from '../platform/database.ts';
import type { Row } from '../platform/statement.ts';
import { chainHash, genesis, headerHash, type Sealed } from './chain.ts';
import type { AuditKey } from './key.ts';
import {
  deleteFromQueue,
  insertSeals,
  insertSigned,
  lastSigned,
  organizationsToSeal,
  selectUnsealed,
  trySealingLock,
} from './store.ts';

export type Sealer = {
  /** Seals what waits, a batch of each organization. Answers how many events that were. */
  step(): Promise<number>;
  /** Seals events as they come, until stopped. */
  start(): void;
  /** A hint that there may be new events. */
  wake(): void;
  stop(): Promise<void>;
};

export type SealerDeps = { database: Database; key: AuditKey; log: Logger };

const batchSize = 500;
const pollMs = 1000;
/** Events that come within this time are sealed together. */
const gatherMs = 50;

/**
 * Gives each event its position in its organization and a link in the organization's chain, and signs how far the
 * chain goes. Any number of processes may do so: of one organization, one at a time.
 */
export function createSealer(deps: SealerDeps): Sealer {
  const stopping = new AbortController();
  const alarm = createAlarm();
  let loop: Promise<void> | undefined;

  const step = async (): Promise<number> => {
    const waiting = await deps.database.transaction(organizationsToSeal, 'system');
    let sealed = 0;
    for (const organizationId of waiting) {
      if (stopping.signal.aborted) break;
      sealed += await sealOrganization(deps, organizationId).catch((error: Error) => {
        deps.log.error({ err: error, organizationId }, 'events could not be sealed');
        return 0;
      });
    }
    return sealed;
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const sealed = await step().catch((error: Error) => {
        deps.log.error({ err: error }, 'sealing failed');
        return 0;
      });
      if (sealed >= batchSize) continue;
      await alarm.sleep(pollMs);
      await delay(gatherMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  return {
    step,
    start: () => {
      loop ??= work();
    },
    wake: alarm.ring,
    stop: async () => {
      stopping.abort();
      alarm.ring();
      await loop;
    },
  };
}

/** The next batch of one organization, in one transaction. 0 when another process is at it. */
const sealOrganization = ({ database, key }: SealerDeps, organizationId: string): Promise<number> =>
  database.transaction(async (queryable) => {
    if (!(await trySealingLock(queryable, organizationId))) return 0;
    // What was signed counts, not the last row: a chain that was cut off is not taken up as if it were whole.
    const last = await lastSigned(queryable, organizationId);
    const { now, events } = await selectUnsealed(queryable, organizationId, batchSize);
    if (events.length === 0) return 0;
    let position = last?.position ?? 0;
    let chain = last?.chainHash ?? genesis(organizationId);
    const seals = events.map((event) => {
      position += 1;
      const sealed = sealedAt(position, event);
      chain = chainHash(chain, sealed);
      return { ...sealed, chainHash: chain };
    });
    await insertSeals(queryable, organizationId, seals);
    await deleteFromQueue(
      queryable,
      organizationId,
      events.map((event) => event.ordinal as number),
    );
    const head = { organizationId, position, chainHash: chain, signedAt: now };
    await insertSigned(queryable, 'audit_head', head, key.sign('head', head));
    return seals.length;
  }, 'system');

const sealedAt = (position: number, event: Row): Sealed => ({
  position,
  eventId: event.id as string,
  headerHash: headerHash(event),
  payloadHash: event.payload_hash as Buffer,
  beforeHash: event.before_hash as Buffer,
});
