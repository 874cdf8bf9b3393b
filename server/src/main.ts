import { cli } from './cli.ts';
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { run } from './program.ts';

/** Runs until a signal says to end; open requests are answered and jobs handed back first. */
async function serve(roles: { serve: boolean; work: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let ending = false;
  let running: Awaited<ReturnType<typeof run>> | undefined;
  const end = async (signal: string, exitCode = 0) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    await running?.stop();
    process.exitCode = exitCode;
    // Whatever still holds the process is not worth waiting for.
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
