import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { findLinesOfReports, type Line, type LineState, openStates } from './line-store.ts';
import type { StoredVerdict } from './verdicts.ts';
import { failureWords } from './words.ts';

export const reportFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['partner', 'partner', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['entitlementTermID', 'entitlement_term_id', 'text'],
  ['status', 'status', 'text'],
  ['message', 'message', 'text'],
  ['reportedTime', 'reported_time', 'time'],
  ['info', 'info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'usage_report'>;

export const encodeReport = recordEncoder(reportFields);
const shown = `${columnList(reportFields, 'r')}, r.group_status, r.sequence`;

/**
 * The columns of a report. The status is derived from the invoice that bills the report; see
 * `billingOfReport`.
 */
export const reportColumnList = reportFields
  .map(([, column]) => {
    if (column === 'status')
      return `CASE WHEN billing.invoice_id IS NULL THEN r.status ELSE 'INVOICED' END AS status`;
    if (column === 'last_update_time')
      return 'greatest(r.last_update_time, billing.changed_time) AS last_update_time';
    return `r.${column}`;
  })
  .join(', ');

export type ReportStatus = 'CREATED' | 'SUCCESS' | 'FAILED' | 'INVOICED' | 'CANCELED' | 'DELETED';
export type GroupStatus = 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED';

export type Report = RowOf<
  'usage_report',
  (typeof reportFields)[number][1] | 'group_status' | 'sequence',
  { status: ReportStatus; group_status: GroupStatus }
>;

const events = createEntityEvents<{ id: string }, 'UPDATE' | 'ABNORMAL_ALERT'>(
  'USAGE_RECORD_REPORT',
  encodeReport,
);

export const findReport = async (scope: OrgTransaction, id: string): Promise<Report | undefined> =>
  (
    await scope.query<Report>({
      name: 'usage_report',
      text: `SELECT ${shown} FROM usage_report r WHERE r.organization_id = $1 AND r.id = $2`,
      values: [scope.organizationId, id],
    })
  )[0];

const lockReports = (scope: OrgTransaction, ids: readonly string[]): Promise<Report[]> =>
  scope.query<Report>({
    name: 'lock_usage_reports',
    text: `SELECT ${shown} FROM usage_report r WHERE r.organization_id = $1 AND r.id = ANY ($2)
           ORDER BY r.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

const failed: readonly LineState[] = ['REJECTED', 'MISSED'];

/** Derives the status of a report from the states of its lines. */
export function statusBy(states: readonly LineState[]): Pick<Report, 'status' | 'group_status'> {
  if (states.some((state) => openStates.includes(state)))
    return { status: 'CREATED', group_status: 'REPORT_PENDING' };
  return states.some((state) => failed.includes(state))
    ? { status: 'FAILED', group_status: 'REPORT_FAILED' }
    : { status: 'SUCCESS', group_status: 'REPORTED' };
}

type Mirror = Record<string, unknown>;

/**
 * Merges the marketplace’s records of several lines. Lists are concatenated; for other fields the last value
 * applies.
 */
export function joinMirrors(mirrors: readonly Mirror[]): Mirror {
  const joined: Mirror = {};
  for (const mirror of mirrors)
    for (const [key, value] of Object.entries(mirror)) {
      const known = joined[key];
      if (Array.isArray(known) && Array.isArray(value)) joined[key] = [...known, ...value];
      else if (isObject(known) && isObject(value)) joined[key] = joinMirrors([known, value]);
      else joined[key] = value;
    }
  return joined;
}
const isObject = (value: unknown): value is Mirror =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const verdictOf = ({ verdict }: Line): StoredVerdict | undefined =>
  verdict === null ? undefined : (JSON.parse(verdict) as StoredVerdict);

/** Alert messages by report id. */
export type Alerts = ReadonlyMap<string, readonly string[]>;

/** Builds the message of a report from the reasons of its failed lines, its differences and its alerts. */
function messageOf(lines: readonly Line[], alert: readonly string[] = []): string | null {
  const given = lines.filter(({ state }) => failed.includes(state));
  const differences = lines.flatMap(({ difference }) => difference ?? []);
  const words = new Set([
    ...given.map((line) => failureWords(line, verdictOf(line))),
    ...differences,
    ...alert,
  ]);
  return words.size === 0 ? null : [...words].join(' ');
}

/**
 * Updates the status of reports after changes to their lines, stores the requests and responses of the
 * marketplace, and records an event for alerts and manual commands.
 */
export async function settleReports(
  scope: OrgTransaction,
  reportIds: readonly string[],
  { alerts = new Map(), byPerson = false }: { alerts?: Alerts; byPerson?: boolean } = {},
): Promise<void> {
  const ids = [...new Set(reportIds)].sort();
  if (ids.length === 0) return;
  const before = await lockReports(scope, ids);
  const lines = groupBy(await findLinesOfReports(scope, ids), ({ report_id: id }) => id);
  for (const report of before) {
    const own = lines.get(report.id) ?? [];
    const { status, group_status } = statusBy(own.map(({ state }) => state));
    const alert = alerts.get(report.id);
    const isNews = byPerson || alert !== undefined;
    const [after] = await scope.query<Report>({
      name: 'settle_usage_report',
      text: `UPDATE usage_report r SET status = $3, group_status = $4, message = $5, info = r.info || $6::jsonb,
               reported_time = CASE WHEN $3 = 'SUCCESS' THEN coalesce(r.reported_time, $7) END,
               last_update_time = $7, sequence = r.sequence + $8
             WHERE r.organization_id = $1 AND r.id = $2 RETURNING ${shown}`,
      values: [
        ...[scope.organizationId, report.id, status, group_status],
        messageOf(own, alert),
        JSON.stringify(joinMirrors(own.flatMap((line): Mirror[] => [verdictOf(line)?.mirror ?? {}]))),
        scope.now,
        isNews ? 1 : 0,
      ],
    });
    if (!after || !isNews) continue;
    const action = alert === undefined ? 'UPDATE' : 'ABNORMAL_ALERT';
    await scope.query(events.record(scope, action, after, report));
  }
}
