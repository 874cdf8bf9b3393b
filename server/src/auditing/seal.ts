import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { type BackgroundLoop, createLoop } from '../platform/jobs/loop.ts';
import { unpolledMs } from '../platform/jobs/poller.ts';
import { type ChainEntry, chainHash, genesis, type HashedEvent, headerHash } from './chain.ts';
import type { AuditKey } from './key.ts';
import {
  acquireSealingLock,
  deleteFromQueue,
  insertSeals,
  insertSigned,
  lastSigned,
  organizationsToSeal,
  selectUnsealed,
  tryAcquireSealingLock,
} from './store.ts';

/**
 * A background loop that seals events. Each step seals a batch for each organization and returns the number of events.
 */
export type Sealer = BackgroundLoop & {
  /** Seals all unsealed events of one organization, and waits if another process is sealing them. */
  seal(organizationId: string): Promise<void>;
};

export type SealerDeps = {
  database: Database;
  key: AuditKey;
  log: Logger;
  /** Called after events of an organization have been sealed. */
  onSealed?: (organizationId: string) => void;
};

const batchSize = 500;
/** The time in which events are collected before they are sealed together. */
const gatherMs = 30;

/**
 * Creates the sealer, which assigns each event a position and a seal in the organization's chain, and signs the end of
 * the chain. Any number of processes may run the sealer; each organization is sealed by one process at a time.
 */
export function createSealer(deps: SealerDeps): Sealer {
  const step = async (): Promise<number> => {
    const { waiting, first } = await sealFirst(deps);
    let sealed = 0;
    for (const organizationId of waiting) {
      if (loop.signal.aborted) break;
      const events =
        first !== undefined && organizationId === waiting[0]
          ? first
          : await sealOrganization(deps, organizationId).catch((error: Error) => {
              deps.log.error({ err: error, organizationId }, 'sealing events failed');
              return 0;
            });
      if (events > 0) deps.onSealed?.(organizationId);
      sealed += events;
    }
    return sealed;
  };

  const loop = createLoop({
    step,
    shouldContinue: (sealed) => sealed >= batchSize,
    pollMs: unpolledMs,
    pauseMs: gatherMs,
    log: deps.log,
    failureMessage: 'sealing failed',
  });

  return {
    step,
    seal: async (organizationId) => {
      while ((await sealOrganization(deps, organizationId, 'wait')) > 0);
    },
    start: loop.start,
    wake: loop.wake,
    stop: loop.stop,
  };
}

/**
 * Finds the organizations with unsealed events, and seals the next batch of the first organization in the same
 * transaction.
 */
const sealFirst = ({ database, key }: SealerDeps): Promise<{ waiting: string[]; first?: number }> =>
  database
    .transaction(async (queryable) => {
      const waiting = await organizationsToSeal(queryable);
      const [organizationId] = waiting;
      return organizationId === undefined
        ? { waiting }
        : { waiting, first: await sealBatch(queryable, key, organizationId) };
    }, 'system')
    // A failure for the first organization must not block the other organizations. The first organization is retried
    // with them, and a second failure is logged.
    .catch(async () => ({ waiting: await database.transaction(organizationsToSeal, 'system') }));

/**
 * Seals the next batch of one organization in one transaction. Without `wait`, the result is 0 if another
 * process is sealing the organization.
 */
const sealOrganization = (
  { database, key }: SealerDeps,
  organizationId: string,
  wait?: 'wait',
): Promise<number> =>
  database.transaction((queryable) => sealBatch(queryable, key, organizationId, wait), 'system');

async function sealBatch(
  queryable: Queryable,
  key: AuditKey,
  organizationId: string,
  wait?: 'wait',
): Promise<number> {
  // The statements run in sequence in one round trip. Without the lock, their results are ignored. The chain continues
  // from the last signed position instead of the last row, so that a truncated chain is detected.
  const [locked, last, { now, events }] = await Promise.all([
    wait
      ? acquireSealingLock(queryable, organizationId).then(() => true)
      : tryAcquireSealingLock(queryable, organizationId),
    lastSigned(queryable, organizationId),
    selectUnsealed(queryable, organizationId, batchSize),
  ]);
  if (!locked || events.length === 0) return 0;
  let position = last?.position ?? 0;
  let chain = last?.chainHash ?? genesis(organizationId);
  const seals = events.map((event) => {
    position += 1;
    const sealed = sealedAt(position, event);
    chain = chainHash(chain, sealed);
    return { ...sealed, chainHash: chain };
  });
  const head = { organizationId, position, chainHash: chain, signedAt: now };
  const ordinals = events.map((event) => event.ordinal);
  await Promise.all([
    insertSeals(queryable, organizationId, seals),
    deleteFromQueue(queryable, organizationId, ordinals),
    insertSigned(queryable, 'audit_head', head, key.sign('head', head)),
  ]);
  return seals.length;
}

const sealedAt = (position: number, event: HashedEvent): ChainEntry => ({
  position,
  eventId: event.id,
  headerHash: headerHash(event),
  payloadHash: event.payload_hash,
  beforeHash: event.before_hash,
});
