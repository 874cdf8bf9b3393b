import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { apiChannels, apiJobs, apiQuotas, apiRoutes } from './api.ts';
import { type AuditKey, createAuditKey, type Sealer, thinHeads } from './auditing/index.ts';
import {
  createPasswords,
  createSigningKeys,
  createTokens,
  type PasswordCost,
  type SigningKeys,
  type Tokens,
} from './authentication/index.ts';
import { createFileLinks } from './files/index.ts';
import {
  type AdapterRegistry,
  createInboundDoor,
  isMarketplace,
  marketplacePartners,
} from './marketplaces/index.ts';
import { createSandboxAdapter } from './marketplaces/sandbox/index.ts';
import {
  createFeedWatch,
  createPixels,
  type Deliverer,
  type FanOut,
  sweepNotifications,
} from './notifications/index.ts';
import { createOfferPdfLinks } from './offers/index.ts';
import { checkSecret, createEnvironmentOf, createJoin, createLoadAccess } from './organizations/index.ts';
import { createAccessMemory } from './platform/access.ts';
import { type Addresses, createAddresses } from './platform/addresses.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { createDeliver } from './platform/deliver.ts';
import { createVault, type Vault } from './platform/encryption.ts';
import { createIds, type NewId } from './platform/ids.ts';
import type { Mailer } from './platform/mail/sender.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import { createMaintenance } from './platform/maintenance.ts';
import { missingMigrations } from './platform/migrate.ts';
import { createOutsideFetch, type OutsideFetch } from './platform/outside-fetch.ts';
import { createQuotas } from './platform/quotas.ts';
import type { Route } from './platform/route.ts';
import { createInOrganization, type InOrganization } from './platform/scope.ts';
import { createServer } from './platform/server.ts';
import { createStorage } from './platform/storage/index.ts';
import { createTelemetry } from './platform/telemetry.ts';
import { createWaker } from './platform/waker.ts';
import { createWorker, type Worker } from './platform/worker.ts';
import { createTelling } from './telling.ts';

export const migrationsFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../migrations');

/** What the program is made of once its database is there. */
export type App = {
  server: FastifyInstance;
  worker: Worker;
  mailer: Mailer;
  sealer: Sealer;
  fanOut: FanOut;
  deliverer: Deliverer;
  auditKey: AuditKey;
  database: Database;
  clock: DatabaseClock;
  addresses: Addresses;
  keys: SigningKeys;
  tokens: Tokens;
  vault: Vault;
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
  /** Replaces the asking for documents at others' addresses, for tests. */
  fetchDocument?: OutsideFetch;
  /** What the hash of a password costs, where the usual cost would make tests slow. */
  passwordCost?: PasswordCost;
};

