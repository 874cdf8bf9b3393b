import type { Clock } from '../../http/clock.ts';
import type { RawAnswer } from '../../http/server.ts';
import type { Answer, Call } from '../calls.ts';
import { ServiceError } from '../errors.ts';
import { type InsightsOperation, revenueQuery } from '../facts/insights.ts';
import type { Ids } from '../ids.ts';
import { readTime } from '../times.ts';

type Query = { id: string; owner: string | undefined; name: string; text: string; createdMs: number };
type Report = {
  id: string;
  owner: string;
  name: string;
  description: string | undefined;
  query: Query;
  createdMs: number;
  startMs: number;
  intervalHours: number | undefined;
  count: number | undefined;
  format: 'csv' | 'tsv';
  callbackUrl: string | undefined;
  executions: Execution[];
};
type Execution = {
  id: string;
  status: 'Pending' | 'Running' | 'Completed';
  startMs: number;
  /** Path of the finished file. */
  path: string | undefined;
  content: string;
  generatedMs: number | undefined;
};

/** A line of the revenue report, by column. */
export type RevenueLine = Readonly<Record<string, string | number>>;

const refuse = (status: number, message: string) => new ServiceError(status, 'Refused', message);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const second = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
const envelope = (value: readonly object[], message: string | null = null): Answer => ({
  status: 200,
  body: { value, totalCount: value.length, message, statusCode: 200 },
});

