import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  apiChannels,
  apiFollowers,
  apiJobs,
  apiPassages,
  apiQuotas,
  apiRoutes,
  apiSchedules,
} from './api.ts';
import type { AppOptions } from './app-options.ts';
import { type AuditKey, createAuditKey, keepEarlierKeys, type Sealer } from './auditing/wiring.ts';
import type { SigningKeys } from './authentication/index.ts';
import {
  createAttemptRates,
  createAuthenticate,
  createPasswords,
  createSigningKeys,
  createTokens,
  type Tokens,
} from './authentication/wiring.ts';
import { readTaxRates } from './billing/index.ts';
import { createProviders } from './billing/wiring.ts';
import { createPictureFetch } from './buyer-pages/wiring.ts';
import { createConsole, type Face, openConsoleFiles } from './console/index.ts';
import { createFileLinks } from './files/wiring.ts';
import { type Indexer, warnOfExtensions } from './knowledge/wiring.ts';
import {
  type AdapterRegistry,
  type Connections,
  createPartnerName,
  isMarketplace,
  marketplacePartners,
  readMarketplaceLogos,
  readMarketplaceNames,
} from './marketplaces/index.ts';
import { createDeliver, createSandboxAdapter } from './marketplaces/sandbox/index.ts';
import { createInboundDoor, pullingOf, withSpans } from './marketplaces/wiring.ts';
import {
  createFeedWatch,
  createPixels,
  createTemplates,
  type Deliverer,
  type FanOut,
} from './notifications/wiring.ts';
import { createOfferPdfLinks } from './offers/wiring.ts';
import {
  checkSecret,
  createEnvironmentOf,
  createIntegrationConnections,
  createJoin,
  createLoadAccess,
  findKey,
  onUnauthorized,
} from './organizations/wiring.ts';
import { createAccessMemory } from './platform/access/access.ts';
import { createQuotas } from './platform/access/quotas.ts';
import {
  createInOrganization,
  createReadInOrganization,
  type InOrganization,
} from './platform/access/scope.ts';
import { createSharedWork } from './platform/access/shared-work.ts';
import { type Addresses, createAddresses } from './platform/addresses.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/database/clock.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { createResponseMemory } from './platform/http/held-answers.ts';
import { createUploads } from './platform/http/multipart.ts';
import type { Route } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import { createSpools } from './platform/http/spools.ts';
import { createIds, type NewId } from './platform/ids.ts';
import type { BackgroundLoop } from './platform/jobs/loop.ts';
import { createNotifier } from './platform/jobs/notifier.ts';
import type { Worker } from './platform/jobs/worker.ts';
import type { Mailer } from './platform/mail/sender.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import { createOutsideFetch } from './platform/outside/outside-fetch.ts';
import { createVault, type Vault } from './platform/secrets/encryption.ts';
import { createStorage } from './platform/storage/index.ts';
import type { Config } from './platform/system/config.ts';
import { probeRoutes } from './platform/system/routes.ts';
import { createOwnConnectors } from './process/connectors.ts';
import { createEventPipeline } from './process/event-pipeline.ts';
import { createLife, type Life } from './process/lifecycle.ts';
import { createLoops } from './process/loops.ts';
import { countMarketplaceCalls } from './process/marketplace-calls.ts';
import { createMonitoring } from './process/monitoring.ts';
import { createAi } from './questions/wiring.ts';
import { createSupportMail } from './support/wiring.ts';

/** The parts of the running service, after its database is available. */
export type App = Life & {
  server: FastifyInstance;
  worker: Worker;
  puller: BackgroundLoop;
  mailer: Mailer;
  sealer: Sealer;
  fanOut: FanOut;
  indexer: Indexer;
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
  registry: AdapterRegistry;
  routes: readonly Route[];
};

