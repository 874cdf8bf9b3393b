import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JSONWebKeySet } from 'jose';
import pg from 'pg';
import { createClient, createOrganization } from '../src/organizations/index.ts';
import type { NewClient } from '../src/organizations/wiring.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import type { Transaction } from '../src/platform/database/statement.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { createIds } from '../src/platform/ids.ts';
import type { BareOrder } from './bare.ts';
import { type Child, type Running, startChild, startProgram } from './processes.ts';
import { type Organization, tokenForm, type World } from './requests.ts';
import { placeholder, sampleOffer } from './sample.ts';
import type { Settings } from './settings.ts';

export type Bench = { root: string; main: string; settings: Settings };
export type Seller = { id: string; client: NewClient };

/** A running program with its database, the organizations in it, and a load generator. */
export type Service = Bench & {
  folder: string;
  connectionString: string;
  database: pg.Pool;
  pid: number;
  port: number;
  sellers: readonly Seller[];
  world: World;
  organizations: readonly [Organization, Organization];
  load: Child;
};

/** Prevents checkpoints during a round, because a checkpoint would slow only one of the compared sides. */
const steady = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '1h' };

/**
 * Runs work on a new, migrated database in a new folder. By default PostgreSQL's settings differ from those of
 * `npm start`, for fair comparisons.
 */
export async function withDatabase<T>(
  { root }: Bench,
  work: (connectionString: string, folder: string) => Promise<T>,
  settings: Record<string, string> = steady,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), settings });
    try {
      await migrate(postgres.connectionString, path.join(root, 'server/migrations'));
      return await work(postgres.connectionString, folder);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens bare connections. PostgreSQL may stop before it reads that a connection ends, which is not an error here. */
export function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => {});
  return pool;
}

/** A program on a database. `rows` is the number of offers and entitlements of the organizations. */
export type ProgramOrder = Pick<Service, 'folder' | 'connectionString' | 'sellers'> & {
  role?: 'serve' | 'start' | undefined;
  rows?: number | undefined;
  variables?: Record<string, string> | undefined;
};

/** Runs the program on a database during the work. */
export async function withProgram<T>(
  bench: Bench,
  { folder, connectionString, sellers, role = 'serve', rows = 1, variables }: ProgramOrder,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { main, settings } = bench;
  const own = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off', ...variables };
  const { profile } = settings;
  const { pid, port, stop } = await startProgram({ main, role, folder, variables: own, profile });
  const database = openPool(connectionString, 1);
  const load = startChild('load');
  try {
    const organizations = (await openTokens(port, sellers)) as unknown as Service['organizations'];
    const world = { organizations, rows };
    const order = { folder, connectionString, sellers };
    return await work({ ...bench, ...order, database, pid, port, world, organizations, load });
  } finally {
    await load.stop();
    await database.end();
    await stop();
  }
}

/** Runs the program on a new database during the work, with rows that `prepare` stores before. */
export const withService = <T>(
  bench: Bench,
  order: Pick<ProgramOrder, 'role' | 'rows' | 'variables'> & {
    sellers: number;
    prepare?: (connectionString: string, sellers: readonly Seller[]) => Promise<unknown>;
    postgres?: Record<string, string>;
  },
  work: (service: Service) => Promise<T>,
): Promise<T> =>
  withDatabase(
    bench,
    async (connectionString, folder) => {
      const sellers = await createSellers(connectionString, order.sellers);
      await order.prepare?.(connectionString, sellers);
      return withProgram(bench, { ...order, folder, connectionString, sellers }, work);
    },
    order.postgres,
  );

