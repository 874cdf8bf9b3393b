import { Worker } from 'node:worker_threads';

/** The error for a document that cannot be read as PDF. The message is shown to users. */
export class PdfUnreadable extends Error {
  override readonly name = 'PdfUnreadable';
}

type Outcome = { bytes: Uint8Array } | { problem: string };

/** The code of the worker thread. Its relative path is the same in the sources and in the build. */
const program = new URL('../../../workers/join-pdfs.mjs', import.meta.url);

const longestMs = 60_000;
const tooMuch = 'The documents are too large to be merged.';

/**
 * Joins the pages of documents into one PDF, deterministically. The work runs in a worker thread with limits on time
 * and memory, because a crafted document could exhaust them.
 * @throws PdfUnreadable
 */
export function joinPdfs(documents: readonly { name: string; content: Uint8Array }[]): Promise<Buffer> {
  const worker = new Worker(program, {
    workerData: documents.map(({ name, content }) => ({ name, content: Uint8Array.from(content) })),
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  });
  const late = setTimeout(() => void worker.terminate(), longestMs);
  return new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (outcome: Outcome) => {
      if ('bytes' in outcome) resolve(Buffer.from(outcome.bytes));
      else reject(new PdfUnreadable(outcome.problem));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PdfUnreadable(tooMuch, { cause: error }) : error,
      ),
    );
    worker.once('exit', () => reject(new PdfUnreadable(tooMuch)));
  }).finally(() => clearTimeout(late));
}