/** Creates the service. This function is the composition root, the only place where the parts are wired. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const parts = await createParts(options);
  const { clock, newId, vault, addresses, database, inOrganization, notifier, registry } = parts;
  const { door, keys, tokens, observing, feedWatch, templates } = parts;
  const routes = routesOf(options, parts);
  const { server, health } = createServers(options, parts, routes);
  const deliver = createDeliver({ server, door });
  const auditKey = createAuditKey(vault);
  const eventPipeline = createEventPipeline({
    database,
    inOrganization,
    log,
    auditKey,
    vault,
    transport: mailTransport(config),
    now: clock.now,
    addressRules: webhookAddresses(config),
    channels: apiChannels(parts),
    schedules: apiSchedules(parts),
    followers: apiFollowers,
    passages: apiPassages,
    partnerName: parts.partnerName,
    wake: notifier.wake,
    onDelivery: observing.telemetry.delivery,
    onSealed: feedWatch.wake,
  });
  const handlers = apiJobs({ ...parts, now: clock.now, deliver, flushEvents: eventPipeline.flush });
  const loops = createLoops({
    ...parts,
    config,
    telemetry: parts.observing.telemetry,
    handlers,
    log,
    eventPipeline,
  });
  await observeClock(database, clock);
  await warnOfExtensions(database, log);
  // The keys are read here so that a wrong MASTER_KEY is detected at the start instead of at the first request.
  await keys.current();
  await keepEarlierKeys(database, auditKey, config.secrets.otherMasterKeys);
  const first = [feedWatch.stop];
  const last = [notifier.close, templates.stop, parts.supportMail.stop, database.close];
  return {
    ...loops,
    ...createLife({ config, addresses, server, health, observing, loops, first, last }),
    server,
    auditKey,
    database,
    clock,
    addresses,
    keys,
    tokens,
    vault,
    newId,
    inOrganization,
    registry,
    routes,
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/** Creates the dependencies of routes, jobs and loops. */
async function createParts(options: AppOptions) {
  const { config, log, connectionString } = options;
  const taxRates = readTaxRates(config.taxRates);
  const clock = createDatabaseClock();
  const newId = createIds();
  const vault = createVault(options.masterKey, config.secrets.otherMasterKeys);
  const addresses = createAddresses(config);
  const database = await openOwnDatabase(options);
  const inOrganization = createInOrganization(database, newId);
  const notifier = createNotifier({ connectionString, log });
  const answers = createResponseMemory(config.listMemory);
  const observing = createMonitoring({ ...options, database, held: answers.reserved });
  const documents = createDocuments(options, vault, addresses);
  const connectors =
    options.connectors ?? createOwnConnectors({ config, documents, inOrganization, addresses, clock });
  const common = { inOrganization, vault, newId, log, wake: notifier.wake };
  const connections = createIntegrationConnections({
    ...common,
    readInOrganization: createReadInOrganization(database),
    randomBytes,
    connectors,
    now: clock.now,
    onCall: countMarketplaceCalls(observing.telemetry.registry),
  });
  const ownRegistry: AdapterRegistry = {
    ...createRegistry({ ...common, baseUrl: addresses.baseUrl }, connections),
    pulling: pullingOf(connectors),
  };
  const registry = withSpans(options.registry?.(ownRegistry) ?? ownRegistry);
  const environmentOf = createEnvironmentOf(database);
  const keys = createSigningKeys({ database, vault, newId, now: clock.now });
  return {
    clock,
    newId,
    vault,
    addresses,
    database,
    inOrganization,
    notifier,
    registry,
    connectors,
    environmentOf,
    taxRates,
    partnerName: createPartnerName(readMarketplaceNames(config.displayNames)),
    providers: createProviders({
      inOrganization,
      vault,
      ...(options.payAAt ? { payAAt: options.payAAt } : {}),
    }),
    ai: createAi(options.config, options),
    keys,
    answers,
    door: createInboundDoor({ registry, inOrganization, environmentOf, wake: notifier.wake }),
    tokens: createTokens({ keys, addresses, now: clock.now, newTokenId: () => newId('tok') }),
    documents,
    supportMail: createSupportMail({
      database,
      inOrganization,
      vault,
      log,
      storage: documents.files.storage,
      fileLimit: documents.limit,
      operatorAddress: config.supportEmail,
      replyTo: config.supportReplyTo,
      secret: config.secrets.supportMail,
    }),
    observing,
    ...createNotificationParts(options, database, vault, addresses),
  };
}

function routesOf(options: AppOptions, parts: Parts): Route[] {
  const { clock, database, documents, newId, observing, templates, notifier } = parts;
  const { config, log, passwordCost } = options;
  return apiRoutes({
    ...parts,
    log,
    now: clock.now,
    wake: notifier.wake,
    previews: templates.previews,
    pageTemplates: templates.pages,
    randomBytes,
    passwords: createPasswords(passwordCost),
    attemptRates: createAttemptRates(config.attemptLimits, options.refuseAfterMs ?? 1000),
    sessionLimits: config.sessionLimits,
    checkSecret: (id, secret) => checkSecret(database, id, secret),
    allowInsecureIssuer: config.ssoAllowInsecureIssuer,
    join: createJoin({ newId }),
    defaultSender: config.mailFrom,
    addressRules: webhookAddresses(config),
    fetchPicture: options.fetchPicture ?? createPictureFetch(),
    files: documents.files,
    hasMailServer: config.secrets.smtpUrl !== undefined,
    console: createConsole(openConsoleFiles(options.consoleFolder), facesOf(config)),
    system: observing,
  });
}

