import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { childOptions, type Identity, openForChild } from './identity.ts';
import type { Layout } from './layout.ts';
import { type Postmaster, readPidFile, timeoutMs } from './postmaster.ts';
import { folderParameter } from './processes.ts';
import { socketFolderOf } from './socket.ts';

const largestLog = 10 * 1024 * 1024;

const defaults: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

/**
 * The errors that a retry can resolve: the port is in use, another process is launching the server, or processes of a
 * killed server are still ending.
 */
const passing =
  /could not (bind|create any TCP\/IP sockets)|lock file "postmaster.pid" already exists|shared memory block/;

export type Launch = {
  bin: string;
  who: Identity;
  settings: Record<string, string>;
  mark: string;
  port: number;
  log: (message: string) => void;
  onLaunch: () => void;
};

/** Starts a postmaster and waits until it accepts connections. Returns undefined if the start should be retried. */
export async function launchPostmaster(layout: Layout, launch: Launch): Promise<Postmaster | undefined> {
  const folder = await openForChild(layout.cluster, launch.who);
  const log = await openLog(layout.log);
  const { size } = await log.stat();
  try {
    const child = spawn(join(launch.bin, 'postgres'), ['-D', folder.name, ...parameters(layout, launch)], {
      ...childOptions(launch.who),
      stdio: ['ignore', log.fd, log.fd, ...folder.descriptors],
      // A separate session shields PostgreSQL from Ctrl-C; this process stops PostgreSQL when it ends.
      detached: true,
    });
    await once(child, 'spawn');
    child.unref();
    launch.onLaunch();
    if (await isReady(child, layout, launch.log)) return { pid: child.pid as number, port: launch.port };
    const messages = await readFrom(log, size);
    if (passing.test(messages)) return undefined;
    const end = child.exitCode ?? child.signalCode;
    throw new Error(`PostgreSQL did not start (${end}), see ${layout.log}:\n${messages.trim().slice(-2000)}`);
  } finally {
    await log.close();
    await folder.close();
  }
}

function parameters(layout: Layout, launch: Launch): string[] {
  const own = {
    listen_addresses: '127.0.0.1',
    port: String(launch.port),
    unix_socket_directories: socketFolderOf(layout) === undefined ? '' : '.',
    logging_collector: 'off',
    'tradepost.launch': launch.mark,
    [folderParameter]: layout.cluster,
  };
  return Object.entries({ ...defaults, ...launch.settings, ...own }).flatMap(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name))
      throw new Error(`${name} is not a valid name of a PostgreSQL setting`);
    return ['-c', `${name}=${value}`];
  });
}

async function isReady(child: ChildProcess, layout: Layout, log: Launch['log']): Promise<boolean> {
  const wait = timeoutMs(log);
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const file = await readPidFile(layout.cluster);
    if (file?.isReady && file.pid === child.pid) return true;
    await wait();
  }
}

async function openLog(path: string): Promise<FileHandle> {
  const log = await open(path, 'a+', 0o600);
  if ((await log.stat()).size > largestLog) await log.truncate();
  return log;
}

async function readFrom(file: FileHandle, start: number): Promise<string> {
  const length = Math.max(0, (await file.stat()).size - start);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.toString('utf8', 0, bytesRead);
}

/** Finds a free port. If another process takes the port before PostgreSQL, the start is retried. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}
