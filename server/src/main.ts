import { cli } from './cli/index.ts';
import type { RunningProcess } from './process/run.ts';

let serving = false;

/** Ends a command if the reader of its output closes the pipe, as `head` does. A service continues to run. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (!serving) process.exit(0);
});

/**
 * Runs until a termination signal. Before the end, open requests are completed and unfinished jobs are
 * released.
 */
async function serve(roles: { serve: boolean; work: boolean }): Promise<void> {
  serving = true;
  const { readWholeConfig } = await import('./process/whole-config.ts');
  const { createLog } = await import('./platform/observability/log.ts');
  const { optimizeLater } = await import('./process/optimizing.ts');
  optimizeLater();
  const { run } = await import('./process/run.ts');
  const config = await readWholeConfig(process.env);
  const log = createLog(config.logLevel);
  const hurry = new AbortController();
  let ending = false;
  let running: RunningProcess | undefined;
  const end = async (signal: string, exitCode = 0) => {
    // A second signal skips the wait.
    if (ending) return hurry.abort();
    ending = true;
    log.info({ signal }, 'ending');
    if (exitCode === 0) await running?.drain(hurry.signal);
    await running?.stop();
    process.exitCode = exitCode;
    // The process must end even if handles remain open.
    setTimeout(() => process.exit(exitCode), 500).unref();
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  let early: string | undefined;
  for (const signal of signals)
    process.on(signal, () => {
      if (running) void end(signal);
      else early = signal;
    });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  running = await run(config, roles, log, print, () => void end('database lost', 1));
  if (early) await end(early);
}

cli({ serve }).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 500).unref();
});
