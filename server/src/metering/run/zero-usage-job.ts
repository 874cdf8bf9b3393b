import { lockForUsage, type UsageEntitlement, type UsageTerm } from '../../entitlements/index.ts';
import { type AdapterRegistry, deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { hourOf } from '../run-request.ts';
import { createDimensionReader, keysOf, readSources } from './dimensions.ts';
import { printInfo } from './report-info.ts';
import { enqueueSends, settleWaiting } from './run-job.ts';
import { insertLines, insertReports, type NewLineRow, type NewReportRow, write } from './settled-store.ts';
import { readTaken } from './standing-store.ts';
import { termAt, termStates } from './term-credit.ts';
import { wantedPartners, type ZeroUsagePayload, zeroUsageJob } from './zero-usage-schedule.ts';

const hourMs = 3_600_000;
/** Number of entitlements that are locked and written together. */
const portion = 200;

/**
 * Reports zero for each dimension and hour of active entitlements without usage and without a line. Zeros are
 * stored as ordinary lines: marketplaces keep the first quantity of an hour, so later usage of the hour must
 * be sent for a different hour.
 */
export const zeroUsageJobHandler = (registry: AdapterRegistry): JobHandler<ZeroUsagePayload> => ({
  definition: zeroUsageJob,
  run: async (job) => {
    await settleWaiting(job, registry, (scope) => hourOf(scope.now));
    for (let last = ''; ; ) {
      job.signal.throwIfAborted();
      let found: string[] = [];
      await job.leasedTransaction(async (scope) => {
        found = await findActive(scope, last);
        await reportZeros(scope, registry, found, job.payload);
      });
      if (found.length < portion) break;
      last = found.at(-1) as string;
    }
    await job.finish('reported the hours without usage', enqueueSends);
  },
});

async function findActive(scope: OrgTransaction, last: string): Promise<string[]> {
  const rows = await scope.query<{ id: string }>({
    name: 'entitlements_for_zero_usage',
    text: `SELECT e.id FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner IN (${wantedPartners}) AND e.status IN ('ACTIVE', 'PENDING_CANCEL')
             AND e.id > $2 ORDER BY e.id LIMIT ${portion}`,
    values: [scope.organizationId, last],
  });
  return rows.map(({ id }) => id);
}

/** Returns the key for an hour of a dimension. */
const slotOf = (entitlementId: string, hour: string, dimension: string) =>
  JSON.stringify([entitlementId, hour, dimension]);

async function reportZeros(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  ids: readonly string[],
  { since, until }: ZeroUsagePayload,
): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId, environment, now } = scope;
  const entitlements = (await lockForUsage(scope, ids)).filter((one) => runsOn(one, now));
  const terms = entitlements.flatMap((one) => one.terms);
  const [sources, taken, used] = await Promise.all([
    readSources(scope, terms),
    readTaken(scope, { entitlementIds: ids, since, reportIds: [] }),
    readUsed(scope, terms, since),
  ]);
  const known = new Set([
    ...taken.map(({ entitlementId, hour, dimension }) => slotOf(entitlementId, hour, dimension)),
    ...used,
  ]);
  const read = createDimensionReader();
  const keysOfTerm = (term: UsageTerm) => keysOf(term, sources, read);
  const [reports, lines]: [NewReportRow[], NewLineRow[]] = [[], []];
  const runId = scope.newId('run');
  for (const entitlement of entitlements) {
    const usage = registry.find({ organizationId, environment }, entitlement.partner ?? '')?.describe().usage;
    if (!usage?.heartbeat) continue;
    for (const { hour, term } of hoursOf(entitlement, usage, { since, until, now })) {
      const keys = keysOfTerm(term).filter((key) => !known.has(slotOf(entitlement.id, hour, key)));
      if (keys.length === 0) continue;
      const at = { entitlement, term, hour, keys, deadline: deadlineOf(usage, new Date(hour)) };
      const report = reportOf(scope, at);
      reports.push(report);
      lines.push(...linesOf(scope, report.id, at));
    }
  }
  const common = { organization_id: organizationId, creation_time: now };
  await write(scope, reports, (rows) =>
    insertReports({ common: { ...common, run_id: runId }, reports: rows }),
  );
  await write(scope, lines, (rows) => insertLines({ common, lines: rows }));
}

