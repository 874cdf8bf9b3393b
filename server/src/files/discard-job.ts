import { z } from 'zod';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { Storage } from '../platform/storage/index.ts';
import { findAnyFile, moveFile } from './store.ts';

type Payload = { fileId: string; because: string };

/** A job that removes the content of a deleted file or an abandoned upload. */
export const discardJob: JobDefinition<Payload> = {
  kind: 'files.discard',
  payload: z.object({ fileId: z.string(), because: z.string() }),
  // The queue key contains the reason, so that a deletion does not wait for the scheduled job for an abandoned upload.
  lane: ({ fileId, because }) => `file:${fileId}:${because}`,
  retry: backoff({ tries: 20 }),
};

export const discardJobHandler = (storage: Storage): JobHandler<Payload> => ({
  definition: discardJob,
  run: async (job) => {
    const { fileId } = job.payload;
    const kept = await job.transaction(async (scope) => {
      // A later completion of the upload finds no row with the status UPLOADING and fails.
      await moveFile(scope, fileId, 'UPLOADING', 'DELETED');
      return findAnyFile(scope, fileId);
    });
    if (kept) return job.finish('nothing to do: the upload was completed');
    await storage.remove(`${job.organizationId}/${fileId}`);
    return job.finish('the content was removed');
  },
});
