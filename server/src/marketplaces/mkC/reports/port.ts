import { readCsvPart } from '../../../platform/csv/part.ts';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { MarketplaceError } from '../../errors.ts';
import type { RevenueLine, RevenuePage } from '../../revenue.ts';
import type { Calls } from '../calls.ts';
import type { Procurement } from '../procurement/procurement.ts';
import { idIn } from '../procurement/records.ts';
import { emptyLine, lineOf, missingColumns, type Place, type Row, rowReader } from './charge.ts';
import { createReports, dayOfReport, type ReportFile, type Reports } from './objects.ts';

/** Size of one read, about 700 rows; longer than any row. */
const partBytes = 256 * 1024;
/** Largest number of objects under the prefix. */
const mostObjects = 20_000;
/** Maximum number of restarts if reports change while they are read; the next read continues. */
const mostRestarts = 3;
/** Number of unreadable rows that are named. */
const mostNamed = 5;

/** Progress in the report that is being read. `rows` counts the rows before `from`. */
type Position = ReportFile & { from: number; rows: number; columns?: string[] };
type Cursor = {
  /** Bucket and prefix that the cursor belongs to. */
  place: string;
  /** The reports that were read completely: the generation and the number of rows, by name. */
  read: Record<string, [generation: string, rows: number]>;
  at?: Position | undefined;
  restarts?: number;
};

type Deps = { calls: Calls; procurement: Procurement; now: () => Date };

/** Creates the adapter method that reads the monthly reports of charges and usage in the seller's bucket. */
export function createReportPort(deps: Deps): Required<Pick<MarketplaceAdapter, 'readRevenue'>> {
  const { calls, now } = deps;
  return {
    readRevenue: async (given) => {
      const reports = createReports(calls, now);
      const { bucket, prefix } = calls.settings().reports ?? {};
      const place = `${bucket ?? ''}/${prefix ?? ''}`;
      const known = JSON.parse(given || '{}') as Partial<Cursor>;
      const cursor: Cursor =
        known.place === place ? { ...known, place, read: known.read ?? {} } : { place, read: {} };
      if (!reports) return pageOf(cursor, { hasMore: false });
      try {
        return cursor.at
          ? await readPart(deps.procurement, reports, cursor, cursor.at)
          : await beginReport(deps.procurement, reports, cursor);
      } catch (error) {
        if (!(error instanceof MarketplaceError) || !error.permanent) throw error;
        return pageOf(cursor, { hasMore: false, refused: `Revenue is not read. ${error.readable}` });
      }
    },
  };
}

type PageFacts = { hasMore: boolean; lines?: readonly RevenueLine[]; refused?: string | undefined };
const pageOf = (cursor: Cursor, facts: PageFacts): RevenuePage => ({
  lines: [],
  usage: [],
  cursor: JSON.stringify(cursor),
  ...facts,
});

/** Finds the oldest report that is new, or was corrected since it was read. */
async function beginReport(procurement: Procurement, reports: Reports, cursor: Cursor): Promise<RevenuePage> {
  const files = await reports.list(mostObjects);
  if (!files)
    return pageOf(cursor, {
      hasMore: false,
      refused: `Revenue is not read: the bucket contains more than ${mostObjects} objects. Enter the folder of the reports in reportBucket.`,
    });
  const next = files.find(({ name, generation }) => cursor.read[name]?.[0] !== generation);
  if (!next) return pageOf({ ...cursor, restarts: 0 }, { hasMore: false });
  return readPart(procurement, reports, cursor, { ...next, from: 0, rows: 0 });
}

