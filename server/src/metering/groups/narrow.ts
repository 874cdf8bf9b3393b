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

/**
 * Selects which reports have a status, where these are few, and the first call that waits. A walk over all record groups
 * would read a million to find the ten that failed.
 */
export const selectNarrow = (scope: OrgScope, status: GroupStatus): Statement => ({
  name: 'select_reports_of_group_status',
  text: `SELECT count(*)::int AS reports, min(r.first_batch_id) AS first, max(r.last_batch_id) AS last,
           array_agg(DISTINCT r.entitlement_id) AS entitlements,
           (SELECT b.id FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL ORDER BY b.id LIMIT 1) AS waiting
         FROM (SELECT o.first_batch_id, o.last_batch_id, o.entitlement_id FROM usage_report o
           WHERE o.organization_id = $1 AND o.group_status = $2
           ORDER BY o.first_batch_id DESC LIMIT ${mostReports + 1}) r`,
  values: [scope.organizationId, status],
});

/** Says whether record groups of a status are looked for by their reports: most of them are REPORTED. */
export const isNarrowed = (status: GroupStatus | undefined): status is GroupStatus =>
  status === 'CREATED' || status === 'REPORT_PENDING' || status === 'REPORT_FAILED';

/** Reads where record groups of a status lie; undefined where they may lie anywhere. */
export function narrowed(status: GroupStatus, row: unknown): Narrowed | undefined {
  const { reports, first, last, entitlements, waiting } = row as Found;
  if (reports > mostReports) return undefined;
  if (status !== 'CREATED' || waiting === null)
    return { first: first ?? '', last: last ?? '', entitlements: entitlements ?? [] };
  return { first: first !== null && first < waiting ? first : waiting, last: '~', entitlements: undefined };
}