/**
 * Returns whether the entitlement is active and before its end. After the end, only actual usage is reported.
 */
const runsOn = ({ status, end_time: end }: UsageEntitlement, now: Date): boolean =>
  (status === 'ACTIVE' || status === 'PENDING_CANCEL') && (end === null || Date.parse(end) > now.getTime());

/**
 * Returns the hours in which the entitlement was active and whose usage can still be reported, each with its
 * term.
 */
function hoursOf(
  { terms }: UsageEntitlement,
  usage: UsageCapabilities,
  { since, until, now }: ZeroUsagePayload & { now: Date },
): { hour: string; term: UsageTerm }[] {
  const states = termStates(terms);
  const found: { hour: string; term: UsageTerm }[] = [];
  for (let time = Date.parse(since); time < Date.parse(until); time += hourMs) {
    const hour = new Date(time).toISOString();
    const end = new Date(time + hourMs).toISOString();
    if (deadlineOf(usage, new Date(time)) <= now || !states.some(({ start }) => start < end)) continue;
    const state = termAt(states, hour);
    const term = terms.find(({ id }) => id === state?.id);
    if (term) found.push({ hour, term });
  }
  return found;
}

/** Reads the hours and dimensions with usage that was settled since a time, including fully covered usage. */
async function readUsed(
  scope: OrgTransaction,
  terms: readonly UsageTerm[],
  since: string,
): Promise<string[]> {
  const rows = await scope.query<RowOf<'usage_ledger', 'entitlement_id'> & { hour: string; key: string }>({
    name: 'used_hours_of_terms',
    text: `SELECT DISTINCT l.entitlement_id, date_bin('1 hour', l.usage_hour, 'epoch') AS hour, l.dimension AS key
           FROM usage_ledger l
           WHERE l.organization_id = $1 AND l.entitlement_term_id = ANY ($2::text[]) AND l.creation_time >= $3
             AND l.type = 'USAGE' AND l.usage_hour >= $3`,
    values: [scope.organizationId, terms.map(({ id }) => id), since],
  });
  return rows.map(({ entitlement_id: id, hour, key }) => slotOf(id, hour, key));
}

type ZeroUsage = {
  entitlement: UsageEntitlement;
  term: UsageTerm;
  hour: string;
  keys: readonly string[];
  deadline: Date;
};

function reportOf(
  scope: OrgTransaction,
  { entitlement: { id: entitlementId, partner }, term, hour, keys }: ZeroUsage,
): NewReportRow {
  const until = new Date(Date.parse(hour) + hourMs).toISOString();
  const zeros = Object.fromEntries(keys.map((key) => [key, new Exact(0)]));
  const now = scope.now.toISOString();
  return {
    id: scope.newId('urr'),
    entitlement_id: entitlementId,
    entitlement_term_id: term.id,
    partner,
    usage_from: hour,
    usage_until: until,
    group_count: 0,
    status: 'CREATED',
    group_status: 'REPORT_PENDING',
    reported_time: null,
    message: null,
    info: printInfo({ startTime: hour, endTime: until, partner: partner ?? '', reportedRecords: zeros }),
    mapped: '[]',
    first_batch_id: '',
    last_batch_id: '',
    received_since: now,
    received_until: now,
    generation: 0,
    billable: '{}',
  };
}

const linesOf = (
  scope: OrgTransaction,
  reportId: string,
  { entitlement, term, hour, keys, deadline }: ZeroUsage,
): NewLineRow[] =>
  keys.map((dimension) => ({
    id: scope.newId('usl'),
    report_id: reportId,
    entitlement_id: entitlement.id,
    entitlement_term_id: term.id,
    partner: entitlement.partner as string,
    dimension,
    bucket_hour: hour,
    quantity: '0',
    unit_price: null,
    amount: '0',
    deadline: deadline.toISOString(),
    due_time: scope.now.toISOString(),
  }));