/** Runs the bare handler on the database of a program, whose tokens it accepts. */
export async function withBare<T>(
  { port, connectionString }: Pick<Service, 'port' | 'connectionString'>,
  work: (bare: Pick<Running, 'pid' | 'port'>) => Promise<T>,
): Promise<T> {
  const issuer = `http://127.0.0.1:${port}`;
  const keys = (await (await fetch(`${issuer}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const bare = startChild('bare');
  try {
    const order: BareOrder = { connectionString, keys, issuer, audience: issuer };
    return await work({ pid: bare.pid, port: await bare.ask<number>(order) });
  } finally {
    await bare.stop();
  }
}

/** Runs work with a connection, and closes it. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs a transaction of the program's own functions. */
export async function asSystem<T>(
  connectionString: string,
  work: (queryable: Transaction) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });
  try {
    return await database.transaction(work, 'system');
  } finally {
    await database.close();
  }
}

/** Creates organizations with an API client each, through the program's functions. */
export const createSellers = (
  connectionString: string,
  count: number,
  environment: 'TEST' | 'PROD' = 'TEST',
): Promise<Seller[]> =>
  asSystem(connectionString, async (queryable) => {
    const newId = createIds();
    const sellers: Seller[] = [];
    for (let index = 0; index < count; index++) {
      const now = new Date();
      const id = await createOrganization(queryable, newId, now, { name: `Seller ${index}`, environment });
      const input = { organizationId: id, name: 'Benchmark', role: 'ADMIN' as const, now };
      sellers.push({ id, client: await createClient(queryable, { newId, randomBytes }, input) });
    }
    return sellers;
  });

const common = `
  ($1::text[])[1 + n % cardinality($1)] AS organization_id, lpad(n::text, 26, '0') AS suffix,
  replace($2, $4, md5(n::text))::jsonb AS info, replace($3, $4, md5(n::text))::jsonb AS meta_info,
  timestamptz '2026-01-01' + n * interval '1 second' AS creation_time
  FROM generate_series($5::integer, $6::integer) AS n`;

const inserts = [
  `INSERT INTO offer (organization_id, id, name, partner, service, product_id, product_type, buyer_id, contact_ids,
     offer_type, pricing_type, channel_type, external_id, status, info, meta_info, end_time, expire_time, created_by,
     last_updated_by, creation_time, last_update_time)
   SELECT organization_id, 'ofr_' || suffix, 'Analytics platform ' || suffix, 'MKA', 'MARKETPLACE', 'prd_' || suffix,
     'SAAS', 'byr_' || suffix, ARRAY['con_' || suffix], 'PRIVATE', 'CONTRACT', 'DIRECT', 'offer-' || suffix,
     'ACCEPTED', info, meta_info, creation_time + interval '1 year', creation_time + interval '30 days',
     'cli_' || suffix, 'cli_' || suffix, creation_time, creation_time FROM (SELECT ${common}) AS made`,
  `INSERT INTO entitlement (organization_id, id, name, type, partner, service, offer_id, product_id, buyer_id,
     entitlement_term_id, external_id, external_buyer_id, external_product_id, status, info, meta_info, start_time,
     end_time, creation_time, last_update_time)
   SELECT organization_id, 'ent_' || suffix, 'Analytics platform ' || suffix, 'SAAS', 'MKA', 'MARKETPLACE',
     'ofr_' || suffix, 'prd_' || suffix, 'byr_' || suffix, 'trm_' || suffix, 'agreement-' || suffix,
     'buyer-' || suffix, 'product-' || suffix, 'ACTIVE', info, meta_info, creation_time,
     creation_time + interval '1 year', creation_time, creation_time FROM (SELECT ${common}) AS made`,
  `INSERT INTO entitlement_term (organization_id, id, entitlement_id, external_entitlement_id, offer_id, product_id,
     buyer_id, partner, service, info, entitlement_info, commit_amount, credit_amount, reported_amount,
     used_commit_amount, used_credit_amount, start_time, end_time, creation_time, last_update_time)
   SELECT organization_id, 'trm_' || suffix, 'ent_' || suffix, 'agreement-' || suffix, 'ofr_' || suffix,
     'prd_' || suffix, 'byr_' || suffix, 'MKA', 'MARKETPLACE', meta_info, info, 25210.5, 0, 120.25, 120.25, 0,
     creation_time, creation_time + interval '1 year', creation_time, creation_time FROM (SELECT ${common}) AS made`,
];

/** Inserts offers and entitlements with their terms, distributed evenly over the organizations. */
export const loadRows = (connectionString: string, sellers: readonly Seller[], rows: number): Promise<void> =>
  withClient(connectionString, async (client) => {
    const { info, metaInfo } = sampleOffer;
    const texts = [sellers.map(({ id }) => id), JSON.stringify(info), JSON.stringify(metaInfo), placeholder];
    for (let first = 0; first < rows; first += 10_000)
      for (const insert of inserts)
        await client.query(insert, [...texts, first, Math.min(rows, first + 10_000) - 1]);
    await client.query('VACUUM (ANALYZE) offer, entitlement, entitlement_term');
    await client.query('CHECKPOINT');
  });

/** Sets the entitlements' period around the current time, because usage is accepted only between start and end. */
export const beginEntitlements = (connectionString: string): Promise<unknown> =>
  withClient(connectionString, async (client) => {
    for (const table of ['entitlement', 'entitlement_term'])
      await client.query(
        `UPDATE ${table} SET start_time = date_trunc('hour', now()) - interval '30 days',
           end_time = date_trunc('hour', now()) + interval '335 days'`,
      );
    await client.query('VACUUM (ANALYZE) entitlement, entitlement_term');
  });

/** Exchanges each client's credentials for a token, like a caller. */
export async function openTokens(port: number, sellers: readonly Seller[]): Promise<Organization[]> {
  const organizations: Organization[] = [];
  for (const { id, client } of sellers) {
    const credentials = { clientId: client.id, clientSecret: client.secret };
    const address = `http://127.0.0.1:${port}/oauth2/token`;
    const response = await fetch(address, { method: 'POST', body: tokenForm(credentials) });
    if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
    const { access_token: token } = (await response.json()) as { access_token: string };
    organizations.push({ id, token, ...credentials });
  }
  return organizations;
}

/** Calls an operation of an organization. @throws when the response is not 200 */
export async function call(
  { port }: { port: number },
  { id, token }: Pick<Organization, 'id' | 'token'>,
  method: string,
  target: string,
  body?: object,
): Promise<{ body: unknown; link: string }> {
  const given = body
    ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers: {} };
  const headers = { authorization: `Bearer ${token}`, ...given.headers };
  const response = await fetch(`http://127.0.0.1:${port}/org/${id}/${target}`, { ...given, method, headers });
  const text = await response.text();
  if (response.status === 503) {
    // The program is busy: it refused the request, which must be retried.
    await delay(1000 * Number(response.headers.get('retry-after') ?? 1));
    return call({ port }, { id, token }, method, target, body);
  }
  if (response.status !== 200) throw new Error(`${method} ${target}: ${response.status} ${text}`);
  return { body: JSON.parse(text), link: response.headers.get('link') ?? '' };
}
