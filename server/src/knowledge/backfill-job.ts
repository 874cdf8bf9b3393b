import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { readIndexCursor } from './feed-store.ts';
import type { PassageSource } from './passages.ts';
import { acquireIndexLock } from './store.ts';
import type { RecordType } from './types.ts';
import { writeRecords } from './write-records.ts';

type Payload = { type: string; after: string };

/**
 * Indexes all records of an organization, one batch per run. Necessary for records that existed before the search, and
 * for imported records.
 */
export const backfillJob: JobDefinition<Payload> = {
  kind: 'knowledge.backfill',
  payload: z.object({ type: z.string(), after: z.string() }),
  lane: () => 'knowledgeBackfill',
  retry: backoff({ tries: 100 }),
};

/** Enqueues the indexing of all records of this type and the following types, for records stored without events. */
export async function beginBackfill(scope: OrgTransaction, type: RecordType): Promise<void> {
  await scope.query(enqueue(scope, backfillJob, { type, after: '' }));
}

export const backfillJobHandler = (sources: readonly PassageSource[]): JobHandler<Payload> => ({
  definition: backfillJob,
  run: (job) =>
    job.repeat('all records were indexed', async (scope) => {
      const { type, after } = job.payload;
      const index = sources.findIndex((source) => source.type === type);
      const source = sources[index];
      if (!source) return undefined;
      await acquireIndexLock(scope);
      if ((await readIndexCursor(scope)).isDeleted) return undefined;
      const ids = await source.idsAfter(scope, after, source.atOnce);
      const left = ids.length > 0 ? (await writeRecords(scope, source, ids)).left.length : 0;
      const last = ids[ids.length - left - 1];
      const next = sources[index + 1]?.type;
      if ((left > 0 || ids.length === source.atOnce) && last !== undefined)
        return { at: scope.now, payload: { type, after: last } };
      return next === undefined ? undefined : { at: scope.now, payload: { type: next, after: '' } };
    }),
});
