import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Section, writeTexts } from '../knowledge/index.ts';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { Storage } from '../platform/storage/index.ts';
import { readText } from './read-text.ts';
import { keyOf } from './service.ts';
import { findFile } from './store.ts';

type Payload = { fileId: string };

/** A job that extracts the text of a file for the search. */
export const readJob: JobDefinition<Payload> = {
  kind: 'files.read',
  payload: z.object({ fileId: z.string() }),
  lane: ({ fileId }) => `fileText:${fileId}`,
  slow: true,
  retry: backoff({ tries: 10 }),
};

export const readJobHandler = (storage: Storage): JobHandler<Payload> => ({
  definition: readJob,
  run: async (job) => {
    const { fileId } = job.payload;
    const file = await job.transaction((scope) => findFile(scope, fileId));
    if (!file) return job.finish('nothing to do: the file does not exist');
    const content = await storage.get(keyOf(job.organizationId, fileId));
    const read = content
      ? await readText(file.content_type, await buffer(content))
      : { problem: 'its content is missing' };
    if ('problem' in read) return job.finish(`indexed by name only: ${read.problem}`);
    const sections: Section[] = [{ headings: [], text: read.text }];
    await job.finish('the text was indexed', async (scope) => {
      await writeTexts(scope, 'FILE', async () => {
        const current = await findFile(scope, fileId);
        return current && { id: fileId, title: current.name, sections };
      });
    });
  },
});
