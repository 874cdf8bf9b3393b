import type { Database } from '../src/platform/database/database.ts';
import type { Row } from '../src/platform/database/statement.ts';

/**
 * The unchanged statement with which the release before queue keys claimed jobs. During an upgrade, an older
 * version runs this statement beside a newer version.
 */
const olderClaim = `
        WITH candidate AS (
          SELECT j.organization_id, j.id FROM job j
          WHERE j.finished_at IS NULL AND j.ready_at <= clock_timestamp() AND j.kind = ANY ($1)
            AND (j.lease_until IS NULL OR j.lease_until < clock_timestamp())
            AND NOT EXISTS (
              SELECT FROM job earlier
              WHERE earlier.organization_id = j.organization_id AND earlier.lane = j.lane
                AND earlier.finished_at IS NULL AND earlier.position < j.position)
            AND NOT EXISTS (
              SELECT FROM job other
              WHERE other.organization_id = j.organization_id AND other.finished_at IS NULL AND other.exclusive
                AND other.id <> j.id AND (other.lease_until > clock_timestamp()
                  OR (other.ready_at <= clock_timestamp() AND other.position < j.position)))
            AND (NOT j.exclusive OR NOT EXISTS (
              SELECT FROM job busy
              WHERE busy.organization_id = j.organization_id AND busy.finished_at IS NULL
                AND busy.lease_until > clock_timestamp()))
          ORDER BY j.ready_at, j.position
          LIMIT $2
          FOR UPDATE SKIP LOCKED)
        UPDATE job j SET lease_token = $4, attempts = j.attempts + 1,
          lease_until = clock_timestamp() + $3 * interval '1 millisecond'
        FROM candidate c WHERE j.organization_id = c.organization_id AND j.id = c.id
        RETURNING j.organization_id, j.id, j.kind, j.payload, j.attempts, j.lease_token,
          j.cancelled_by, j.ready_at, j.position`;

export const claimAsBefore = (
  database: Database,
  options: { kinds: readonly string[]; limit: number; leaseMs: number; leaseToken: string },
): Promise<Row[]> =>
  database.transaction(async ({ query }) => {
    await query({
      name: 'older_lock_claims',
      text: 'SELECT pg_advisory_xact_lock(7239441002)',
      values: [],
    });
    return query({
      name: 'older_claim_jobs',
      text: olderClaim,
      values: [options.kinds, options.limit, options.leaseMs, options.leaseToken],
    });
  }, 'system');
