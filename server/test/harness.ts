import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import type { AppOptions } from '../src/app-options.ts';
import { createClient, createOrganization } from '../src/organizations/index.ts';
import type { Role } from '../src/organizations/roles/permissions.ts';
import type { NewClient } from '../src/organizations/wiring.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readConfig } from '../src/platform/system/config.ts';
import { expectAlert, unexpectedAlerts } from './abnormal-alerts.ts';
import { type ReceivedMail, readMails } from './mails.ts';
import { recordSentStatements } from './sent-statements.ts';
import { testMasterKey } from './signing-key.ts';
import { createUndeclared } from './undeclared.ts';
import { untilIdle } from './until-idle.ts';

export { testMasterKey };

recordSentStatements();

export type TestDatabase = {
  /** Connects as the owner, without superuser rights. */
  connectionString: string;
  /** Connects as the administrator. */
  administrator: string;
  query: pg.Pool['query'];
  drop(): Promise<void>;
};

/**
 * Creates a separate database from the migrated template. `query` runs as the administrator and bypasses
 * row-level security.
 */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(inject('template'));

/** Creates a database with a signing key that is encrypted with `testMasterKey`. */
const createKeyedDatabase = (): Promise<TestDatabase> => createDatabase(inject('templateWithKey'));

/** Creates a database without migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `${inject('prefix')}_${randomBytes(6).toString('hex')}`;
  await onServer(inject('ownerServer'), `CREATE DATABASE ${name} TEMPLATE ${template} ${inject('copying')}`);
  const addressOf = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const administrator = addressOf(inject('server'));
  const pool = new pg.Pool({ connectionString: administrator, max: 3 });
  pool.on('error', () => {});
  return {
    connectionString: addressOf(inject('ownerServer')),
    administrator,
    query: pool.query.bind(pool) as pg.Pool['query'],
    drop: async () => {
      await pool.end();
      await onServer(inject('server'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A signed-in person with a role in an organization. */
export type TestPerson = { id: string; email: string; token: string; sessionId: string };
type OrganizationOptions = { environment?: 'TEST' | 'PROD'; role?: Role; at?: string };
export type TestOrganization = { id: string; client: NewClient; token: string };
export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  text: string;
  headers: Headers;
};

export type TestApp = {
  app: App;
  url: string;
  database: TestDatabase;
  /**
   * Creates an organization with an ADMIN client and a token. The organization's clock starts at `at`, or at
   * the current time.
   */
  organization(options?: OrganizationOptions): Promise<TestOrganization>;
  client(organizationId: string, role: Role): Promise<{ client: NewClient; token: string }>;
  token(client: NewClient): Promise<string>;
  /**
   * Creates a person with a password session and its token. If an organization is given, the person is a
   * member.
   */
  person(organizationId?: string, role?: string): Promise<TestPerson>;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Runs ready jobs until no ready job is left. Returns the number of jobs. */
  drainJobs(): Promise<number>;
  /** Seals and dispatches all recorded events. Returns the number of dispatched events. */
  dispatchEvents(): Promise<number>;
  /** Seals all recorded events and updates the search index, including its jobs. */
  index(): Promise<void>;
  /** Seals and dispatches all events, and sends all due webhooks. Returns the number of attempts. */
  sendWebhooks(): Promise<number>;
  /** Sends all due mails. Returns the number of attempts. */
  sendMails(): Promise<number>;
  /** Returns the mails that this process has sent, oldest first. */
  mails(): Promise<ReceivedMail[]>;
  mailFolder: string;
  /** Declares that the test makes a marketplace report an impossible state of the offer or entitlement. */
  expectAbnormalAlert(entityId: string): void;
  /**
   * Checks for undeclared errors.
   * @throws if an operation returned an error that it does not declare
   */
  checkUndeclared(): void;
  /**
   * Stops the service.
   * @throws if an unexpected ABNORMAL_ALERT was recorded, or an expected alert was not recorded
   */
  stop(): Promise<void>;
};

