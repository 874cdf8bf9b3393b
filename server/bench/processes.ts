import { type ChildProcess, execFileSync, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { BareOrder } from './bare.ts';
import type { Driven } from './drive.ts';
import type { LoadOrder } from './load.ts';

export type Running = { pid: number; port: number; stop(): Promise<void> };

/** Starts the built program on a free port, and waits until it is ready. */
export async function startProgram(options: {
  main: string;
  role: 'start' | 'serve';
  folder: string;
  variables?: Record<string, string>;
  nodeArguments?: readonly string[];
}): Promise<Running> {
  const { main, role, folder, variables, nodeArguments = [] } = options;
  const child = spawn(process.execPath, [...nodeArguments, main, role], {
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

export async function startBare(order: BareOrder): Promise<Running> {
  const child = forkFile('./bare.js');
  child.send(order);
  const port = await answerOf<number>(child, 'the bare handler');
  return { pid: child.pid as number, port, stop: () => leave(child) };
}

export type Load = { run(order: LoadOrder): Promise<Driven>; stop(): Promise<void> };

export function startLoad(): Load {
  const child = forkFile('./load.js');
  return {
    run: (order) => {
      const answer = answerOf<Driven>(child, 'the load generator');
      child.send(order);
      return answer;
    },
    stop: () => leave(child),
  };
}

export const forkFile = (file: string, nodeArguments: readonly string[] = []): ChildProcess => {
  const options: ForkOptions = { execArgv: [...nodeArguments], serialization: 'advanced' };
  return fork(fileURLToPath(new URL(file, import.meta.url)), options);
};

export async function answerOf<T>(child: ChildProcess, name: string): Promise<T> {
  const given = new AbortController();
  const { signal } = given;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer as T),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name} ended with ${code}`);
      }),
    ]);
  } finally {
    given.abort();
  }
}

/** Ends a child process: children exit when their parent disconnects. */
export async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Milliseconds of processor time of a process; undefined on systems without /proc. */
export function processorMs(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