/** Returns the configured names and logos of marketplaces by code. */
function facesOf({ displayNames, logoDir }: Config): Record<string, Face> {
  const names = readMarketplaceNames(displayNames);
  const logos = readMarketplaceLogos(logoDir);
  return Object.fromEntries(
    marketplacePartners.flatMap((code) =>
      names[code] || logos[code] ? [[code, { name: names[code], logo: logos[code] }]] : [],
    ),
  );
}

/** Creates the API server and the probe server of a process that only runs jobs. */
function createServers({ config, ...options }: AppOptions, parts: Parts, routes: readonly Route[]) {
  const { addresses, answers, clock, database, newId, observing, tokens, notifier } = parts;
  const deps = {
    database,
    clock,
    newId,
    log: options.log,
    telemetry: observing.telemetry,
    draining: observing.draining,
    quotas: createQuotas({ database, definitions: apiQuotas }),
    memory: createAccessMemory(createLoadAccess(database)),
    authenticate: createAuthenticate(tokens, (hash) => findKey(database, hash)),
    baseUrl: addresses.baseUrl,
    accessLog: config.accessLog,
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    answers,
    answerIdleMs: options.answerIdleMs ?? 60_000,
    proxies: config.proxies,
    lingering: options.lingering,
    bodyLimit: config.bodyLimit,
    uploads: createUploads(config.fileLimit),
    spools: createSpools(config.csvLimit),
    onChange: notifier.wake,
    onUndeclared: options.onUndeclared,
  };
  return {
    server: createServer({ ...deps, routes }),
    health: createServer({ ...deps, routes: probeRoutes(observing) }),
  };
}

const openOwnDatabase = ({ config, connectionString, log }: AppOptions): Promise<Database> =>
  openDatabase({
    connectionString,
    poolSize: config.databasePool,
    pipelines: config.databasePipelines,
    roles: config.databaseRoles,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });

/** Creates the notification parts other than loops: the event watch, the tracking of opened mails, and templates. */
const createNotificationParts = (
  { log, templateMs }: AppOptions,
  database: Database,
  vault: Vault,
  { baseUrl }: Addresses,
) => ({
  feedWatch: createFeedWatch({ database, log }),
  pixels: createPixels({ vault, baseUrl }),
  templates: createTemplates(templateMs),
});

/** Creates the storage of documents, the links to them, and the fetch function for external documents. */
function createDocuments({ config, log, fetchDocument }: AppOptions, vault: Vault, { baseUrl }: Addresses) {
  const limit = config.fileLimit;
  return {
    files: { storage: createStorage(config), links: createFileLinks({ vault, baseUrl }) },
    pdfLinks: createOfferPdfLinks({ vault, baseUrl }),
    fetch: fetchDocument ?? createOutsideFetch({ allowInsecure: false, largestAnswer: limit }),
    limit,
    log,
  };
}

/** Creates the adapters: the sandbox for TEST organizations, and integrations for PROD organizations. */
function createRegistry(
  given: Omit<Parameters<typeof createSandboxAdapter>[0], 'shared'>,
  connections: Connections,
): AdapterRegistry {
  const deps = { ...given, shared: createSharedWork(given.inOrganization)() };
  return {
    partners: marketplacePartners,
    onUnauthorized,
    find: ({ organizationId, environment }, partner) => {
      if (environment !== 'TEST') return connections(organizationId, partner);
      return isMarketplace(partner) ? createSandboxAdapter(deps, organizationId, partner) : undefined;
    },
  };
}

/** Returns the rules for URLs of webhook endpoints. */
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

async function observeClock(database: Database, clock: DatabaseClock): Promise<void> {
  const [row] = await database.transaction(({ query }) =>
    query<{ now: string }>({ name: 'read_clock', text: 'SELECT clock_timestamp() AS now', values: [] }),
  );
  if (row) clock.observe(new Date(row.now));
}