export type RequestOptions = {
  token?: string | undefined;
  body?: unknown;
  /** The raw body, instead of a JSON body. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

export type TestAppOptions = Partial<
  Pick<
    AppOptions,
    | 'registry'
    | 'connectors'
    | 'payAAt'
    | 'fetchChat'
    | 'chatTimeoutMs'
    | 'fetchDocument'
    | 'fetchPicture'
    | 'requestTimeoutMs'
    | 'answerIdleMs'
    | 'lingering'
    | 'templateMs'
    | 'consoleFolder'
  >
> & {
  /** A database to share among several processes. */
  database?: TestDatabase;
  environment?: Record<string, string>;
  /** Receives each log line instead of stdout, at LOG_LEVEL. */
  onLog?: (line: Record<string, unknown>) => void;
  /** Whether the service runs jobs automatically; otherwise `drainJobs` runs the jobs. */
  work?: boolean;
  /** Whether the service accepts requests. */
  serve?: boolean;
};

const destinationOf = (onLog: TestAppOptions['onLog']) =>
  onLog && { write: (text: string) => onLog(JSON.parse(text)) };

const testConfig = (dataDir: string, environment: TestAppOptions['environment']) =>
  readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
    DATABASE_PIPELINES: '2',
    // All tests share one client address, so the limit is raised.
    SIGN_IN_RATE: '1000000',
    SIGN_UP_RATE: '1000000',
    TOKEN_FAILURE_RATE: '1000000',
    ...environment,
  });

const replacementsIn = (options: TestAppOptions): Partial<AppOptions> => ({
  ...(options.registry ? { registry: options.registry } : {}),
  ...(options.connectors ? { connectors: options.connectors } : {}),
  ...(options.payAAt ? { payAAt: options.payAAt } : {}),
  ...(options.requestTimeoutMs ? { requestTimeoutMs: options.requestTimeoutMs } : {}),
  ...(options.templateMs ? { templateMs: options.templateMs } : {}),
  ...(options.answerIdleMs ? { answerIdleMs: options.answerIdleMs } : {}),
  ...(options.lingering ? { lingering: options.lingering } : {}),
  ...(options.chatTimeoutMs ? { chatTimeoutMs: options.chatTimeoutMs } : {}),
  ...(options.fetchChat ? { fetchChat: options.fetchChat } : {}),
  ...(options.fetchDocument ? { fetchDocument: options.fetchDocument } : {}),
  ...(options.fetchPicture ? { fetchPicture: options.fetchPicture } : {}),
  ...(options.consoleFolder ? { consoleFolder: options.consoleFolder } : {}),
});

/** Starts the real service on a real database, on a free port. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createKeyedDatabase());
  const dataDir = await mkdtemp(path.join(inject('folder'), 'app-'));
  const config = testConfig(dataDir, options.environment);
  const undeclared = createUndeclared();
  const app = await createApp({
    config,
    onUndeclared: undeclared.note,
    connectionString: database.connectionString,
    masterKey: testMasterKey,
    passwordCost: { n: 2 ** 10, r: 8, p: 1 },
    refuseAfterMs: 0,
    log: createLog(config.logLevel, 1, destinationOf(options.onLog)),
    // An empty folder, so that the tests do not depend on a built console.
    consoleFolder: dataDir,
    ...replacementsIn(options),
  });
  await app.start({ serve: options.serve ?? true, work: options.work ?? false });
  const url = options.serve === false ? '' : app.addresses.baseUrl();
  const token = (client: NewClient) => exchangeToken(url, client);
  const client = async (organizationId: string, role: Role) => {
    const created = await makeClient(app, organizationId, role);
    return { client: created, token: await token(created) };
  };
  return {
    app,
    url,
    database,
    request: async (method, path, requestOptions = {}) => {
      const reply = await send(`${url}${path}`, method, requestOptions);
      undeclared.check();
      return reply;
    },
    token,
    client,
    person: (organizationId, role = 'VIEWER') => makePerson(app, organizationId, role),
    organization: async ({ environment = 'TEST', role = 'ADMIN', at } = {}) => {
      const id = await app.database.transaction(
        (queryable) =>
          createOrganization(queryable, app.newId, app.clock.now(), { name: 'Acme', environment }),
        'system',
      );
      if (at) await setClock(database, id, at);
      return { id, ...(await client(id, role)) };
    },
    ...stepsOf(app),
    mails: () => readMails(path.join(dataDir, 'mail')),
    mailFolder: path.join(dataDir, 'mail'),
    expectAbnormalAlert: (entityId) => expectAlert(database, entityId),
    checkUndeclared: undeclared.check,
    stop: async () => {
      await app.stop(1000);
      await rm(dataDir, { recursive: true, force: true });
      if (options.database) return undeclared.check();
      const wrong = await unexpectedAlerts(database);
      await database.drop();
      undeclared.check();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
  };
}

/** Returns the steps of the service's loops, which run only on request. */
const stepsOf = (app: App) => ({
  drainJobs: () => untilIdle(app.worker.step),
  dispatchEvents: async () => {
    await untilIdle(app.sealer.step);
    return untilIdle(app.fanOut.step);
  },
  index: async () => {
    await untilIdle(app.sealer.step);
    await untilIdle(app.indexer.step);
    await untilIdle(app.worker.step);
  },
  sendWebhooks: async () => {
    await untilIdle(app.sealer.step);
    await untilIdle(app.fanOut.step);
    return untilIdle(app.deliverer.step);
  },
  sendMails: () => untilIdle(app.mailer.step),
});

