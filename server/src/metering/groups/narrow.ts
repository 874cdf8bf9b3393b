import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { GroupStatus } from '../columns.ts';

/** The known range of record groups with a status. */
export type GroupRange = {
  /** First and last batch. */
  first: string;
  last: string;
  /** Entitlements; undefined for all entitlements. */
  entitlements: readonly string[] | undefined;
};

/** Maximum number of reports with a status for which groups are found through the reports. */
const mostReports = 1000;

type GroupRangeRow = {
  reports: number;
  first: string | null;
  last: string | null;
  entitlements: string[] | null;
  waiting: string | null;
};

/**
 * SQL condition that no invoice bills a report. Billed spans do not overlap, so only the last span that
 * begins before the report can contain the report.
 */
const isUnbilled = `coalesce((SELECT b.until FROM usage_billing b
             WHERE b.organization_id = $1 AND b.entitlement_id = o.entitlement_id AND b.generation = o.generation
               AND b.since <= o.usage_from AND b.live ORDER BY b.since DESC LIMIT 1) <= o.usage_from, true)`;

/**
 * Selects the reports with a status, if their number is small, and the first pending batch. Scanning all
 * groups would read a million rows to find ten failed groups. A report that an invoice bills does not count
 * as CREATED.
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

/**
 * Returns whether groups with a status are found through their reports. For REPORTED, the most common status,
 * this would be slower.
 */
export const isNarrowed = (status: GroupStatus | undefined): status is GroupStatus =>
  status === 'CREATED' || status === 'REPORT_PENDING' || status === 'REPORT_FAILED';

/**
 * Returns the range of groups with a status. If there are many reports, only the start of the range is known.
 */
export function groupRangeOf(status: GroupStatus, row: unknown): GroupRange {
  const { reports, first, last, entitlements, waiting } = row as GroupRangeRow;
  const anywhere = { last: '~', entitlements: undefined };
  if (status === 'CREATED' && waiting !== null)
    return { first: first !== null && first < waiting ? first : waiting, ...anywhere };
  if (reports > mostReports) return { first: first ?? '', ...anywhere };
  return { first: first ?? '', last: last ?? '', entitlements: entitlements ?? [] };
}
