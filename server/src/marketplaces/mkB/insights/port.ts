import type { LRUCache } from 'lru-cache';
import { readCsvPart } from '../../../platform/csv/part.ts';
import { type OutsideFetch, OutsideRefused } from '../../../platform/outside/outside-fetch.ts';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { MarketplaceError } from '../../errors.ts';
import type { RevenueLine, RevenuePage } from '../../revenue.ts';
import type { Calls } from '../calls.ts';
import { networkError, refusal, replyError } from '../errors.ts';
import { SignInRefused } from '../tokens.ts';
import { idsOf, keyOf, lineOf, type Row, requiredColumns } from './line.ts';
import { createReports, expired, type ReportFile, reportName } from './reports.ts';

/** Size of one page, about 500 lines; longer than any line. */
const partBytes = 256 * 1024;

/** A downloaded file and the progress of its reading. */
type Held = {
  bytes: Uint8Array;
  at: number;
  columns: readonly string[];
  /** The number of rows by key. */
  seen: Map<string, number>;
  /** Whether every row so far was readable. */
  isWhole: boolean;
};
const unread = () => ({ at: 0, columns: [], seen: new Map<string, number>(), isWhole: true });
/** Files that are being read, by organization and execution. */
export type HeldFiles = LRUCache<string, Held>;

/** The file that was read completely, and the file being read with the start of its next line. */
type Cursor = { read?: string; at?: { executionId: string; from: number } };

type Deps = Pick<Calls, 'call'> & {
  organizationId: string;
  now: () => Date;
  /** Downloads a file by its signed address, without a token. */
  download: OutsideFetch;
  held: HeldFiles;
};

/** Creates the adapter method that reads revenue and payouts from the daily report of the marketplace. */
export function createRevenuePort(deps: Deps): Required<Pick<MarketplaceAdapter, 'readRevenue'>> {
  const reports = createReports(deps);

  async function holdFile(file: ReportFile): Promise<Held> {
    const key = `${deps.organizationId} ${file.executionId}`;
    const known = deps.held.get(key);
    if (known) return known;
    const made = { bytes: await downloadFile(deps.download, file.url), ...unread() };
    deps.held.set(key, made);
    return made;
  }

  async function readNext({ read, at }: Cursor): Promise<RevenuePage> {
    const file = await reports.newest();
    if (!file) return pageOf({ ...(read ? { read } : {}) }, { hasMore: false });
    if (file.executionId === read)
      return pageOf(
        { read },
        { hasMore: false, ...(isOverdue(file, deps.now()) ? { refused: overdue(file) } : {}) },
      );
    const { executionId } = file;
    // A newer report replaces a report that was not read to its end: every report contains the whole history.
    const from = at?.executionId === executionId ? at.from : 0;
    const held = await holdFile(file);
    const done = { read: executionId };
    const leave = (why: string) => {
      deps.held.delete(`${deps.organizationId} ${executionId}`);
      return pageOf(done, { hasMore: false, refused: `Revenue is not read completely: ${why}` });
    };
    const part = moveTo(held, from) && nextPart(held);
    if (!part) return leave('the report is not valid CSV.');
    if (!requiredColumns.every((name) => held.columns.includes(name)))
      return leave('required columns of the report are missing.');
    const isLast = held.at >= held.bytes.length;
    if (isLast) deps.held.delete(`${deps.organizationId} ${executionId}`);
    const lines = part.flatMap((line) => line ?? []);
    const skipped = part.length - lines.length;
    return pageOf(isLast ? done : { ...(read ? { read } : {}), at: { executionId, from: held.at } }, {
      hasMore: !isLast,
      lines,
      ...(isLast && held.isWhole
        ? { lineIds: [...held.seen].flatMap(([key, count]) => idsOf(key, count)) }
        : {}),
      ...(skipped > 0
        ? { refused: `${skipped} lines of the revenue report are unreadable. The other lines are read.` }
        : {}),
    });
  }

  return {
    readRevenue: async (given) => {
      const cursor = JSON.parse(given || '{}') as Cursor;
      try {
        return await readNext(cursor);
      } catch (error) {
        if (!isMissingRight(error)) throw error;
        return pageOf(cursor, {
          hasMore: false,
          refused: `Revenue is not read. ${error.readable} (${error.message})`,
        });
      }
    },
  };
}

/** Subscriptions and usage work without reports, so their denial must not affect the integration. */
const isMissingRight = (error: unknown): error is MarketplaceError =>
  error instanceof MarketplaceError &&
  (error.kind === 'refused' || (error instanceof SignInRefused && error.setting === 'signIn'));

const lateMs = 3 * 86_400_000;
const isOverdue = ({ generatedTime = '' }: ReportFile, now: Date): boolean =>
  now.getTime() - Date.parse(generatedTime) > lateMs;
const overdue = ({ generatedTime = '' }: ReportFile): string =>
  `The marketplace has not generated the revenue report ${reportName} since ${generatedTime.slice(0, 10)}. Resume or delete it in the marketplace’s portal; a deleted report is created again.`;

const pageOf = (
  cursor: Cursor,
  more: Pick<RevenuePage, 'hasMore' | 'lineIds' | 'refused'> & { lines?: readonly RevenueLine[] },
): RevenuePage => ({ lines: [], usage: [], cursor: JSON.stringify(cursor), ...more });

async function downloadFile(download: OutsideFetch, url: string): Promise<Uint8Array> {
  const response = await download(url, { method: 'GET', headers: {} }).catch((error: unknown) => {
    if (error instanceof OutsideRefused) throw tooLarge();
    throw networkError(error, 'reads');
  });
  const { status, headers } = response;
  if ([403, 404, 410].includes(status)) throw expired(status);
  if (status !== 200) throw replyError({ status, headers, body: undefined }, 'reads');
  return new Uint8Array(await response.arrayBuffer());
}

const tooLarge = () =>
  refusal('the report is refused', 'The report is too large, or its address is not on the internet.');

/** Moves to a position; a file that was downloaded again is counted from its beginning. */
function moveTo(held: Held, from: number): boolean {
  if (held.at > from) Object.assign(held, unread());
  while (held.at < from) if (!nextPart(held)) return false;
  return held.at === from;
}

/**
 * Reads the next part of a file; unreadable rows are undefined.
 * @returns undefined if the rest of the file is not valid CSV
 */
function nextPart(held: Held): (RevenueLine | undefined)[] | undefined {
  const part = held.bytes.subarray(held.at, held.at + partBytes);
  const isLast = held.at + part.length >= held.bytes.length;
  const csv = readCsvPart(part, { isLast });
  if (!csv || (csv.bytes < part.length && (isLast || csv.bytes === 0))) return undefined;
  const rows = [...csv.rows];
  if (held.at === 0) held.columns = (rows.shift() ?? []).map((name) => name.trim());
  held.at += csv.bytes;
  const lines = rows.map((cells) => {
    if (cells.length !== held.columns.length) return undefined;
    const row: Row = new Map(held.columns.map((name, place) => [name, (cells[place] ?? '').trim()]));
    const key = keyOf(row);
    const ordinal = held.seen.get(key) ?? 0;
    held.seen.set(key, ordinal + 1);
    return lineOf(row, ordinal);
  });
  held.isWhole &&= lines.every((line) => line !== undefined);
  return lines;
}
