import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { apiJobs, apiRoutes } from './api.ts';
import {
  type AdapterRegistry,
  createInboundDoor,
  isMarketplace,
  marketplacePartners,
} from './marketplaces/index.ts';
import { createSandboxAdapter } from './marketplaces/sandbox/index.ts';
import {
  createEnvironmentOf,
  createLoadAccess,
  createSigningKeys,
  createTokens,
  type SigningKeys,
} from './organizations/index.ts';
import { createAccessMemory } from './platform/access.ts';
import { type Addresses, createAddresses } from './platform/addresses.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { createDeliver } from './platform/deliver.ts';
import { createVault, type Vault } from './platform/encryption.ts';
import { createIds, type NewId } from './platform/ids.ts';
import { createMaintenance } from './platform/maintenance.ts';
import { missingMigrations } from './platform/migrate.ts';
import type { Route } from './platform/route.ts';
import { createInOrganization, type InOrganization } from './platform/scope.ts';
import { createServer } from './platform/server.ts';
import { createTelemetry } from './platform/telemetry.ts';
import { createWaker } from './platform/waker.ts';
import { createWorker, type Worker } from './platform/worker.ts';

export const migrationsFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../migrations');

/** What the program is made of once its database is there. */
export type App = {
  server: FastifyInstance;
  worker: Worker;
  database: Database;
  clock: DatabaseClock;
  addresses: Addresses;
  keys: SigningKeys;
  newId: NewId;
  inOrganization: InOrganization;
  routes: readonly Route[];
  /** Listens and takes jobs, as the roles say. */
  start(roles: { serve: boolean; work: boolean }): Promise<void>;
  /** Ends open requests, hands jobs back, closes everything. */
  stop(graceMs?: number): Promise<void>;
};

export type AppOptions = {
  config: Config;
  connectionString: string;
  masterKey: string;
  log: Logger;
  /** Replaces the adapters, for tests. */
  registry?: (own: AdapterRegistry) => AdapterRegistry;
};

/** The composition root: everything is wired here, by hand, and nowhere else. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const clock = createDatabaseClock();
  const newId = createIds();
  const vault = createVault(options.masterKey);
  const telemetry = createTelemetry();
  const addresses = createAddresses(config);
  const database = await openDatabase({
    connectionString: options.connectionString,
    poolSize: config.databasePool,
    pipelines: config.databasePipelines,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const inOrganization = createInOrganization(database, newId);
  const waker = createWaker({ connectionString: options.connectionString, log });
  const ownRegistry = createRegistry({ inOrganization, vault, baseUrl: addresses.baseUrl, wake: waker.wake });
  const registry = options.registry?.(ownRegistry) ?? ownRegistry;
  const environmentOf = createEnvironmentOf(database);
  const door = createInboundDoor({ registry, inOrganization, environmentOf, wake: waker.wake });
  const keys = createSigningKeys({ database, vault, newId, now: clock.now });
  const tokens = createTokens({ keys, addresses, now: clock.now, newTokenId: () => newId('tok') });
  const ready = createReadiness(database, options.connectionString, log);
  const routes = apiRoutes({
    ...{ database, tokens, keys, addresses, door, vault, registry },
    defaultSender: config.mailFrom,
    system: { telemetry, ready, metricsToken: config.secrets.metricsToken },
  });
  const server = createServer({
    ...{ database, clock, newId, routes, log, telemetry },
    memory: createAccessMemory(createLoadAccess(database)),
    authenticate: tokens.authenticate,
    baseUrl: addresses.baseUrl,
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    onChange: waker.wake,
  });
  const deliver = createDeliver({ server, door });
  const worker = createWorker({
    ...{ database, inOrganization, log },
    handlers: apiJobs({ registry, vault, deliver }),
    concurrency: config.workerConcurrency,
    onFinished: telemetry.job,
  });
  const maintenance = createMaintenance({ database, log });
  await observeClock(database, clock);
  // A wrong MASTER_KEY ends the start, and not the first request.
  await keys.current();
  const parts = { server, worker, database, clock, addresses, keys, newId, inOrganization, routes };
  return {
    ...parts,
    start: async ({ serve, work }) => {
      if (serve) await listen(server, config, addresses);
      if (work) {
        waker.listen(worker.wake);
        worker.start();
        maintenance.start();
      }
    },
    stop: async (graceMs = 8000) => {
      maintenance.stop();
      await Promise.all([closeServer(server, graceMs), worker.stop(graceMs)]);
      await waker.close();
      await database.close();
    },
  };
}

/** The sandbox plays every marketplace of a TEST organization; PROD ones get theirs with their integrations. */
function createRegistry(deps: {
  inOrganization: InOrganization;
  vault: Vault;
  baseUrl: () => string;
  wake: () => void;
}): AdapterRegistry {
  return {
    partners: marketplacePartners,
    find: ({ organizationId, environment }, partner) =>
      environment === 'TEST' && isMarketplace(partner)
        ? createSandboxAdapter(deps, organizationId, partner)
        : undefined,
  };
}

/** Migrations do not vanish: once they are seen to be done, only the database is asked. */
function createReadiness(database: Database, connectionString: string, log: Logger): () => Promise<boolean> {
  let migrated = false;
  return async () => {
    try {
      migrated ||= (await missingMigrations(connectionString, migrationsFolder)).length === 0;
      return migrated && (await database.ping());
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return false;
    }
  };
}

async function listen(server: FastifyInstance, config: Config, addresses: Addresses): Promise<void> {
  await server.listen({ host: config.host, port: config.port });
  const address = server.server.address();
  if (address && typeof address === 'object') addresses.listening(address.port);
}

async function closeServer(server: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await server.close();
  clearTimeout(timer);
}

async function observeClock(database: Database, clock: DatabaseClock): Promise<void> {
  const [row] = await database.transaction(({ query }) =>
    query<{ now: string }>({ name: 'read_clock', text: 'SELECT clock_timestamp() AS now', values: [] }),
  );
  if (row) clock.observe(new Date(row.now));
}

/** A key to seal secrets with, for a first start. */
export const newMasterKey = (): string => randomBytes(32).toString('hex');
