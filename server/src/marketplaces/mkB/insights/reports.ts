import { createHash } from 'node:crypto';
import type { Calls } from '../calls.ts';
import { refusal, unreadable } from '../errors.ts';
import { isSame } from '../fulfilment/records.ts';
import { columns } from './line.ts';

/** Calls per second, chosen to stay below what the vendor throttles; it publishes no limits. */
const rate = ['insights', 2] as const;

/** The report contains the whole history, because the payout of an old sale may change. */
const queryText = `SELECT ${columns.join(',')} FROM ISVRevenue TIMESPAN LIFETIME`;

/** Name of the query and of its report, by which both are found again. Another query has another name. */
export const reportName = `tradepost-revenue-${createHash('sha256').update(queryText).digest('hex').slice(0, 8)}`;

/** The report is generated every day at this hour (UTC), before it is read. */
const generationHour = 2;
const dayHours = 24;
/** A start must lie in the future when the call arrives. */
const leadMs = 5 * 60_000;

type Named = Readonly<Record<string, unknown>>;
/** A finished file of the report. Its address contains a signature, so that it is never stored or shown. */
export type ReportFile = { executionId: string; url: string; generatedTime: string | undefined };

/** Creates the functions that schedule the report of revenue and find its newest file. */
export function createReports({ call, now }: Pick<Calls, 'call'> & { now: () => Date }) {
  const read = async (path: string): Promise<readonly Named[]> =>
    listOf((await call({ api: 'insights', method: 'GET', path, rate })).body);
  // A repeated creation is found by its name, so that a lost response only leads to another reading.
  const create = async (path: string, body: object): Promise<Named> => {
    const [made] = listOf(
      (await call({ api: 'insights', method: 'POST', path, rate, body, effect: 'reads' })).body,
    );
    if (!made) throw unreadable('no created record', 'reads');
    return made;
  };

  async function queryId(): Promise<string> {
    const known = (await read('/ScheduledQueries')).find(({ name }) => name === reportName);
    return textIn(
      known ??
        (await create('/ScheduledQueries', {
          Name: reportName,
          Description: 'Revenue and payouts',
          Query: queryText,
        })),
      'queryId',
    );
  }

  /** Returns the id of the recurring report, which is created if it does not exist. */
  async function reportId(): Promise<string> {
    const known = (await read('/ScheduledReport')).find(
      (one) => one.reportName === reportName && !isSame(String(one.reportStatus ?? ''), 'Inactive'),
    );
    if (known) return textIn(known, 'reportId');
    const made = await create('/ScheduledReport', {
      ReportName: reportName,
      Description: 'Revenue and payouts',
      QueryId: await queryId(),
      StartTime: firstTime(now()),
      RecurrenceInterval: dayHours,
      Format: 'csv',
    });
    return textIn(made, 'reportId');
  }

  return {
    /** Tests the access without an effect. */
    test: async (): Promise<void> => void (await read('/ScheduledQueries')),
    /** Finds the newest finished file; undefined while the first file is being generated. */
    newest: async (): Promise<ReportFile | undefined> => {
      const path = `/ScheduledReport/execution/${encodeURIComponent(await reportId())}`;
      const found = await read(path).catch(noneIfAbsent);
      const last = found?.at(-1);
      if (!last) return undefined;
      const { reportGeneratedTime: time } = last;
      return {
        executionId: textIn(last, 'executionId'),
        url: textIn(last, 'reportAccessSecureLink'),
        generatedTime: typeof time === 'string' ? time : undefined,
      };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;

/** Returns the next time at which the report is generated, in the vendor's format. */
function firstTime(now: Date): string {
  const earliest = now.getTime() + leadMs;
  const today = new Date(earliest).setUTCHours(generationHour, 0, 0, 0);
  const time = new Date(today >= earliest ? today : today + dayHours * 3_600_000);
  return time.toISOString().replace('.000Z', 'Z');
}

/** Reads the records of an answer. The vendor's pages and services write the names in different letter case. */
function listOf(body: unknown): Named[] {
  const { value, Value } = (body ?? {}) as { value?: unknown; Value?: unknown };
  const list = value ?? Value;
  if (!Array.isArray(list)) throw unreadable('no list of reports', 'reads');
  return list
    .filter((one): one is Named => typeof one === 'object' && one !== null)
    .map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, item]) => [name.slice(0, 1).toLowerCase() + name.slice(1), item]),
      ),
    );
}

function textIn(one: Named, name: string): string {
  const value = one[name];
  if (typeof value !== 'string' || value === '') throw unreadable(`no ${name}`, 'reads');
  return value;
}

/** Before the first file, the list of files does not exist. */
const noneIfAbsent = (error: unknown): undefined => {
  const { kind, message } = (error ?? {}) as { kind?: string; message?: string };
  if (kind === 'refused' && message?.startsWith('404')) return undefined;
  throw error;
};

/** The error for a file that can no longer be downloaded. */
export const expired = (status: number) =>
  refusal(`HTTP ${status} for a report`, 'The report has expired. The next report is read tomorrow.');
