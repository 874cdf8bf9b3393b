import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { sqlState } from '../platform/database/statement.ts';
import { type BackgroundLoop, createLoop } from '../platform/jobs/loop.ts';
import { unpolledMs } from '../platform/jobs/poller.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { backfillJob } from './backfill-job.ts';
import {
  moveIndexCursor,
  organizationsToIndex,
  readIndexCursor,
  selectTouched,
  type Touched,
} from './feed-store.ts';
import type { PassageSource } from './passages.ts';
import { replacePassages } from './replace-passages.ts';
import { removePassages, tryAcquireIndexLock } from './store.ts';
import { mostWritten, writeRecords } from './write-records.ts';

/** Follows events as they are sealed; a step follows a batch of each organization, and counts what it did. */
export type Indexer = BackgroundLoop & {
  /** Hints that events of this organization were sealed. */
  wake(organizationId?: string): void;
};

export type IndexerDeps = {
  database: Database;
  inOrganization: InOrganization;
  sources: readonly PassageSource[];
  log: Logger;
  /** Called when jobs were enqueued. */
  onEnqueued: () => void;
};

const batchSize = 500;
const organizationsAtOnce = 1000;
/** Of an organization that is busy, events are followed once in this time: each round costs it one transaction. */
const gatherMs = 1000;

/**
 * Follows the trail of each organization by position, and writes anew the passages of each record that an event is about,
 * as the record then is, in the transaction that moves the organization's cursor. Any number of processes may do so; of
 * one organization, one at a time.
 */
export function createIndexer(deps: IndexerDeps): Indexer {
  const known = new Set<string>();
  /** Organizations that have more than a batch: they go on without a rest. */
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
          deps.log.error({ err: error, organizationId }, 'events could not be followed by the search');
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
    goesOn: () => unfinished.size > 0,
    pollMs: unpolledMs,
    restMs: gatherMs,
    log: deps.log,
    failure: 'following events for the search failed',
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

/** Whether an error may be that of a record: not that the database is away, or that others were in the way. */
function isOfRecord(error: Error): boolean {
  const state = sqlState(error);
  return state === undefined
    ? error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
    : !/^(08|25|40|53|55|57P)/.test(state);
}

/** How a batch is followed: so many events, whose records lose their passages where they cannot be written. */
type Attempt = { most: number; isGivenUp: boolean };
/** How often one event is tried alone, before the others go on without it. */
const triesAlone = 5;

/** After a failure an organization is followed in smaller batches: what fails is alone in the end, and stops no other record. */
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

/** Follows the next batch of one organization, in one transaction. Nothing is done while another process does so. */
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
    const all = await selectTouched(scope, cursor.indexed, most);
    const bounded = boundedPart(all, deps.sources);
    const { touched, enqueued } = isGivenUp
      ? await removeTouched(deps, scope, bounded)
      : await writeTouched(scope, deps.sources, bounded);
    // What was sealed by then and is not there any more was removed from the trail.
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

/** As much as is written in one transaction, in what is read at once of one kind. */
const mostAtOnce = 3;

/** The first of the events, up to those that are about as many records as one transaction writes. */
function boundedPart(touched: readonly Touched[], sources: readonly PassageSource[]): readonly Touched[] {
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

/** The events that were followed, and whether jobs were enqueued. */
type Followed = { touched: readonly Touched[]; enqueued: boolean };

/**
 * Writes the passages of the records that events were about, as many as one transaction writes. Followed are those before the
 * first event whose record was not written; what was written of those after it is there when its turn comes.
 */
async function writeTouched(
  scope: OrgTransaction,
  sources: readonly PassageSource[],
  touched: readonly Touched[],
): Promise<Followed> {
  const waiting = new Map(sources.map((source) => [source.entityType, { source, ids: new Set<string>() }]));
  // The kind of the first event is the first: each transaction follows one event at least.
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

/** Removes the passages of records that cannot be written: what they say may be of before. Nothing is enqueued. */
async function removeTouched(
  { sources, log }: IndexerDeps,
  scope: OrgTransaction,
  touched: readonly Touched[],
): Promise<Followed> {
  for (const { entityType, entityId } of touched) {
    const source = sources.find((each) => each.entityType === entityType);
    if (source) await replacePassages(scope, source.type, [entityId], []);
    log.error({ organizationId: scope.organizationId, entityType, entityId }, 'a record is not searched');
  }
  return { touched, enqueued: false };
}