async function readPart(
  procurement: Procurement,
  reports: Reports,
  cursor: Cursor,
  at: Position,
): Promise<RevenuePage> {
  const { name, size } = at;
  const part = await reports.read(at, at.from, partBytes);
  if (part === 'GONE') return restart(cursor, at);
  /** Leaves the report until it changes; its earlier lines stay. */
  const leave = (why: string): RevenuePage =>
    pageOf(ended(cursor, at, at.generation), { hasMore: true, refused: `${name}: ${why}` });
  if (part === 'COMPRESSED') return leave('the report is stored compressed. Store it uncompressed.');
  const isLast = at.from + part.length >= size;
  const csv = readCsvPart(part, { isLast });
  if (!csv || (csv.bytes === 0 && !isLast))
    return leave(`the report is not valid CSV from byte ${at.from} on. The rest is not read.`);
  const rows = [...csv.rows];
  const columns = at.columns ?? rows.shift() ?? [];
  const missing = missingColumns(columns);
  if (missing.length > 0 && size > 0) return leave(`the report lacks the columns ${missing.join(', ')}.`);
  const read = { ...at, from: at.from + csv.bytes, rows: at.rows + rows.length, columns: [...columns] };
  const { lines, unreadable } = await linesOf(procurement, rows.map(rowReader(columns)), at);
  const before = cursor.read[name]?.[1] ?? 0;
  const dropped = [
    // An unreadable row replaces the line that its position had before the correction.
    ...unreadable.filter((ordinal) => ordinal <= before),
    ...(isLast ? numbersBetween(read.rows + 1, before) : []),
  ];
  const isCut = isLast && csv.bytes < part.length;
  return pageOf(
    isLast
      ? { ...cursor, at: undefined, read: { ...cursor.read, [name]: [at.generation, read.rows] } }
      : { ...cursor, at: read },
    {
      hasMore: true,
      lines: [...lines, ...dropped.map((ordinal) => emptyLine(placeOf(at, ordinal)))],
      refused: wordsOf(name, unreadable, isCut),
    },
  );
}

/**
 * Returns the cursor after a report was not read to its end. The number of its lines is kept, because a later reading
 * replaces all of them.
 */
function ended(cursor: Cursor, { name, rows }: Position, generation: string): Cursor {
  const before = cursor.read[name]?.[1] ?? 0;
  return { ...cursor, at: undefined, read: { ...cursor.read, [name]: [generation, Math.max(before, rows)] } };
}

function restart(cursor: Cursor, at: Position): RevenuePage {
  const restarts = (cursor.restarts ?? 0) + 1;
  const isGivenUp = restarts > mostRestarts;
  const refused = `${at.name}: the report changed while it was read. The next reading continues.`;
  return pageOf(
    { ...ended(cursor, at, ''), restarts: isGivenUp ? 0 : restarts },
    { hasMore: !isGivenUp, ...(isGivenUp ? { refused } : {}) },
  );
}

const numbersBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const placeOf = ({ name, generation }: ReportFile, ordinal: number): Place => ({
  name,
  generation,
  ordinal,
  day: dayOfReport(name) as string,
});

/** Describes the rows that were not read; undefined if all rows were read. */
function wordsOf(name: string, unreadable: readonly number[], isCut: boolean): string | undefined {
  const rest = unreadable.length - mostNamed;
  const named = unreadable.slice(0, mostNamed).join(', ');
  const rows =
    unreadable.length === 0 ? '' : ` Rows ${named}${rest > 0 ? ` and ${rest} more` : ''} are unreadable.`;
  const cut = isCut ? ' The last row is incomplete.' : '';
  return rows || cut ? `${name}:${rows}${cut} The other rows are read.` : undefined;
}

/** Converts rows to lines, and returns the positions of unreadable rows. */
async function linesOf(
  procurement: Procurement,
  rows: readonly (Row | undefined)[],
  at: Position,
): Promise<{ lines: RevenueLine[]; unreadable: number[] }> {
  const quotes = [...new Set(rows.flatMap((row) => row?.quoteId ?? []))];
  const orders = new Map<string, string>();
  for (const quote of quotes) {
    const order = await orderOfQuote(procurement, quote);
    if (order) orders.set(quote, order);
  }
  const lines: RevenueLine[] = [];
  const unreadable: number[] = [];
  for (const [index, row] of rows.entries()) {
    const ordinal = at.rows + index + 1;
    if (row) lines.push(lineOf(row, placeOf(at, ordinal), soldIn(row, orders)));
    else unreadable.push(ordinal);
  }
  return { lines, unreadable };
}

/** Returns the order of a row: that of its quote, or else what the report names instead. */
const soldIn = ({ quoteId, text }: Row, orders: ReadonlyMap<string, string>): string =>
  (quoteId && (orders.get(quoteId) ?? quoteId)) || text('resource') || text('sku') || 'unknown';

/** Finds the order of a quote, if exactly one has it. */
async function orderOfQuote({ list }: Procurement, quote: string): Promise<string | undefined> {
  const { entitlements = [] } = await list({ where: { quote_external_name: quote }, pageSize: 2 });
  return entitlements.length === 1 ? idIn(entitlements[0]?.name) : undefined;
}
