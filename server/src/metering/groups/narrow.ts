import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { GroupStatus } from '../columns.ts';

/** Where record groups of a status lie, as far as it is known. */
export type Narrowed = {
  /** Between which calls. */
  first: string;
  last: string;
  /** Of which entitlements; undefined: of any. */
  entitlements: readonly string[] | undefined;
};

/** How many reports of a status may be, so that its record groups are looked for by these. */
const mostReports = 1000;

type Found = {
  reports: number;
  first: string | null;
  last: string | null;
  entitlements: string[] | null;
  waiting: string | null;
};

/** That no invoice bills a report. Times that are billed do not overlap: the last one that begins before it has it, or none. */
const isUnbilled = `coalesce((SELECT b.until FROM usage_billing b
             WHERE b.organization_id = $1 AND b.entitlement_id = o.entitlement_id AND b.generation = o.generation
               AND b.since <= o.usage_from AND b.live ORDER BY b.since DESC LIMIT 1) <= o.usage_from, true)`;

/**
 * Selects which reports have a status, where these are few, and the first call that waits. A walk over all record groups
 * would read a million to find the ten that failed. CREATED is not that of a report which an invoice bills.
 */
export const selectNarrow = (scope: OrgScope, status: GroupStatus): Statement => ({
  name: status === 'CREATED' ? 'select_reports_that_nobody_bills' : 'select_reports_of_group_status',
  text: `SELECT count(*)::int AS reports, min(r.first_batch_id) AS first, max(r.last_batch_id) AS last,
           array_agg(DISTINCT r.entitlement_id) AS entitlements,
           (SELECT b.id FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL ORDER BY b.id LIMIT 1) AS waiting
         FROM (SELECT o.first_batch_id, o.last_batch_id, o.entitlement_id FROM usage_report o
           WHERE o.organization_id = $1 AND o.group_status = $2${status === 'CREATED' ? ` AND ${isUnbilled}` : ''}
           ORDER BY o.first_batch_id LIMIT ${mostReports + 1}) r`,
  values: [scope.organizationId, status],
});

/** Says whether record groups of a status are looked for by their reports: most of them are REPORTED. */
export const isNarrowed = (status: GroupStatus | undefined): status is GroupStatus =>
  status === 'CREATED' || status === 'REPORT_PENDING' || status === 'REPORT_FAILED';

/** Reads where record groups of a status lie: of many reports only from where on. */
export function narrowed(status: GroupStatus, row: unknown): Narrowed {
  const { reports, first, last, entitlements, waiting } = row as Found;
  const anywhere = { last: '~', entitlements: undefined };
  if (status === 'CREATED' && waiting !== null)
    return { first: first !== null && first < waiting ? first : waiting, ...anywhere };
  if (reports > mostReports) return { first: first ?? '', ...anywhere };
  return { first: first ?? '', last: last ?? '', entitlements: entitlements ?? [] };
}
