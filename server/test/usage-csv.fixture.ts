import type { TestApp } from './harness.ts';

/**
 * Inserts record groups in calls of 1,000 without the API, to create many groups quickly.
 * @param properties properties of each group in addition to its quantity, as a record by metric
 */
export const fillUsage = (
  { app: { newId }, database: { query } }: TestApp,
  organizationId: string,
  { count, properties }: { count: number; properties?: string | undefined },
) =>
  query(
    `WITH calls AS (
       INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type)
       SELECT $1, c.id, now(), now(), 'API', 1000, '\\x00', 'SERVICE' FROM unnest($4::text[]) c (id)
       RETURNING id, received_at),
     numbered AS (SELECT c.id, c.received_at, row_number() OVER (ORDER BY c.id) - 1 AS n FROM calls c)
     INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given,
       keys, quantities, billable_records)
     SELECT $1, c.id, o % 1000, c.received_at, 'grp_' || o, 'ent_filled', c.received_at, true, '{gpu}', '{1.25}',
       CASE WHEN $3::text IS NULL THEN NULL
         ELSE json_build_array(json_build_object('key', 'met_x', 'properties', json_build_object('note', $3::text))) END
     FROM numbered c, generate_series(0, $2::int - 1) o WHERE o / 1000 = c.n`,
    [
      organizationId,
      count,
      properties ?? null,
      Array.from({ length: Math.ceil(count / 1000) }, () => newId('ucl')),
    ],
  );