/** Sets the organization's clock to a time, from which the clock continues. */
export const setClock = ({ query }: TestDatabase, organizationId: string, at: string) =>
  query(
    `UPDATE organization SET clock_offset_ms = round(1000 * extract(epoch FROM $2::timestamptz - clock_timestamp()))
     WHERE organization_id = $1`,
    [organizationId, at],
  );

async function makePerson(app: App, organizationId: string | undefined, role: string): Promise<TestPerson> {
  const [id, sessionId] = [app.newId('usr'), app.newId('ses')];
  const email = `${id}@example.com`;
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO person (id, email, name, email_verified_at, creation_time, last_update_time)
       VALUES ($1, $2, 'Ann Lee', now(), now(), now())`,
      [id, email],
    ],
    [
      `INSERT INTO person_session (id, person_id, method, client_id, creation_time, last_used_at, expires_at)
       VALUES ($1, $2, 'PASSWORD', 'tradepost-console', now(), now(), now() + interval '1 day')`,
      [sessionId, id],
    ],
    [
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       SELECT $1, $2, 'USER', $3, now() WHERE $1::text IS NOT NULL`,
      [organizationId ?? null, id, role],
    ],
  ];
  await app.database.transaction(async ({ query }) => {
    for (const [index, [text, values]] of statements.entries())
      await query({ name: `make_person_${index}`, text, values });
  }, 'system');
  const session = { id: sessionId, clientId: 'tradepost-console', method: 'PASSWORD' } as const;
  const token = await app.tokens.issue({ id, version: 1, session }, app.clock.now());
  return { id, email, token, sessionId };
}

const makeClient = (app: App, organizationId: string, role: Role): Promise<NewClient> =>
  app.database.transaction(
    (queryable) =>
      createClient(
        queryable,
        { newId: app.newId, randomBytes },
        { organizationId, name: `${role} client`, role, now: app.clock.now() },
      ),
    'system',
  );

async function exchangeToken(url: string, client: NewClient): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    resource: url,
  });
  const reply = await send(`${url}/oauth2/token`, 'POST', {
    raw: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (reply.status !== 200) throw new Error(`no token: ${reply.text}`);
  return reply.body.access_token;
}

export async function send(url: string, method: string, options: RequestOptions): Promise<Reply> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  let body: string | Uint8Array | undefined = options.raw;
  if (options.body !== undefined) {
    body = JSON.stringify(options.body);
    headers['content-type'] ??= 'application/json';
  }
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body as string }),
  });
  const text = await response.text();
  return { status: response.status, text, body: parsed(text), headers: response.headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
