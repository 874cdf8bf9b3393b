import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { acquireRunEndLock } from '../run-request.ts';

type Term = RowOf<'entitlement_term', 'id' | 'entitlement_id' | 'start_time' | 'end_time'>;

/** Returns whether a locked term has settled usage, or pending usage within its period. */
export async function hasUsage(scope: OrgTransaction, term: Term): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_usage_of_term',
    text: `SELECT EXISTS (
             SELECT FROM usage_ledger l WHERE l.organization_id = $1 AND l.entitlement_term_id = $3)
           OR EXISTS (
             SELECT FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
             WHERE g.organization_id = $1 AND g.entitlement_id = $2 AND g.state IS NULL AND b.run_id IS NULL
               AND g.usage_time >= $4 AND g.usage_time < coalesce($5::timestamptz, 'infinity')) AS found`,
    values: [scope.organizationId, term.entitlement_id, term.id, term.start_time, term.end_time],
  });
  return row?.found ?? false;
}

/**
 * Returns whether usage is pending settlement or acceptance by its marketplace. Waits for calls in flight.
 */
export async function hasOpenUsage(scope: OrgTransaction): Promise<boolean> {
  await scope.query(acquireRunEndLock(scope));
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_open_usage',
    text: `SELECT EXISTS (SELECT FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL)
           OR EXISTS (SELECT FROM usage_line l
             WHERE l.organization_id = $1 AND l.state IN ('WAITING', 'SENDING', 'UNKNOWN')) AS found`,
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}
