import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findPackage, prepareBinaries } from './binaries.ts';
import type { PostgresPackage } from './binaries-copy.ts';
import { clusterExists, createCluster, giveCluster, readPassword } from './cluster.ts';
import { chooseIdentity } from './identity.ts';
import { freePort, launchPostmaster } from './launch.ts';
import { type Layout, prepareLayout } from './layout.ts';
import { acquireFolderLock, EmbeddedPostgresInUse } from './lock.ts';
import { findPostmaster, type Postmaster, readPidFile, stopPostmaster } from './postmaster.ts';
import { connectionStringOf, socketFolderOf } from './socket.ts';

export { EmbeddedPostgresInUse };

export type EmbeddedPostgres = {
  connectionString: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log?: (message: string) => void;
  /** Logs the routine messages of each start. Default: `log`. */
  logDetail?: (message: string) => void;
  settings?: Record<string, string>;
  /** Called when PostgreSQL has been launched, so that the process can do other work while the server starts. */
  onLaunch?: () => void;
  /**
   * Test options: a different folder of the npm package, the first port to try, and the shutdown timeout in
   * milliseconds.
   */
  internal?: { packageDir?: string; port?: number; grace?: number };
};

type Start = {
  layout: Layout;
  pack: PostgresPackage;
  password: string;
  settings: Record<string, string>;
  mark: string;
  grace: number;
  port: number | undefined;
  log: (message: string) => void;
  logDetail: (message: string) => void;
  onLaunch: () => void;
  launched?: Postmaster;
};

const attempts = 30;

/** Starts PostgreSQL in a folder, or takes over the server that a killed process left running there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = await prepareLayout(options.dataDir);
  const pack = await findPackage(options.internal?.packageDir);
  const { settings = {}, log = () => {}, onLaunch = () => {}, internal } = options;
  await clusterExists(layout);
  const start: Start = {
    layout,
    pack,
    settings,
    log,
    logDetail: options.logDetail ?? log,
    onLaunch,
    password: await readPassword(layout),
    mark: createHash('sha256')
      .update(JSON.stringify([pack.version, settings, socketFolderOf(layout)]))
      .digest('hex')
      .slice(0, 16),
    grace: internal?.grace ?? 8000,
    port: internal?.port,
  };
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const server = await tryToServe(start);
      if (server) return server;
      await delay(200);
    }
    throw new Error(`PostgreSQL did not start after ${attempts} attempts, see ${layout.log}`);
  } catch (error) {
    // The folder is in use, because the lock holder has taken over the server that this process launched.
    const abandoned = error instanceof EmbeddedPostgresInUse ? undefined : start.launched;
    if (abandoned) await stopPostmaster(abandoned.pid, layout.cluster, start.grace, log);
    throw error;
  }
}

/** Attempts a start once. Returns undefined if the found or launched server has ended in the meantime. */
async function tryToServe(start: Start): Promise<EmbeddedPostgres | undefined> {
  const { layout, password, log } = start;
  const running = await findPostmaster(layout.cluster, log);
  const postmaster = running ?? (await launch(start));
  if (!postmaster) return undefined;
  const connectionString = connectionStringOf(layout, postmaster.port, password);
  const lock = await acquireFolderLock(layout, { port: postmaster.port, password }, log).catch((error) => {
    if (error instanceof EmbeddedPostgresInUse) error.connectionString = connectionString;
    throw error;
  });
  if (!lock) return undefined;
  const now = await readPidFile(layout.cluster);
  if (now?.pid !== postmaster.pid || !now.isReady) {
    await lock.end();
    return undefined;
  }
  const stop = () =>
    lock.end(async () => {
      if (!lock.taken()) await stopPostmaster(postmaster.pid, layout.cluster, start.grace, log);
    });
  if (running && lock.mark !== start.mark) {
    log('PostgreSQL was left running with other settings or another version; restarting it');
    await stop();
    return undefined;
  }
  if (running) log(`PostgreSQL was left running; using it on 127.0.0.1:${postmaster.port}`);
  else start.logDetail(`PostgreSQL is ready on 127.0.0.1:${postmaster.port}`);
  let stopping: Promise<void> | undefined;
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  return {
    connectionString,
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  };
}

async function launch(start: Start): Promise<Postmaster | undefined> {
  const { layout, pack, settings, mark, log, onLaunch } = start;
  const who = await chooseIdentity(layout.cluster);
  const bin = await prepareBinaries(pack, who, layout.dataDir);
  if (!(await clusterExists(layout)))
    await createCluster(layout, { bin, version: pack.version }, who, start.password);
  await giveCluster(layout, who);
  const port = start.port ?? (await freePort());
  start.port = undefined;
  const launched = await launchPostmaster(layout, { bin, who, settings, mark, port, log, onLaunch });
  if (launched) start.launched = launched;
  return launched;
}
