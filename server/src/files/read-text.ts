import { Worker } from 'node:worker_threads';

/** The text of a file, or why there is none. */
export type ReadText = { text: string } | { problem: string };

/** The program of the thread; it is as far from here in the sources as where they are built. */
const program = new URL('../../workers/read-text.mjs', import.meta.url);

const longestMs = 30_000;
const tooMuch: ReadText = { problem: 'it holds more than can be read' };

/**
 * Reads the text of a file, as much as is searched. It is done in a thread of its own, with bounds: a file comes from
 * anywhere, and may be made to take all time and memory that there is.
 */
export function readText(contentType: string, content: Uint8Array): Promise<ReadText> {
  const worker = new Worker(program, {
    workerData: { contentType, content: Uint8Array.from(content) },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
    // What a library has to say of a file is no line of the log.
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
