import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { type BackgroundLoop, createLoop } from '../platform/jobs/loop.ts';
import { unpolledMs } from '../platform/jobs/poller.ts';
import { chainHash, genesis, type HashedEvent, headerHash, type Sealed } from './chain.ts';
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

/** Seals events as they come; a step seals a batch of each organization, and counts the events. */
export type Sealer = BackgroundLoop & {
  /** Seals all that waits of one organization; when another process is at it, after that one. */
  seal(organizationId: string): Promise<void>;
};

export type SealerDeps = {
  database: Database;
  key: AuditKey;
  log: Logger;
  /** Called when events of an organization have their positions. */
  onSealed?: (organizationId: string) => void;
};

const batchSize = 500;
/** Events that come within this time are sealed together. */
const gatherMs = 30;

/**
 * Gives each event its position in its organization and a link in the organization's chain, and signs how far the
 * chain goes. Any number of processes may do so: of one organization, one at a time.
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
              deps.log.error({ err: error, organizationId }, 'events could not be sealed');
              return 0;
            });
      if (events > 0) deps.onSealed?.(organizationId);
      sealed += events;
    }
    return sealed;
  };

  const loop = createLoop({
    step,
    goesOn: (sealed) => sealed >= batchSize,
    pollMs: unpolledMs,
    restMs: gatherMs,
    log: deps.log,
    failure: 'sealing failed',
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

/** The organizations that wait, with the next batch of the first of them sealed in the same transaction. */
const sealFirst = ({ database, key }: SealerDeps): Promise<{ waiting: string[]; first?: number }> =>
  database
    .transaction(async (queryable) => {
      const waiting = await organizationsToSeal(queryable);
      const [organizationId] = waiting;
      return organizationId === undefined
        ? { waiting }
        : { waiting, first: await sealBatch(queryable, key, organizationId) };
    }, 'system')
    // What keeps the first from being sealed must not keep the others; it is tried again with them, and said.
    .catch(async () => ({ waiting: await database.transaction(organizationsToSeal, 'system') }));

/** The next batch of one organization, in one transaction. 0 when another process is at it, unless that is waited for. */
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
  // In one round trip, and run one after the other: what is read is read by the holder of the lock, or not looked at.
  // What was signed counts, not the last row: a chain that was cut off is not taken up as if it were whole.
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

const sealedAt = (position: number, event: HashedEvent): Sealed => ({
  position,
  eventId: event.id,
  headerHash: headerHash(event),
  payloadHash: event.payload_hash,
  beforeHash: event.before_hash,
});
