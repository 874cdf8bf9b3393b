import { Worker } from 'node:worker_threads';

/** The error that says why a document cannot be read as PDF, for people. */
export class PdfUnreadable extends Error {
  override readonly name = 'PdfUnreadable';
}

type Outcome = { bytes: Uint8Array } | { problem: string };

/** The program of the thread; it is as far from here in the sources as where they are built. */
const program = new URL('../../../workers/join-pdfs.mjs', import.meta.url);

const longestMs = 60_000;
const tooMuch = 'The documents hold more than can be merged.';

/**
 * The pages of all documents, one after the other. Equal documents make equal bytes. It is done in a thread of its own,
 * with bounds: documents come from anywhere, and one may be made to take all time and memory that there is.
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
