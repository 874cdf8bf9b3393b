import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clockVariables } from '../../src/platform/embedded-postgres/identity.ts';
import { forget, remember } from '../leftovers.ts';
import { placeOfRuns } from '../memory.ts';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

/** The real service in a separate process. */
export type Program = {
  child: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** The log: every output line that is JSON. */
  log(): Record<string, unknown>[];
  /** Returns the URL in the log line about readiness. */
  address(): Promise<string>;
  logged(message: string): Promise<Record<string, unknown>>;
  ended: Promise<ProcessExit>;
  /** Stops the program as a supervisor does. */
  terminate(): Promise<ProcessExit>;
  kill(): Promise<ProcessExit>;
};

const programs = new Set<Program>();
const folders = new Set<string>();

/** Returns the inherited variables, which are only the variables needed to find other programs. */
const inherited = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const clock: Record<string, string> = {};
  for (const name of clockVariables) if (process.env[name]) clock[name] = process.env[name];
  // Replaces the default folder, which may contain credentials of the user.
  const XDG_CONFIG_HOME = path.join(tmpdir(), 'tradepost-nobody');
  return { PATH, HOME, XDG_CONFIG_HOME, ...clock, ...(TMPDIR ? { TMPDIR } : {}) };
};

export type StartOptions = {
  arguments?: string[];
  /** A command instead of the start script, such as `npm start`. */
  command?: string[];
  cwd?: string;
};

/** Starts the program on a free port and collects its output. */
export function start(environment: Record<string, string>, options: StartOptions = {}): Program {
  const script = path.join(repository, 'scripts', 'start.mjs');
  const [command, ...rest] = options.command ?? [process.execPath, script];
  const child = spawn(command as string, [...rest, ...(options.arguments ?? [])], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...inherited(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A command may start the program as a child process, so both are killed as a process group.
    detached: options.command !== undefined,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  const ended = new Promise<ProcessExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const running = () => child.exitCode === null && child.signalCode === null;
  const log = () => linesOf(said.stdout);
  const logged = async (message: string) => {
    const line = await waitFor(
      () => log().find(({ msg }) => msg === message) ?? (running() ? undefined : null),
    );
    if (line) return line;
    throw new Error(`the program ended without saying "${message}":\n${said.stdout}\n${said.stderr}`);
  };
  const signalled = (signal: NodeJS.Signals) => {
    if (running())
      process.kill(signal === 'SIGKILL' && options.command ? -pidOf(child) : pidOf(child), signal);
    return ended;
  };
  const program: Program = {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    log,
    logged,
    address: async () => String((await logged('ready')).address),
    ended,
    terminate: () => signalled('SIGTERM'),
    kill: () => signalled('SIGKILL'),
  };
  programs.add(program);
  return program;
}

/** Runs a command of the program to its end. */
export async function command(
  environment: Record<string, string>,
  ...words: string[]
): Promise<Program & ProcessExit> {
  const program = start(environment, { arguments: words });
  return { ...program, ...(await program.ended) };
}

const pidOf = (child: ChildProcess): number => {
  if (child.pid === undefined) throw new Error('the program did not start');
  return child.pid;
};

const linesOf = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));

/** Repeats a call until it returns a value. */
export async function waitFor<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  withinMs = 180_000,
): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(25)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`No result within ${withinMs} ms`);
}

/**
 * Creates a temporary folder that is removed after the test, together with servers in the folder. Large data
 * is stored on disk.
 */
export async function makeFolder(name = 'tradepost-process-', place = placeOfRuns()): Promise<string> {
  const folder = realpathSync(await mkdtemp(path.join(place, name)));
  folders.add(folder);
  await remember(folder);
  return folder;
}

/** Returns the process id of the PostgreSQL server on a data folder, if running. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return isRunning(pid) ? pid : undefined;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z');
  } catch {
    return false;
  }
}

/** Opens a connection to the embedded database, independent of the program. */
export function embeddedConnection(dataDir: string): string {
  const port = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim();
  return `postgres://tradepost:${password}@127.0.0.1:${port}/tradepost`;
}

/** Stops the processes that a test has left running and removes its folders. */
export async function cleanUp(): Promise<void> {
  for (const program of programs) await program.kill();
  programs.clear();
  for (const folder of folders) {
    for (const dataDir of [folder, path.join(folder, 'data'), path.join(folder, 'clone', 'data')]) {
      const pid = postmasterOf(dataDir);
      if (pid === undefined) continue;
      process.kill(pid, 'SIGQUIT');
      await waitFor(() => (isRunning(pid) ? undefined : true), 15_000);
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    await forget(folder);
  }
  folders.clear();
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
