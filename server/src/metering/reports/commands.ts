import { lockForUsage } from '../../entitlements/index.ts';
import type { AdapterRegistry, UsageCapabilities } from '../../marketplaces/index.ts';
import { deadlineOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { sendJob } from '../send-job-definition.ts';
import { applyChanges, type Change } from './apply.ts';
import { reportErrors } from './errors.ts';
import { endedBy, openHour } from './hours.ts';
import { findHours, findLinesOfReports, type Line } from './line-store.ts';
import { findReport, type Report } from './report-store.ts';

const requireReport = async (scope: OrgTransaction, id: string): Promise<Report> => {
  const report = await findReport(scope, id);
  if (!report) throw reportErrors.usage_record_report_not_found();
  return report;
};

const usageOf = (registry: AdapterRegistry, scope: OrgTransaction, { partner }: Report) =>
  partner === null ? undefined : registry.find(scope, partner)?.describe().usage;

/**
 * Sends what of a report was rejected or missed once more: for its hour, or the next that is open and free.
 * @throws 404; 409 when nothing of it failed, or no hour is open for it
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
    throw reportErrors.usage_record_report_not_retriable('Nothing of it was rejected or missed.');
  if (!usage) throw reportErrors.usage_record_report_not_retriable('Its marketplace takes no usage.');
  const until = entitlement?.end_time ? new Date(entitlement.end_time) : undefined;
  const changes: { line: Line; change: Change }[] = [];
  for (const line of failed) {
    const hour = await hourFor(scope, line, usage, until);
    if (!hour)
      throw reportErrors.usage_record_report_not_retriable(
        `No hour is open at the marketplace for usage of ${line.dimension}.`,
      );
    changes.push({ line, change: waitingFor(hour, usage, scope.now, until) });
  }
  await applyChanges(scope, changes, { byPerson: true });
  await scope.query(enqueue(scope, sendJob, { partner: report.partner ?? '' }));
  return requireReport(scope, id);
}

const waitingFor = (hour: Date, usage: UsageCapabilities, now: Date, until: Date | undefined): Change => ({
  state: 'WAITING',
  attempts: 0,
  alerted_time: null,
  bucket_hour: hour,
  deadline: deadlineOf(usage, hour, endedBy(until, usage, now)),
  due_time: hour > now ? hour : null,
});

async function hourFor(
  scope: OrgTransaction,
  line: Line,
  usage: UsageCapabilities,
  until: Date | undefined,
): Promise<Date | undefined> {
  const own = new Date(line.bucket_hour);
  const hours = await findHours(scope, line, own);
  const timeOf = ({ bucket_hour: hour }: Pick<Line, 'bucket_hour'>) => new Date(hour).getTime();
  const kind = line.verdict === null ? undefined : (JSON.parse(line.verdict) as { kind: string }).kind;
  // Its own hour is free for it, unless the marketplace has another quantity of that.
  const others = hours.filter((other) => timeOf(other) !== own.getTime() || kind === 'duplicateOther');
  const accepted = hours.filter(({ state }) => state === 'ACCEPTED').map(timeOf);
  return openHour(own, usage, scope.now, {
    taken: new Set(others.map(timeOf)),
    after: accepted.length === 0 ? undefined : new Date(Math.max(...accepted)),
    until,
  });
}

/**
 * Writes what a person found out about lines of which nobody knew whether the marketplace had taken them. Those that it has
 * not are sent again while there is time, and else missed.
 * @throws 404; 409 when none of the report is held
 */
export async function resolveReport(
  scope: OrgTransaction,
  id: string,
  { accepted, dimension }: { accepted: boolean; dimension?: string | undefined },
): Promise<Report> {
  const report = await requireReport(scope, id);
  await lockForUsage(scope, [report.entitlement_id]);
  const held = (await findLinesOfReports(scope, [id])).filter(
    (line) => line.state === 'UNKNOWN' && (dimension === undefined || line.dimension === dimension),
  );
  if (held.length === 0) throw reportErrors.usage_not_held();
  await applyChanges(
    scope,
    held.map((line) => ({ line, change: resolved(line, accepted, scope.now) })),
    { byPerson: true },
  );
  await scope.query(enqueue(scope, sendJob, { partner: report.partner ?? '' }));
  return requireReport(scope, id);
}

const resolved = (line: Line, accepted: boolean, now: Date): Change => {
  if (accepted) return { state: 'ACCEPTED', due_time: null };
  const isLate = line.deadline !== null && new Date(line.deadline) <= now;
  return isLate
    ? { state: 'MISSED', due_time: null }
    : { state: 'WAITING', due_time: null, alerted_time: null };
};
