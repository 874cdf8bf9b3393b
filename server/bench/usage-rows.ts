import type { UsageIds } from './requests.ts';
import { withClient } from './world.ts';

/** The address of another database of the same server. */
export function databaseOf(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Copies a database without connections. */
export const copyDatabase = (connectionString: string, from: string, to: string) =>
  withClient(databaseOf(connectionString, 'postgres'), (client) =>
    client.query(`CREATE DATABASE ${to} TEMPLATE ${from}`),
  );

export const dropDatabases = (connectionString: string, names: readonly string[]) =>
  withClient(databaseOf(connectionString, 'postgres'), async (client) => {
    for (const name of names) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });

/** Number of groups in each call that is stored beforehand. */
export const storedSize = 1000;

export type Stored = {
  organizationIds: readonly string[];
  /** Entitlements of each organization. */
  entitlements: number;
  rows: number;
  ids: UsageIds;
  /** Whether the groups are settled or pending. */
  isSettled: boolean;
};

const batches = `
  SELECT ($1::text[])[1 + b % cardinality($1)] AS organization_id, b % cardinality($1) AS organization,
    'ucl_' || lpad(b::text, 26, '0') AS id, b,
    CASE WHEN $4::boolean THEN date_trunc('hour', now()) - (($2::integer - b) * interval '20 days' / $2)
      ELSE date_trunc('hour', now()) - interval '30 minutes' END AS received_at
  FROM generate_series($5::integer, $6::integer) b`;

const groups = `
  SELECT made.*, CASE WHEN $7::boolean THEN substr(time, 1, 8) || '-' || substr(time, 9) || '-7' || lpad(to_hex(ordinal), 3, '0')
      ELSE substr(mark, 1, 8) || '-' || substr(mark, 9, 4) || '-4' || substr(mark, 13, 3) END
    || '-8' || substr(mark, 16, 3) || '-' || substr(mark, 20, 12) AS group_id
  FROM (
    SELECT t.*, o AS ordinal, md5(t.b || ' ' || o) AS mark,
      lpad(to_hex((extract(epoch FROM t.received_at) * 1000)::bigint), 12, '0') AS time
    FROM (${batches}) t, generate_series(0, ${storedSize - 1}) o) made`;

const inserts = [
  `INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type,
     actor_id, run_id, run_time)
   SELECT organization_id, id, received_at, received_at, 'API', ${storedSize}, sha256(id::bytea), 'API_CLIENT', 'cli_1',
     CASE WHEN $4::boolean THEN 'run_1' END, CASE WHEN $4::boolean THEN received_at END
   FROM (${batches}) t WHERE $3::integer > 0 AND $7::boolean IS NOT NULL`,
  `INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given,
     keys, quantities)
   SELECT organization_id, id, ordinal, received_at, group_id,
     'ent_' || lpad((organization + cardinality($1) * ((b / cardinality($1) + ordinal * 7) % $3))::text, 26, '0'),
     received_at, true, ARRAY['usage_units_' || (1 + ordinal % 5), 'usage_units_' || (2 + ordinal % 5)],
     ARRAY[1 + ordinal % 9, (ordinal % 1000) / 4.0]
   FROM (${groups}) g`,
  `INSERT INTO usage_key (organization_id, id, content_hash, batch_id, ordinal, received_at)
   SELECT organization_id, group_id, sha256(group_id::bytea), id, ordinal, received_at
   FROM (${groups}) g WHERE $3::integer > 0`,
];

/** Stores groups like calls with a thousand groups each, in order of time, with all indexes. */
export const storeGroups = (connectionString: string, stored: Stored) =>
  withClient(connectionString, async (client) => {
    const { organizationIds, entitlements, rows, ids, isSettled } = stored;
    const calls = Math.max(1, Math.round(rows / storedSize));
    await client.query('TRUNCATE usage_batch, usage_group, usage_key');
    await client.query(
      `SELECT ensure_usage_partitions(now() - interval '21 days', now() + interval '2 months')`,
    );
    for (let first = 0; first < calls; first += 500)
      for (const insert of inserts)
        await client.query(insert, [
          organizationIds,
          calls,
          entitlements,
          isSettled,
          first,
          Math.min(calls, first + 500) - 1,
          ids === 'ordered',
        ]);
    await client.query('VACUUM (ANALYZE) usage_batch, usage_group, usage_key');
    await client.query('CHECKPOINT');
  });
