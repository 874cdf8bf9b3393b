import {
  addUsedOfTerms,
  setTermAmounts,
  type TermIncrements,
  type UsageEntitlement,
  type UsageTerm,
} from '../../entitlements/index.ts';
import { traitsOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { appendEntries, type NewEntry, printCounts } from '../ledger/index.ts';
import { aggregatedInfo } from './aggregated-info.ts';
import { billableUnits } from './billable-units.ts';
import { entriesOf, entriesOfMove } from './entries-of-step.ts';
import type { Extent } from './hours.ts';
import { mergeInfo, parseInfo, printInfo, type ReportInfo, reportInfo } from './report-info.ts';
import { money, type Step } from './settle.ts';
import type { EntitlementUsage, MappedSum, SettledEntitlement, SettledReport } from './settle-entitlement.ts';
import {
  addDaily,
  addToLines,
  insertLines,
  insertReports,
  type NewLineRow,
  type NewReportRow,
  saveBalances,
  saveIncluded,
  updateReports,
  write,
} from './settled-store.ts';
import type { EarlierReportRow, ExistingLineRow } from './standing-store.ts';

type SettledUsage = { usage: EntitlementUsage; result: SettledEntitlement };
type SettledChunk = {
  runId: string;
  settled: readonly SettledUsage[];
  made: readonly EarlierReportRow[];
  taken: readonly ExistingLineRow[];
  /** Returns the deadline for usage of an hour, as text. */
  deadline: (entitlement: UsageEntitlement, hour: string) => string | null;
};

/** Settled usage with lookup tables. */
type IndexedChunk = SettledChunk & {
  madeById: ReadonlyMap<string | undefined, EarlierReportRow>;
  takenBySlot: ReadonlyMap<string, ExistingLineRow>;
};

/** Returns the unique key of a line. */
const slotOf = ({
  entitlementId,
  dimension,
  hour,
}: Pick<ExistingLineRow, 'entitlementId' | 'dimension' | 'hour'>) =>
  JSON.stringify([entitlementId, dimension, hour]);

/** The usage of a dimension on a day. */
type Day = Omit<Parameters<typeof addDaily>[0]['days'][number], 'quantity' | 'amount'> & {
  quantity: Exact;
  amount: Exact;
};

/** The rows to write for a portion of a run. */
type Writes = {
  entries: NewEntry[];
  reports: NewReportRow[];
  changedReports: Parameters<typeof updateReports>[0]['reports'][number][];
  lines: NewLineRow[];
  addedLines: { id: string; quantity: string; amount: string }[];
  days: Day[];
  used: TermIncrements[];
  /** Time of the run, as text. */
  now: string;
};

/** Writes the settlement of locked entitlements. */
export async function saveSettled(scope: OrgTransaction, settled: SettledChunk): Promise<void> {
  const writes: Writes = {
    entries: [],
    reports: [],
    changedReports: [],
    lines: [],
    addedLines: [],
    days: [],
    used: [],
    now: scope.now.toISOString(),
  };
  const all: IndexedChunk = {
    ...settled,
    madeById: new Map(settled.made.map((row) => [row.id, row])),
    takenBySlot: new Map(settled.taken.map((line) => [slotOf(line), line])),
  };
  for (const one of settled.settled) collect(scope, all, one, writes);
  const { organizationId, now } = scope;
  const more = { organizationId, now };
  const common = { organization_id: organizationId, creation_time: now };
  const reportOf = { ...common, run_id: settled.runId };
  for (const { usage, result } of settled.settled) await saveAmounts(scope, usage, result);
  // The statements are sent together, so that the database does not wait for the process in between.
  await Promise.all([
    write(scope, writes.reports, (reports) => insertReports({ common: reportOf, reports })),
    write(scope, writes.changedReports, (reports) => updateReports({ more, reports })),
    write(scope, writes.lines, (lines) => insertLines({ common, lines })),
    write(scope, writes.addedLines, (lines) => addToLines({ more, lines })),
    appendEntries(scope, writes.entries),
    write(scope, balancesOf(organizationId, settled.settled), (balances) => saveBalances({ balances })),
    write(scope, includedOf(organizationId, settled.settled), (included) => saveIncluded({ included })),
    write(scope, mergeDays(writes.days), (days) => addDaily({ common, days })),
    addUsedOfTerms(scope, writes.used),
  ]);
}

function collect(
  scope: OrgTransaction,
  all: IndexedChunk,
  { usage, result }: SettledUsage,
  writes: Writes,
): void {
  const { entitlement } = usage;
  const before = writes.entries.length;
  const at = { entitlementId: entitlement.id, runId: all.runId };
  writes.entries.push(...result.moves.flatMap((move) => entriesOfMove(at, move)));
  for (const report of result.reports) {
    const id = report.id ?? scope.newId('urr');
    const steps = report.spans.flatMap((span) => span.steps);
    writes.entries.push(
      ...steps.flatMap((step) => entriesOf({ ...at, termId: report.termId, reportId: id }, step)),
    );
    collectReport(scope, all, { usage, result }, { ...report, id }, writes);
    collectLines(scope, all, usage, { ...report, id }, writes);
    collectDays(entitlement, report, writes.days);
  }
  writes.used.push(...usedOf({ usage, result }, writes.entries.slice(before)));
}

type StoredReport = SettledReport & { id: string };

function collectReport(
  scope: OrgTransaction,
  all: IndexedChunk,
  { usage, result }: SettledUsage,
  report: StoredReport,
  writes: Writes,
): void {
  const { entitlement } = usage;
  const spans = report.spans.map(({ span }) => span);
  const from = spans[0]?.from as string;
  const until = spans.at(-1)?.until as string;
  const term = result.terms.find(({ id }) => id === report.termId) as (typeof result.terms)[number];
  const row = entitlement.terms.find(({ id }) => id === report.termId) as UsageTerm;
  const steps = report.spans.flatMap((span) => span.steps);
  const made = all.madeById.get(report.id);
  const rulesOf = usage.rulesOf(row);
  const fresh = {
    ...reportInfo({ from, until, partner: entitlement.partner }, steps, rulesOf, term),
    ...aggregatedInfo(report.spans, (dimension) => rulesOf(dimension).price),
  };
  const info: ReportInfo = made ? mergeInfo(parseInfo(made.info), fresh) : fresh;
  const groups = report.spans.reduce((sum, span) => sum + span.groups, made?.group_count ?? 0);
  const before = made ? readMapped(made.mapped) : [];
  const added = report.spans.flatMap((span) => span.mapped);
  // Mapped quantities of earlier chunks get a prefix, so that their hours stay distinct.
  const mapped = [...before, ...added.map((one) => ({ ...one, part: `${before.length} ${one.part}` }))];
  const isDone = usage.isSent && report.lines.length === 0;
  const common = {
    ...extentOf(report.spans.map(({ calls }) => calls)),
    id: report.id,
    group_count: groups,
    status: isDone ? 'SUCCESS' : 'CREATED',
    group_status: isDone ? 'REPORTED' : usage.isSent ? 'REPORT_PENDING' : 'CREATED',
    message: typeof info.message === 'string' ? info.message : null,
    info: printInfo(info),
    mapped: `[${mapped.map(printMapped).join(',')}]`,
    billable: usage.isSent ? '{}' : printInfo(billableUnits(steps, made?.billable)),
  };
  if (made) writes.changedReports.push(common);
  else
    writes.reports.push({
      ...common,
      entitlement_id: entitlement.id,
      entitlement_term_id: report.termId,
      partner: entitlement.partner,
      generation: usage.generation,
      usage_from: from,
      usage_until: until,
      reported_time: isDone ? scope.now.toISOString() : null,
    });
}

const printMapped = ({ key, groupBy, isEvent, part, dimension, quantity, units }: MappedSum): string =>
  `{"key":${JSON.stringify(key)},"groupBy":${JSON.stringify(groupBy)},"isEvent":${isEvent},"part":"${part}",` +
  `"dimension":${JSON.stringify(dimension)},"quantity":"${quantity.toFixed()}","units":"${units.toFixed()}"}`;

/** Returns the range of calls that contain the record groups of a report. */
function extentOf(calls: readonly Extent[]): Extent {
  const sorted = (field: keyof Extent) => calls.map((one) => one[field]).sort();
  return {
    first_batch_id: sorted('first_batch_id')[0] as string,
    last_batch_id: sorted('last_batch_id').at(-1) as string,
    received_since: sorted('received_since')[0] as string,
    received_until: sorted('received_until').at(-1) as string,
  };
}

const readMapped = (text: string): MappedSum[] =>
  (JSON.parse(text) as (Omit<MappedSum, 'units' | 'quantity'> & { units: string; quantity: string })[]).map(
    (one) => ({
      ...one,
      quantity: new Exact(one.quantity),
      units: new Exact(one.units),
    }),
  );

function collectLines(
  scope: OrgTransaction,
  { takenBySlot, deadline }: IndexedChunk,
  { entitlement }: EntitlementUsage,
  report: StoredReport,
  writes: Writes,
): void {
  for (const { dimension, hour, isLost, units, price } of report.lines) {
    const amount = money(units, price).toFixed();
    const open = takenBySlot.get(slotOf({ entitlementId: entitlement.id, dimension, hour }));
    if (open) writes.addedLines.push({ id: open.id, quantity: units.toFixed(), amount });
    else
      writes.lines.push({
        id: scope.newId('usl'),
        report_id: report.id,
        entitlement_id: entitlement.id,
        entitlement_term_id: report.termId,
        partner: entitlement.partner as string,
        dimension,
        bucket_hour: hour,
        quantity: units.toFixed(),
        unit_price: price?.toFixed() ?? null,
        amount,
        // A line without an hour becomes MISSED immediately; this raises an alert.
        deadline: isLost ? writes.now : deadline(entitlement, hour),
        // A line for a future hour waits for that hour.
        due_time: !isLost && Date.parse(hour) > scope.now.getTime() ? hour : writes.now,
      });
  }
}

function collectDays(
  { id: entitlementId, partner }: UsageEntitlement,
  { spans }: SettledReport,
  days: Day[],
): void {
  for (const { span, steps, mapped } of spans) {
    const day = span.from.slice(0, 10);
    for (const { dimension, groupBy: grouped, units } of mapped) {
      const price = steps.find((step: Step) => step.dimension === dimension)?.price;
      days.push({
        entitlement_id: entitlementId,
        day,
        key: dimension,
        group_by: grouped,
        partner,
        quantity: units,
        amount: money(units, price),
      });
    }
  }
}

const slotOfDay = ({ entitlement_id: id, day, key, group_by: grouped }: Day) =>
  grouped === '' ? `${id} ${day} ${key}` : JSON.stringify([id, day, key, grouped]);

/** Merges equal days and sorts them, so that concurrent runs cannot deadlock. */
function mergeDays(days: readonly Day[]) {
  const bySlot = new Map<string, Day>();
  for (const day of days) {
    const slot = slotOfDay(day);
    const known = bySlot.get(slot);
    bySlot.set(
      slot,
      known
        ? { ...day, quantity: day.quantity.plus(known.quantity), amount: day.amount.plus(known.amount) }
        : day,
    );
  }
  return [...bySlot.keys()].sort().map((slot) => {
    const day = bySlot.get(slot) as Day;
    return { ...day, quantity: day.quantity.toFixed(), amount: day.amount.toFixed() };
  });
}

/**
 * Computes the increase in the terms’ amounts, and the carried fractions for marketplaces whose terms contain
 * fractions (R44).
 */
function usedOf({ usage, result }: SettledUsage, entries: readonly NewEntry[]): TermIncrements[] {
  const shows =
    traitsOf(usage.entitlement.partner).showsFractions && changesOf(result.carry, usage.carry).length > 0;
  return result.terms.flatMap((term) => {
    const row = usage.entitlement.terms.find(({ id }) => id === term.id) as UsageTerm;
    const credit = term.usedCredit.minus(row.used_credit_amount ?? 0);
    const commit = term.usedCommit.minus(row.used_commit_amount ?? 0);
    const carry = result.carry.get(term.id);
    const parts =
      shows && carry ? Object.fromEntries([...carry].filter(([, units]) => !units.isZero())) : undefined;
    const counts = printCounts(entries.filter(({ entitlement_term_id: id }) => id === term.id));
    if (credit.isZero() && commit.isZero() && !parts && counts === null) return [];
    return [
      {
        entitlement_id: usage.entitlement.id,
        id: term.id,
        used_credit_amount: credit.toFixed(),
        used_commit_amount: commit.toFixed(),
        reported_amount: '0',
        decimal_parts: parts ? printInfo(parts) : null,
        more_counts: counts,
      },
    ];
  });
}

type UnitsByTerm = ReadonlyMap<string, ReadonlyMap<string, Exact>>;

/** Returns the changed values; a missing value equals zero. */
const changesOf = (after: UnitsByTerm, before: UnitsByTerm): [termId: string, key: string, units: Exact][] =>
  [...after].flatMap(([termId, units]) => {
    const old = before.get(termId);
    return [...units].flatMap(([key, now]): [string, string, Exact][] => {
      const known = old?.get(key);
      return (known ? known.equals(now) : now.isZero()) ? [] : [[termId, key, now]];
    });
  });

const balancesOf = (organizationId: string, settled: readonly SettledUsage[]) =>
  settled.flatMap(({ usage, result }) =>
    changesOf(result.carry, usage.carry).map(([termId, dimension, units]) => ({
      organization_id: organizationId,
      entitlement_term_id: termId,
      dimension,
      carry: units.toFixed(),
    })),
  );

const includedOf = (organizationId: string, settled: readonly SettledUsage[]) =>
  settled.flatMap(({ usage, result }) =>
    changesOf(result.included, usage.included).map(([termId, key, units]) => {
      const [dimension, unit, start] = JSON.parse(key) as [string, string, string];
      return {
        organization_id: organizationId,
        entitlement_term_id: termId,
        dimension,
        period_unit: unit,
        period_start: start,
        used: units.toFixed(),
      };
    }),
  );

/**
 * Writes credit and commit that moved between terms, because late usage of an earlier term consumes credit
 * and commit of later terms.
 */
async function saveAmounts(
  scope: OrgTransaction,
  { entitlement }: EntitlementUsage,
  { terms }: SettledEntitlement,
): Promise<void> {
  for (const { id, credit, carried, commit } of terms) {
    const row = entitlement.terms.find((term) => term.id === id) as UsageTerm;
    const isCredit = !credit.equals(row.credit_amount ?? 0) || !carried.equals(row.carried_credit ?? 0);
    const isCommit = !commit.equals(row.commit_amount ?? 0);
    if (!isCredit && !isCommit) continue;
    await setTermAmounts(scope, entitlement.id, id, {
      ...(isCredit ? { creditAmount: credit.toFixed(), carriedCredit: carried.toFixed() } : {}),
      ...(isCommit ? { commitAmount: commit.toFixed() } : {}),
    });
  }
}
