import pino from 'pino';

/** For so long lines are gathered after a write, in milliseconds. */
const gatherMs = 50;
/** So many characters are written at once. */
const gatherLength = 32_768;

/**
 * A destination of log lines. The first line is written at once, and those of the next moment together: a write costs
 * as much as the line itself does, and a program that answers a thousand requests a second writes twenty times.
 */
export function gatheredLines(descriptor: 1 | 2): pino.DestinationStream {
  return gather(pino.destination(descriptor));
}

/** @param stream that writes in the order of its calls */
export function gather(stream: pino.DestinationStream): pino.DestinationStream & { flushSync(): void } {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  let endsWithProcess = false;
  const flush = () => {
    timer = undefined;
    if (lines === '') return;
    const gathered = lines;
    lines = '';
    timer = setTimeout(flush, gatherMs).unref();
    stream.write(gathered);
  };
  const end = () => {
    clearTimeout(timer);
    flush();
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    write: (line) => {
      lines += line;
      if (timer && lines.length < gatherLength) {
        // Before what ends the stream itself then.
        if (!endsWithProcess) {
          process.prependListener('beforeExit', end);
          process.prependListener('exit', end);
        }
        endsWithProcess = true;
        return;
      }
      clearTimeout(timer);
      flush();
    },
    /** What a fatal line calls: the process may be gone in the next moment. */
    flushSync: () => {
      end();
      (stream as { flushSync?: () => void }).flushSync?.();
    },
  };
}