/** Simulates the interface of scheduled reports, and the files to which its results lead. */
export function createReports({ clock, ids }: { clock: Clock; ids: Ids }) {
  const system: Query = {
    id: revenueQuery.id,
    owner: undefined,
    name: 'Revenue report query',
    text: `SELECT ${revenueQuery.columns.join(',')} FROM ${revenueQuery.dataset} TIMESPAN LAST_6_MONTHS`,
    createdMs: 0,
  };
  const queries: Query[] = [system];
  const reports = new Map<string, Report>();
  const lines: OwnedLine[] = [];
  const pace = { queueMs: 60_000, runMs: 240_000, linkMs: dayMs };
  const { run, schedule } = createExecutions({ clock, ids, pace, lines });
  return {
    operations: createOperations({ clock, ids, pace, queries, reports, run, schedule }),
    pace,
    addRevenue: (owner: string, line: RevenueLine) => void lines.push({ owner, line }),
    showRevenue: (owner: string, shown: readonly RevenueLine[]) => {
      const others = lines.filter((one) => one.owner !== owner);
      lines.splice(0, lines.length, ...others, ...shown.map((line) => ({ owner, line })));
    },
    /** Returns the secret addresses of finished files, for tests that search for leaks. */
    paths: () =>
      [...reports.values()].flatMap(({ executions }) => executions.flatMap(({ path }) => path ?? [])),
    /** Answers the download of a finished file by its secret address, which needs no token. */
    download: (path: string): RawAnswer => {
      const executions = [...reports.values()].flatMap((report) => report.executions);
      const found = executions.find((one) => one.path === path);
      if (!found) return { status: 404 };
      const isExpired = (found.generatedMs ?? 0) + pace.linkMs <= clock.now();
      if (isExpired) return { status: 403, body: '<Error><Code>AuthenticationFailed</Code></Error>' };
      return { status: 200, headers: { 'content-type': 'text/csv' }, body: found.content };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;

type Pace = { queueMs: number; runMs: number; linkMs: number };
type OwnedLine = { owner: string; line: RevenueLine };

/** Creates the functions that generate reports, once or at intervals. */
function createExecutions({
  clock,
  ids,
  pace,
  lines,
}: {
  clock: Clock;
  ids: Ids;
  pace: Pace;
  lines: OwnedLine[];
}) {
  const run = (report: Report): void => {
    const execution: Execution = {
      id: ids.uuid(),
      status: 'Pending',
      startMs: clock.now(),
      path: undefined,
      content: '',
      generatedMs: undefined,
    };
    report.executions.push(execution);
    clock.schedule('WORK', clock.now() + pace.queueMs, () => {
      execution.status = 'Running';
    });
    clock.schedule('WORK', clock.now() + pace.queueMs + pace.runMs, () => {
      const own = lines.filter(({ owner }) => owner === report.owner).map(({ line }) => line);
      execution.status = 'Completed';
      execution.content = table(columnsOf(report.query.text), own, report.format);
      execution.path = `/reports/${ids.hex(32)}`;
      execution.generatedMs = clock.now();
    });
  };
  const schedule = (report: Report, turn: number): void => {
    if (turn >= (report.count ?? Number.POSITIVE_INFINITY)) return;
    const atMs = report.startMs + turn * (report.intervalHours ?? 0) * hourMs;
    clock.schedule('LIFE', atMs, () => {
      run(report);
      schedule(report, turn + 1);
    });
  };
  return { run, schedule };
}

type OperationParts = {
  clock: Clock;
  ids: Ids;
  pace: Pace;
  queries: Query[];
  reports: Map<string, Report>;
  run: (report: Report) => void;
  schedule: (report: Report, turn: number) => void;
};

function createOperations({
  clock,
  ids,
  pace,
  queries,
  reports,
  run,
  schedule,
}: OperationParts): Record<InsightsOperation, (call: Call) => Answer> {
  return {
    listQueries: ({ caller }) =>
      envelope(queries.filter(({ owner }) => !owner || owner === caller.tenantId).map(showQuery)),
    createQuery: ({ body, caller }) => {
      const { Name, Query: text } = body as { Name: string; Query: string };
      columnsOf(text);
      const query = { id: ids.uuid(), owner: caller.tenantId, name: Name, text, createdMs: clock.now() };
      queries.push(query);
      return envelope([showQuery(query)], 'Query created successfully');
    },
    listReports: ({ caller }) =>
      envelope([...reports.values()].filter(({ owner }) => owner === caller.tenantId).map(showReport)),
    createReport: ({ body, caller }) => {
      const report = readReport(body as NewReport, {
        owner: caller.tenantId,
        queries,
        ids,
        nowMs: clock.now(),
      });
      reports.set(report.id, report);
      if (report.intervalHours === undefined) run(report);
      else schedule(report, 0);
      return envelope([showReport(report)], 'Report created successfully');
    },
    listExecutions: (call) => {
      const report = reports.get(call.parameters.reportId?.toLowerCase() ?? '');
      const { executionId, executionStatus = 'Completed', getLatestExecution = 'true' } = call.query;
      const found = (report?.owner === call.caller.tenantId ? report.executions : []).filter(
        ({ id, status, startMs }) =>
          status === executionStatus &&
          (executionId === undefined || executionId === id) &&
          startMs > clock.now() - 90 * dayMs,
      );
      if (!report || found.length === 0) throw refuse(404, 'No execution was found.');
      const shown = getLatestExecution === 'true' ? found.slice(-1) : found;
      return envelope(shown.map((one) => showExecution(one, report, call.base, pace.linkMs)));
    },
  };
}

type NewReport = {
  ReportName: string;
  Description?: string;
  QueryId: string;
  StartTime?: string;
  RecurrenceInterval?: number;
  RecurrenceCount?: number;
  Format?: 'csv' | 'tsv';
  CallbackUrl?: string;
  ExecuteNow?: boolean;
  QueryStartTime?: string;
  QueryEndTime?: string;
};
type Context = { owner: string; queries: readonly Query[]; ids: Ids; nowMs: number };

/** Reads a new report: one that runs once and now, or one that starts later and recurs. */
function readReport(given: NewReport, { owner, queries, ids, nowMs }: Context): Report {
  const query = queries.find(({ id, owner: by }) => id === given.QueryId && (!by || by === owner));
  if (!query) throw refuse(404, 'The query was not found.');
  const { StartTime, RecurrenceInterval, RecurrenceCount, ExecuteNow = false } = given;
  if (!ExecuteNow) {
    if (given.QueryStartTime !== undefined || given.QueryEndTime !== undefined)
      throw refuse(400, 'QueryStartTime and QueryEndTime need ExecuteNow.');
    if (StartTime === undefined || RecurrenceInterval === undefined)
      throw refuse(400, 'StartTime and RecurrenceInterval are required.');
    if (RecurrenceInterval < 4 || RecurrenceInterval > 2160)
      throw refuse(400, 'RecurrenceInterval must be from 4 to 2160.');
    if (readTime(StartTime) < nowMs) throw refuse(400, 'StartTime must not be in the past.');
  }
  return {
    id: ids.uuid(),
    owner,
    name: given.ReportName,
    description: given.Description,
    query,
    createdMs: nowMs,
    startMs: ExecuteNow ? nowMs : readTime(StartTime as string),
    intervalHours: ExecuteNow ? undefined : RecurrenceInterval,
    count: ExecuteNow ? undefined : RecurrenceCount,
    format: given.Format ?? 'csv',
    callbackUrl: given.CallbackUrl,
    executions: [],
  };
}

/** Returns the columns of a query of the revenue data. */
function columnsOf(text: string): string[] {
  const [, list = ''] = /^\s*SELECT\s+(.+?)\s+FROM\s+ISVRevenue\b/is.exec(text) ?? [];
  const columns = list.split(',').map((one) => one.trim());
  const unknown = columns.find((one) => !revenueQuery.columns.includes(one));
  if (unknown !== undefined) throw refuse(400, `The query is not valid near '${unknown}'.`);
  return columns;
}

/** Writes rows as text; values with separators, quotes or line ends are quoted. */
function table(columns: readonly string[], rows: readonly RevenueLine[], format: 'csv' | 'tsv'): string {
  const separator = format === 'csv' ? ',' : '\t';
  const cell = (value: string) => (/[",\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const line = (values: readonly string[]) => `${values.map(cell).join(separator)}\r\n`;
  return [line(columns), ...rows.map((row) => line(columns.map((column) => String(row[column] ?? ''))))].join(
    '',
  );
}

const showQuery = ({ id, owner, name, text, createdMs }: Query) => ({
  queryId: id,
  name,
  description: name,
  query: text,
  type: owner ? 'userDefined' : 'system',
  user: owner ?? 'System',
  createdTime: second(createdMs),
});

const showReport = (report: Report) => ({
  reportId: report.id,
  reportName: report.name,
  description: report.description ?? null,
  queryId: report.query.id,
  query: report.query.text,
  user: report.owner,
  createdTime: second(report.createdMs),
  modifiedTime: null,
  startTime: second(report.startMs),
  reportStatus: 'Active',
  recurrenceInterval: report.intervalHours ?? null,
  recurrenceCount: report.count ?? null,
  callbackUrl: report.callbackUrl ?? null,
  format: report.format,
});

const showExecution = (one: Execution, report: Report, base: string, linkMs: number) => ({
  executionId: one.id,
  reportId: report.id,
  recurrenceInterval: report.intervalHours ?? null,
  recurrenceCount: report.count ?? null,
  callbackUrl: report.callbackUrl ?? null,
  format: report.format,
  executionStatus: one.status,
  reportAccessSecureLink: one.path === undefined ? null : new URL(one.path, base).href,
  reportExpiryTime: one.generatedMs === undefined ? null : second(one.generatedMs + linkMs),
  reportGeneratedTime: one.generatedMs === undefined ? null : second(one.generatedMs),
});
