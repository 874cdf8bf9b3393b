import { lockForUsage } from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { sendJob } from '../send-job-definition.ts';
import { applyChanges, type Change } from './apply.ts';
import { reportErrors } from './errors.ts';
import { findLinesOfReports, type Line, lockLines } from './line-store.ts';
import { chooseHours } from './other-hours.ts';
import { findReport, type Report } from './report-store.ts';

const requireReport = async (scope: OrgTransaction, id: string): Promise<Report> => {
  const report = await findReport(scope, id);
  if (!report) throw reportErrors.usage_record_report_not_found();
  return report;
};

const usageOf = (registry: AdapterRegistry, scope: OrgTransaction, { partner }: Report) =>
  partner === null ? undefined : registry.find(scope, partner)?.describe().usage;

/**
 * Sends the rejected or missed lines of a report again. Each line is sent for its own hour or the next open
 * and free hour; after the end of the agreement, for the last free hour before the end. Lines without an open
 * hour are unchanged. @throws 404 for an unknown report; 409 if no line failed, or no failed line has an open
 * hour
 */
export async function retryReport(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  id: string,
): Promise<Report> {
  const report = await requireReport(scope, id);
  const usage = usageOf(registry, scope, report);
  const [entitlement] = await lockForUsage(scope, [report.entitlement_id]);
  const failed = (await findLinesOfReports(scope, [id])).filter(({ state }) =>
    ['REJECTED', 'MISSED'].includes(state),
  );
  if (failed.length === 0)
    throw reportErrors.usage_record_report_not_retriable('No usage of the report was rejected or missed.');
  if (!usage) throw reportErrors.usage_record_report_not_retriable('The marketplace does not accept usage.');
  const until = entitlement?.end_time ? new Date(entitlement.end_time) : undefined;
  const life = { until, terms: entitlement?.terms ?? [] };
  const changes = (await chooseHours(scope, failed, usage, life)).flatMap(({ line, change }) =>
    change ? [{ line, change }] : [],
  );
  if (changes.length === 0)
    throw reportErrors.usage_record_report_not_retriable(nothingOpen(failed, until, scope.now));
  await applyChanges(scope, changes, { byPerson: true });
  await scope.query(enqueue(scope, sendJob, { partner: report.partner ?? '' }));
  return requireReport(scope, id);
}

/** Explains why no line can be sent. */
const nothingOpen = (lines: readonly Line[], until: Date | undefined, now: Date): string => {
  const dimensions = [...new Set(lines.map(({ dimension }) => dimension))].join(', ');
  return until && until <= now
    ? `The agreement ended at ${until.toISOString()}: no earlier hour is open and free for usage of ${dimensions}.`
    : `The marketplace has no open hour for usage of ${dimensions}.`;
};

/**
 * Records the result of a manual check for lines whose outcome at the marketplace is unknown. Lines that the
 * marketplace did not accept are sent again; after their deadline they become MISSED.
 * @throws 404 for an unknown report; 409 if the report has no held line
 */
export async function resolveReport(
  scope: OrgTransaction,
  id: string,
  { accepted, dimension }: { accepted: boolean; dimension?: string | undefined },
): Promise<Report> {
  const report = await requireReport(scope, id);
  await lockForUsage(scope, [report.entitlement_id]);
  const lines = (await findLinesOfReports(scope, [id])).map((line) => line.id);
  // A line may be in flight again; acquiring the lock waits for the outcome of the line.
  const held = (await lockLines(scope, lines)).filter(
    (line) => line.state === 'UNKNOWN' && (dimension === undefined || line.dimension === dimension),
  );
  if (held.length === 0) throw reportErrors.usage_not_held();
  await applyChanges(
    scope,
    held.map((line) => ({ line, change: resolutionOf(line, accepted, scope.now) })),
    { byPerson: true },
  );
  await scope.query(enqueue(scope, sendJob, { partner: report.partner ?? '' }));
  return requireReport(scope, id);
}

const resolutionOf = (line: Line, accepted: boolean, now: Date): Change => {
  if (accepted) return { state: 'ACCEPTED', due_time: null };
  const isLate = line.deadline !== null && new Date(line.deadline) <= now;
  return isLate
    ? { state: 'MISSED', due_time: null }
    : { state: 'WAITING', due_time: null, alerted_time: null };
};
