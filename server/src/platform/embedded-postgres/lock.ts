import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { type Layout, role } from './layout.ts';
import { isAlive } from './processes.ts';

/** The error for a folder that is in use by another process, or by another start in this process. */
export class EmbeddedPostgresInUse extends Error {
  override name = 'EmbeddedPostgresInUse';
  /** The connection string of the running server, valid while the other process runs. */
  connectionString: string | undefined;
  constructor(dataDir: string, holder?: number) {
    const who = holder === undefined ? 'another program' : `process ${holder}`;
    super(`The data folder ${dataDir} is in use by ${who}; only one program at a time can use it`);
  }
}

export type Access = { port: number; password: string };
export type FolderLock = {
  /** An identifier of the version and settings with which the running server was launched. */
  mark: string | null;
  /** Returns true if another process has acquired the folder since this lock was lost. */
  taken: () => boolean;
  /** Runs the final work and releases the folder. A connection loss during this work is not reported. */
  end(lastWork?: () => Promise<void>): Promise<void>;
};
type AcquiredLock = { client: Client; mark: string | null };

const key = [0x74726164, 0x706f7374];
const label = 'tradepost folder lock of process ';
/** The error codes of a server that is starting, stopping or terminated. */
const unavailable = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const isUnavailable = (error: unknown) =>
  unavailable.has(codeOf(error)) || /Connection terminated/.test((error as Error).message);

/**
 * Acquires the lock on the folder until the process ends. Returns undefined if the server has ended in the meantime.
 */
export async function acquireFolderLock(
  layout: Layout,
  access: Access,
  log: (message: string) => void,
): Promise<FolderLock | undefined> {
  let lock: AcquiredLock | undefined = await tryAcquireFolderLock(layout, access);
  if (!lock) return undefined;
  const { mark } = lock;
  let ended = false;
  let taken = false;
  const watch = (client: Client) => {
    // The idle connection must not keep an otherwise finished process alive.
    (client as Client & { unref(): void }).unref();
    client.once('end', () => void (ended || regain()));
  };
  const regain = async () => {
    lock = undefined;
    log('The connection that locks the data folder was lost: PostgreSQL ended or restarts after a crash');
    try {
      for (let attempt = 0; attempt < 60 && !lock && !ended; attempt++) {
        await delay(500, undefined, { ref: false });
        lock = ended ? undefined : await tryAcquireFolderLock(layout, access);
      }
    } catch (error) {
      taken = error instanceof EmbeddedPostgresInUse;
      log((error as Error).message);
    }
    if (lock && !ended) watch(lock.client);
    else await lock?.client.end();
  };
  watch(lock.client);
  const end = async (lastWork = async () => {}) => {
    ended = true;
    await lastWork();
    await lock?.client.end().catch(() => undefined);
  };
  return { mark, taken: () => taken, end };
}

async function tryAcquireFolderLock(layout: Layout, access: Access): Promise<AcquiredLock | undefined> {
  let client: Client | undefined;
  try {
    client = await openDatabase(access);
    return { client, mark: await acquireLockBy(client, layout) };
  } catch (error) {
    await client?.end().catch(() => undefined);
    if (codeOf(error) === '53300') throw new EmbeddedPostgresInUse(layout.dataDir);
    if (codeOf(error) === '28P01')
      throw new Error(`The password in ${layout.password} does not match the cluster`);
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

async function acquireLockBy(client: Client, layout: Layout): Promise<string | null> {
  await client.query('SET idle_session_timeout = 0');
  for (let attempt = 0; ; attempt++) {
    const taking = `SELECT pg_try_advisory_lock($1, $2) AS acquired,
      current_setting('tradepost.launch', true) AS mark`;
    const { rows } = await client.query(taking, key);
    if (rows[0].acquired) return rows[0].mark;
    const holder = await findHolder(client);
    // The server may not have detected yet that the previous lock holder was killed.
    if (holder === undefined || isAlive(holder) || attempt === 50) {
      throw new EmbeddedPostgresInUse(layout.dataDir, holder);
    }
    await delay(100);
  }
}

async function findHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2`,
    key,
  );
  const pid = Number(String(rows[0]?.name ?? '').replace(label, ''));
  return pid > 0 ? pid : undefined;
}

async function openDatabase(access: Access): Promise<Client> {
  try {
    return await connect(access, role);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
  }
  const client = await connect(access, 'postgres');
  try {
    await client.query(`CREATE DATABASE ${role}`);
  } catch (error) {
    // Another process has created the object at the same time.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  } finally {
    await client.end();
  }
  return connect(access, role);
}

async function connect(access: Access, database: string): Promise<Client> {
  const config: ClientConfig = {
    host: '127.0.0.1',
    port: access.port,
    user: role,
    password: access.password,
  };
  const client = new Client({ ...config, database, ssl: false, application_name: `${label}${process.pid}` });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
