import { createHash } from 'node:crypto';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';

type Group = { id: string; entitlementID: string; timestamp: string; records: Record<string, number> };

/** The table into which the bare handler writes batches. */
export const bareUsageTable = `
  CREATE TABLE bench_usage (
    organization_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    entitlement_id text COLLATE "C" NOT NULL,
    usage_time timestamptz NOT NULL,
    keys text[] NOT NULL,
    quantities numeric[] NOT NULL,
    PRIMARY KEY (organization_id, id))`;

const insertGroups = `
  INSERT INTO bench_usage (organization_id, id, entitlement_id, usage_time, keys, quantities)
  SELECT $1, n.id, n.entitlement_id, n.usage_time, n.keys::text[], n.quantities::numeric[]
  FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
    AS n (id, entitlement_id, usage_time, keys, quantities)
  ON CONFLICT (organization_id, id) DO NOTHING`;

const literal = (values: readonly (string | number)[]) => `{${values.join(',')}}`;
const shown = (group: Group, organizationID: string, creationTime: Date) => ({
  ...group,
  organizationID,
  status: 'CREATED',
  creationTime,
});

/** Writes a batch with one statement. @returns the response */
export async function insertUsage(pool: pg.Pool, organizationId: string, bytes: Buffer): Promise<object> {
  const groups: Group[] = JSON.parse(bytes.toString('utf8'));
  await pool.query({
    name: 'insert_usage',
    text: insertGroups,
    values: [
      organizationId,
      groups.map(({ id }) => id),
      groups.map(({ entitlementID }) => entitlementID),
      groups.map(({ timestamp }) => timestamp),
      groups.map(({ records }) => literal(Object.keys(records))),
      groups.map(({ records }) => literal(Object.values(records))),
    ],
  });
  const now = new Date();
  return groups.map((group) => shown(group, organizationId, now));
}

/** The rows that Tradepost writes for a single report, in the same tables. */
const insertReport = `
  WITH claimed AS (
    INSERT INTO usage_key (organization_id, id, content_hash, batch_id, ordinal, received_at)
    VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (organization_id, id) DO NOTHING),
  batch AS (
    INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type,
      actor_id, request_id)
    VALUES ($1, $4, $5, $5, 'API', 1, $3, 'API_CLIENT', $6, $7)),
  stored AS (
    INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given,
      keys, quantities)
    VALUES ($1, $4, 0, $5, $2, $8, $9, true, $10::text[], $11::numeric[])),
  recorded AS (
    INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type, actor_id,
      request_id, creation_time)
    VALUES ($1, $12, 'USAGE_RECORD_GROUP', $4, 1, 'CREATE', $13::json, 'API_CLIENT', $6, $7, $5)),
  unsealed AS (INSERT INTO unsealed_event (organization_id, event_id) VALUES ($1, $12))
  SELECT $2 AS id`;

/** Writes a single report with one statement. @returns the response */
export async function insertSingleUsage(
  pool: pg.Pool,
  { organizationId, entitlementId }: { organizationId: string; entitlementId: string },
  clientId: string,
  bytes: Buffer,
): Promise<object> {
  const group: Group = JSON.parse(bytes.toString('utf8'));
  const { id, timestamp, records } = group;
  const now = new Date();
  const [batchId, requestId] = [uuidv7(), uuidv7()];
  const hash = createHash('sha256').update(bytes).digest();
  await pool.query({
    name: 'insert_single_usage',
    text: insertReport,
    values: [
      organizationId,
      id,
      hash,
      batchId,
      now,
      clientId,
      requestId,
      entitlementId,
      timestamp,
      literal(Object.keys(records)),
      literal(Object.values(records)),
      uuidv7(),
      JSON.stringify({
        id: batchId,
        organizationID: organizationId,
        contentHash: hash.toString('hex'),
        size: 1,
      }),
    ],
  });
  return shown({ ...group, entitlementID: entitlementId }, organizationId, now);
}