/** The composition root: everything is wired here, by hand, and nowhere else. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const clock = createDatabaseClock();
  const newId = createIds();
  const vault = createVault(options.masterKey, config.secrets.otherMasterKeys);
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
  const documents = createDocuments(options, vault, addresses);
  const ready = createReadiness(database, options.connectionString, log);
  const feedWatch = createFeedWatch({ database, log });
  const pixels = createPixels({ vault, baseUrl: addresses.baseUrl });
  const routes = apiRoutes({
    ...{ inOrganization, pixels, feedWatch, wake: waker.wake },
    ...{ database, tokens, keys, addresses, door, vault, registry, newId, log, now: clock.now },
    ...secretDeps(options, database),
    ...{ join: createJoin({ newId }), defaultSender: config.mailFrom },
    ...{ addressRules: webhookAddresses(config), files: documents.files, documents },
    system: { telemetry, ready, metricsToken: config.secrets.metricsToken },
  });
  const server = createServer({
    ...{ database, clock, newId, routes, log, telemetry },
    quotas: createQuotas({ database, definitions: apiQuotas }),
    memory: createAccessMemory(createLoadAccess(database)),
    authenticate: tokens.authenticate,
    baseUrl: addresses.baseUrl,
    ...{ trustProxy: config.trustProxy, bodyLimit: config.bodyLimit, fileLimit: config.fileLimit },
    onChange: waker.wake,
  });
  const deliver = createDeliver({ server, door });
  const auditKey = createAuditKey(vault);
  const telling = createTelling({
    ...{ database, inOrganization, log, auditKey, vault, wake: waker.wake, channels: apiChannels(pixels) },
    ...{ transport: mailTransport(config), now: clock.now, onSealed: feedWatch.wake },
    addressRules: webhookAddresses(config),
  });
  const handlers = apiJobs({ registry, vault, deliver, documents, tell: telling.tellOf });
  const loops = createLoops({ ...{ config, database, inOrganization, log, handlers, telemetry }, telling });
  await observeClock(database, clock);
  // A wrong MASTER_KEY ends the start, and not the first request.
  await keys.current();
  const { worker, mailer, sealer, fanOut, deliverer } = loops;
  return {
    ...{ server, worker, mailer, sealer, fanOut, deliverer },
    ...{ auditKey, database, clock, addresses, keys, tokens, vault, newId, inOrganization, routes },
    start: async ({ serve, work }) => {
      if (serve) await listen(server, config, addresses);
      if (work) loops.start(waker);
    },
    stop: async (graceMs = 8000) => {
      // Who waits for events is answered first, or would be waited for.
      await Promise.all([feedWatch.stop(), closeServer(server, graceMs), loops.stop(graceMs)]);
      await waker.close();
      await database.close();
    },
  };
}

/** Where documents lie, and how they are linked to and asked for. */
function createDocuments({ config, fetchDocument }: AppOptions, vault: Vault, { baseUrl }: Addresses) {
  const limit = config.fileLimit;
  return {
    files: { storage: createStorage(config), links: createFileLinks({ vault, baseUrl }) },
    pdfLinks: createOfferPdfLinks({ vault, baseUrl }),
    fetch: fetchDocument ?? createOutsideFetch({ allowInsecure: false, largestAnswer: limit }),
    limit,
  };
}

/** What a process does that works: jobs, mail, webhooks, sealing of the audit trail, telling of events, sweeping. */
function createLoops(deps: {
  config: Config;
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  handlers: Parameters<typeof createWorker>[0]['handlers'];
  telemetry: ReturnType<typeof createTelemetry>;
  telling: ReturnType<typeof createTelling>;
}) {
  const { config, database, inOrganization, log, handlers } = deps;
  const { mailer, sealer, fanOut, deliverer } = deps.telling;
  const worker = createWorker({
    ...{ database, inOrganization, log, handlers },
    concurrency: config.workerConcurrency,
    onFinished: deps.telemetry.job,
  });
  const maintenance = createMaintenance({ database, log, sweeps: [thinHeads, ...sweepNotifications] });
  return {
    ...{ worker, mailer, sealer, fanOut, deliverer },
    start: (waker: ReturnType<typeof createWaker>) => {
      waker.listen(worker.wake, mailer.wake, sealer.wake, deliverer.wake);
      for (const loop of [worker, mailer, sealer, fanOut, deliverer, maintenance]) loop.start();
    },
    stop: async (graceMs: number) => {
      maintenance.stop();
      const inTime = [worker, mailer, deliverer].map((loop) => loop.stop(graceMs));
      await Promise.all([...inTime, sealer.stop(), fanOut.stop()]);
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

/** What proves who calls, and makes secrets. */
const secretDeps = ({ config, passwordCost }: AppOptions, database: Database) => ({
  randomBytes,
  passwords: createPasswords(passwordCost),
  checkSecret: (id: string, secret: string) => checkSecret(database, id, secret),
  allowInsecureIssuer: config.ssoAllowInsecureIssuer,
});

/** Where webhooks may be sent. */
const webhookAddresses = ({ webhookAllowInsecureUrl: allowed }: Config) => ({
  allowHttp: allowed,
  allowPrivate: allowed,
});

const mailTransport = ({ secrets, mailFrom, dataDir }: Config) =>
  createMailTransport({
    smtpUrl: secrets.smtpUrl,
    from: mailFrom,
    folder: path.resolve(dataDir, 'mail'),
  });

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
