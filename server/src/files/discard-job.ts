import { z } from 'zod';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { Storage } from '../platform/storage/index.ts';
import { findAnyFile, moveFile } from './store.ts';

type Payload = { fileId: string; because: string };

/** Removes the content of a file that was deleted, or whose upload never ended. */
export const discardJob: JobDefinition<Payload> = {
  kind: 'files.discard',
  payload: z.object({ fileId: z.string(), because: z.string() }),
  // What is deleted waits for no upload that might be abandoned.
  lane: ({ fileId, because }) => `file:${fileId}:${because}`,
  retry: backoff({ tries: 20 }),
};

export const discardJobHandler = (storage: Storage): JobHandler<Payload> => ({
  definition: discardJob,
  run: async (job) => {
    const { fileId } = job.payload;
    const kept = await job.transaction(async (scope) => {
      // An upload that ends after this finds no row to go on with.
      await moveFile(scope, fileId, 'UPLOADING', 'DELETED');
      return findAnyFile(scope, fileId);
    });
    if (kept) return job.finish('nothing to do: the file is whole');
    await storage.remove(`${job.organizationId}/${fileId}`);
    return job.finish('the content was removed');
  },
});
