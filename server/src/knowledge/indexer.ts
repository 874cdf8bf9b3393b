import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { sqlState } from '../platform/database/statement.ts';
import { type BackgroundLoop, createLoop } from '../platform/jobs/loop.ts';
import { unpolledMs } from '../platform/jobs/poller.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { backfillJob } from './backfill-job.ts';
import {
  type ChangedRecord,
  moveIndexCursor,
  organizationsToIndex,
  readIndexCursor,
  selectChangedRecords,
} from './feed-store.ts';
import type { PassageSource } from './passages.ts';
import { replacePassages } from './replace-passages.ts';
import { removePassages, tryAcquireIndexLock } from './store.ts';
import { mostWritten, writeRecords } from './write-records.ts';

/**
 * Indexes the records of sealed events. One step handles a batch of each organization and returns the amount of work.
 */
export type Indexer = BackgroundLoop & {
  /** Signals that events of this organization were sealed. */
  wake(organizationId?: string): void;
};

export type IndexerDeps = {
  database: Database;
  inOrganization: InOrganization;
  sources: readonly PassageSource[];
  log: Logger;
  /** Called after jobs were enqueued. */
  onEnqueued: () => void;
};

const batchSize = 500;
const organizationsAtOnce = 1000;
/** The minimum interval between two rounds for a busy organization, since each round costs a transaction. */
const gatherMs = 1000;

/**
 * Follows each organization's trail by position. Writes the passages of each event's subject record in its current
 * state, in the transaction that advances the organization's cursor. Any number of processes may run the indexer; each
 * organization is indexed by a single process at a time.
 */
export function createIndexer(deps: IndexerDeps): Indexer {
  const known = new Set<string>();
  /** The organizations with more events than a batch, which continue without a pause. */
  const unfinished = new Set<string>();
  const attempts = createAttempts();
  const indexOf = async (organizationIds: readonly string[]): Promise<number> => {
    let all = 0;
    for (const organizationId of organizationIds) {
      if (loop.signal.aborted) break;
      const attempt = attempts.next(organizationId);
      const { done, isMore } = await indexNextBatch(deps, organizationId, attempt).then(
        (batch) => {
          attempts.succeeded(organizationId);
          return batch;
        },
        (error: Error) => {
          deps.log.error({ err: error, organizationId }, 'indexing events for the search failed');
          attempts.failed(organizationId, isOfRecord(error));
          return { done: 0, isMore: false };
        },
      );
      if (isMore) unfinished.add(organizationId);
      all += done;
    }
    return all;
  };
  const findWaiting = () =>
    deps.database.transaction((queryable) => organizationsToIndex(queryable, organizationsAtOnce), 'system');
  const loop = createLoop({
    step: async () => {
      const organizationIds = [...new Set([...known, ...unfinished])];
      known.clear();
      unfinished.clear();
      return indexOf(organizationIds.length > 0 ? organizationIds : await findWaiting());
    },
    shouldContinue: () => unfinished.size > 0,
    pollMs: unpolledMs,
    pauseMs: gatherMs,
    log: deps.log,
    failureMessage: 'indexing for the search failed',
  });
  const wake = (organizationId?: string) => {
    if (organizationId !== undefined) known.add(organizationId);
    loop.wake();
  };
  return {
    step: async () => indexOf(await findWaiting()),
    start: loop.start,
    wake,
    stop: loop.stop,
  };
}

/**
 * Returns whether an error may be caused by a record instead of a lost connection, a lock conflict or a full database.
 */
function isOfRecord(error: Error): boolean {
  const state = sqlState(error);
  return state === undefined
    ? error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
    : !/^(08|25|40|53|55|57P)/.test(state);
}

/**
 * The plan for a batch: the maximum number of events, and whether to remove the passages of records that cannot be
 * indexed.
 */
type Attempt = { most: number; isGivenUp: boolean };
/** The maximum number of separate tries of an event before it is skipped. */
const triesAlone = 5;

/**
 * Tracks failures. After a failure, an organization is indexed in smaller batches, down to the failing event alone,
 * which then no longer blocks other records.
 */
function createAttempts() {
  const failing = new Map<string, { most: number; alone: number }>();
  const isGivenUp = (organizationId: string) => (failing.get(organizationId)?.alone ?? 0) >= triesAlone;
  return {
    next: (organizationId: string): Attempt => ({
      most: failing.get(organizationId)?.most ?? batchSize,
      isGivenUp: isGivenUp(organizationId),
    }),
    failed: (organizationId: string, isTried: boolean) => {
      const { most, alone } = failing.get(organizationId) ?? { most: batchSize, alone: 0 };
      failing.set(organizationId, {
        most: Math.max(1, Math.floor(most / 8)),
        alone: most === 1 ? alone + Number(isTried) : 0,
      });
    },
    succeeded: (organizationId: string) => {
      const most = (failing.get(organizationId)?.most ?? batchSize) * 2;
      if (most < batchSize) failing.set(organizationId, { most, alone: 0 });
      else failing.delete(organizationId);
    },
  };
}

