import { Worker } from 'node:worker_threads';

/** The text of a file, or the reason why the text is missing. */
export type ReadText = { text: string } | { problem: string };

/** The code of the worker thread. Its relative path is the same in the sources and in the build. */
const program = new URL('../../workers/read-text.mjs', import.meta.url);

const longestMs = 30_000;
const tooMuch: ReadText = { problem: 'it is too large to be read' };

/**
 * Extracts the text of a file, up to the length that is indexed. The work runs in a worker thread with limits on time
 * and memory, because a crafted file could exhaust them.
 */
export function readText(contentType: string, content: Uint8Array): Promise<ReadText> {
  const worker = new Worker(program, {
    workerData: { contentType, content: Uint8Array.from(content) },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
    // Libraries must not write output about a file to the log.
    stdout: true,
    stderr: true,
  });
  const late = setTimeout(() => void worker.terminate(), longestMs);
  return new Promise<ReadText>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : { problem: 'it cannot be read' }),
    );
    worker.once('exit', () => resolve(tooMuch));
  }).finally(() => {
    clearTimeout(late);
    void worker.terminate();
  });
}
