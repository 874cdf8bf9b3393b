import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

export type Running = { pid: number; port: number; stop(): Promise<void> };

/** Starts the built program on a free port, and waits until it is ready. */
export async function startProgram(options: {
  main: string;
  role: 'start' | 'serve';
  folder: string;
  variables?: Record<string, string>;
  profile?: string | undefined;
}): Promise<Running> {
  const { main, role, folder, variables, profile } = options;
  const child = spawn(process.execPath, [...profiling(profile), main, role], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await addressOf(child);
    const response = await fetch(`${address}/readyz`);
    if (response.status !== 200) throw new Error(`/readyz: ${response.status} ${await response.text()}`);
    await response.text();
    return { pid: child.pid as number, port: Number(new URL(address).port), stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

const profiling = (folder: string | undefined): string[] =>
  folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];

/**
 * Reads the address from the line `ready` of the program's log. The log is read to its end, because the program would
 * block otherwise.
 */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the program exited with ${code} before it was ready`)));
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      const address = /"address":"([^"]+)".*"msg":"ready"/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`the program exited with ${code} on SIGTERM`);
}

/** A child process that answers one order at a time, and exits when its parent disconnects. */
export type Child = {
  pid: number;
  /** Sends an order, if there is one. @returns the next message of the child */
  ask<Answer>(order?: unknown): Promise<Answer>;
  stop(): Promise<void>;
};

export function startChild(name: string, profile?: string): Child {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const child = fork(file, { execArgv: profiling(profile), serialization: 'advanced' });
  return {
    pid: child.pid as number,
    ask: async <Answer>(order?: unknown) => {
      const given = new AbortController();
      const { signal } = given;
      const message = once(child, 'message', { signal });
      const exit = once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name} ended with ${code}`);
      });
      if (order !== undefined) child.send(order as object);
      try {
        return (await Promise.race([message, exit]))[0] as Answer;
      } finally {
        given.abort();
      }
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Milliseconds of processor time of a process; 0 without such a process and on systems without /proc. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

export const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Microseconds of processor time, divided by the number of measured items. */
export type ProcessorUs = { program: number; database: number };

/**
 * Starts measuring the processor time of program and database. Unlike speed, processor time hardly depends on the load
 * of the machine.
 */
export async function startStopwatch(
  database: Pick<pg.Pool, 'query'>,
  pid: number,
): Promise<(count: number) => Promise<ProcessorUs>> {
  const look = async () => {
    const { rows } = await database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    return new Map([pid, ...rows.map((row) => row.pid)].map((each) => [each, processorMs(each)]));
  };
  const before = await look();
  return async (count) => {
    const after = await look();
    // Computed for each process that still exists; the time of connections that were closed meanwhile is missing.
    const usOf = (each: number) => (((after.get(each) ?? 0) - (before.get(each) ?? 0)) * 1000) / count;
    const others = [...after.keys()].filter((each) => each !== pid);
    return { program: usOf(pid), database: others.reduce((sum, each) => sum + usOf(each), 0) };
  };
}

/** The program's own count of transactions. PostgreSQL's count would include its background work. */
export async function transactionsOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^database_transactions_total (\d+)$/m.exec(text)?.[1]);
}