type Batch = { done: number; isMore: boolean };

/**
 * Indexes the next batch of one organization, in one transaction. Returns immediately if another process is indexing
 * the organization.
 */
async function indexNextBatch(
  deps: IndexerDeps,
  organizationId: string,
  { most, isGivenUp }: Attempt,
): Promise<Batch> {
  const { enqueued, ...batch } = await deps.inOrganization(organizationId, 'knowledge', async (scope) => {
    const [locked, cursor] = await Promise.all([tryAcquireIndexLock(scope), readIndexCursor(scope)]);
    if (!locked || cursor.indexed >= cursor.sealed) return { done: 0, isMore: false, enqueued: false };
    if (cursor.isDeleted) {
      const done = await removePassages(scope);
      if (done === 0) await scope.query(moveIndexCursor(scope, cursor.sealed));
      return { done: done + 1, isMore: done > 0, enqueued: false };
    }
    if (cursor.indexed < 0) {
      const first = enqueue(scope, backfillJob, { type: deps.sources[0]?.type ?? '', after: '' });
      await Promise.all([first, moveIndexCursor(scope, cursor.sealed)].map(scope.query));
      return { done: 1, isMore: false, enqueued: true };
    }
    const all = await selectChangedRecords(scope, cursor.indexed, most);
    const bounded = boundedPart(all, deps.sources);
    const { touched, enqueued } = isGivenUp
      ? await removeTouched(deps, scope, bounded)
      : await writeTouched(scope, deps.sources, bounded);
    // Missing sealed events were removed from the trail, so the cursor skips them.
    await scope.query(moveIndexCursor(scope, touched.at(-1)?.position ?? cursor.sealed));
    return {
      done: touched.length,
      isMore: all.length === most || touched.length < all.length,
      enqueued,
    };
  });
  if (enqueued) deps.onEnqueued();
  return batch;
}

/** The maximum number of records that one transaction writes, as a multiple of each source's batch size. */
const mostAtOnce = 3;

/** Limits the events to the number whose records one transaction may write. */
function boundedPart(
  touched: readonly ChangedRecord[],
  sources: readonly PassageSource[],
): readonly ChangedRecord[] {
  const partOf = new Map(sources.map(({ entityType, atOnce }) => [entityType, 1 / atOnce]));
  const seen = new Set<string>();
  let parts = 0;
  const end = touched.findIndex(({ entityType, entityId }) => {
    const key = `${entityType} ${entityId}`;
    if (!seen.has(key)) parts += partOf.get(entityType) ?? 0;
    seen.add(key);
    return parts > mostAtOnce;
  });
  return end < 0 ? touched : touched.slice(0, Math.max(1, end));
}

/** The events that were handled, and whether jobs were enqueued. */
type IndexProgress = { touched: readonly ChangedRecord[]; enqueued: boolean };

/**
 * Writes the passages of the events' subject records, up to the limit of one transaction. Returns the events before the
 * first event whose record was not written. Records that were written early for later events will be unchanged.
 */
async function writeTouched(
  scope: OrgTransaction,
  sources: readonly PassageSource[],
  touched: readonly ChangedRecord[],
): Promise<IndexProgress> {
  const waiting = new Map(sources.map((source) => [source.entityType, { source, ids: new Set<string>() }]));
  // Records with the type of the first event are written first, so that each transaction handles at least one event.
  const ofKinds = new Set(touched.map(({ entityType }) => waiting.get(entityType)));
  for (const { entityType, entityId } of touched) waiting.get(entityType)?.ids.add(entityId);
  let most = mostWritten;
  let enqueued = false;
  for (const kind of ofKinds) {
    if (!kind || most <= 0) continue;
    const written = await writeRecords(scope, kind.source, [...kind.ids], most);
    kind.ids = new Set(written.left);
    most -= written.passages;
    enqueued ||= written.enqueued;
  }
  const end = touched.findIndex(({ entityType, entityId }) => waiting.get(entityType)?.ids.has(entityId));
  return { touched: end < 0 ? touched : touched.slice(0, end), enqueued };
}

/** Removes the possibly stale passages of records that cannot be indexed. Enqueues no jobs. */
async function removeTouched(
  { sources, log }: IndexerDeps,
  scope: OrgTransaction,
  touched: readonly ChangedRecord[],
): Promise<IndexProgress> {
  for (const { entityType, entityId } of touched) {
    const source = sources.find((each) => each.entityType === entityType);
    if (source) await replacePassages(scope, source.type, [entityId], []);
    log.error(
      { organizationId: scope.organizationId, entityType, entityId },
      'a record could not be indexed and is not searchable',
    );
  }
  return { touched, enqueued: false };
}
