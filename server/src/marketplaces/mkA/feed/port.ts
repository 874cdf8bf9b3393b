import { readCsvPart } from '../../../platform/csv/part.ts';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { MarketplaceError } from '../../errors.ts';
import type { RevenueLine, RevenuePage } from '../../revenue.ts';
import type { Calls } from '../calls.ts';
import type { Endpoint } from '../clients.ts';
import { lineOf, requiredColumns } from './event.ts';
import { createFeedObjects, type FeedFile, type FeedObjects } from './objects.ts';

/** Size of one read, about 700 events; longer than any line. */
const partBytes = 256 * 1024;
/** Maximum number of files under a prefix; the cursor contains the progress of each file. */
const mostFiles = 5000;
/** Maximum number of restarts if a file changes during a read; the next read continues. */
const mostRestarts = 3;

/** Cursor for the feed. Every day the marketplace replaces the monthly file with an extended version. */
type Cursor = {
  /** Bucket and prefix that the cursor belongs to. */
  place?: string;
  /** Files that were read completely: the beginning of the content's etag, by key. */
  read?: Record<string, string>;
  /** The file being read, its columns once known, and the start of its next line. */
  at?: (FeedFile & { from: number; columns?: string[] }) | undefined;
  restarts?: number;
};
type ReadingCursor = Cursor & Required<Pick<Cursor, 'read'>>;
type FilePosition = NonNullable<Cursor['at']>;

const markOf = ({ etag }: Pick<FeedFile, 'etag'>): string => etag.replaceAll('"', '').slice(0, 16);

type Deps = { calls: Pick<Calls, 'settings' | 'signed'>; endpoint: Endpoint };

/**
 * Creates the adapter method that reads fees and payouts from the seller's data feed; absent without a
 * configured feed.
 */
export function createFeedPort({ calls, endpoint }: Deps): Required<Pick<MarketplaceAdapter, 'readRevenue'>> {
  return {
    readRevenue: async (given) => {
      const objects = createFeedObjects(calls, endpoint);
      if (!objects) return pageOf({}, { hasMore: false });
      const { dataFeed } = calls.settings();
      const place = `${dataFeed?.bucket.name}/${dataFeed?.prefix}`;
      const known = JSON.parse(given || '{}') as Cursor;
      const cursor: ReadingCursor = known.place === place ? { read: {}, ...known } : { place, read: {} };
      try {
        return cursor.at ? await readPart(objects, cursor, cursor.at) : await beginFile(objects, cursor);
      } catch (error) {
        if (!(error instanceof MarketplaceError) || !error.permanent) throw error;
        return pageOf(cursor, {
          hasMore: false,
          refused: `Fees and payouts are not read. ${error.readable}`,
        });
      }
    },
  };
}

const pageOf = (
  cursor: Cursor,
  more: { hasMore: boolean; lines?: readonly RevenueLine[]; refused?: string | undefined },
): RevenuePage => ({ lines: [], usage: [], cursor: JSON.stringify(cursor), ...more });

/**
 * Finds the next file that is new or has changed since its last read. Keys contain year and month, so older
 * events come first.
 */
async function beginFile(objects: FeedObjects, cursor: ReadingCursor): Promise<RevenuePage> {
  const files = await objects.list(mostFiles);
  if (!files)
    return pageOf(cursor, {
      hasMore: false,
      refused: `Fees and payouts are not read: there are more than ${mostFiles} files under dataFeedPrefix. Enter the folder of the billing events.`,
    });
  const there = new Set(files.map(({ key }) => key));
  const read = Object.fromEntries(Object.entries(cursor.read).filter(([key]) => there.has(key)));
  const next = files.find((file) => read[file.key] !== markOf(file));
  if (!next) return pageOf({ ...cursor, read, restarts: 0 }, { hasMore: false });
  return readPart(objects, { ...cursor, read }, { ...next, from: 0 });
}

async function readPart(objects: FeedObjects, cursor: ReadingCursor, at: FilePosition): Promise<RevenuePage> {
  const part = await objects.read(at, at.from, partBytes);
  if (part === 'GONE' || part === 'CHANGED') {
    const restarts = (cursor.restarts ?? 0) + 1;
    const isGivenUp = restarts > mostRestarts;
    return pageOf(
      { ...cursor, at: undefined, restarts },
      {
        hasMore: !isGivenUp,
        ...(isGivenUp
          ? { refused: `${at.key}: the file changed while it was read. The next reading continues.` }
          : {}),
      },
    );
  }
  const done = { ...cursor, at: undefined, read: { ...cursor.read, [at.key]: markOf(at) } };
  const leave = (why: string) => pageOf(done, { hasMore: true, refused: `${at.key}: ${why}` });
  if (part === 'ARCHIVED') return leave('the file is archived. Restore it to have it read.');
  const isLast = at.from + part.length >= at.size;
  const csv = readCsvPart(part, { isLast });
  if (!csv || (csv.bytes === 0 && !isLast))
    return leave(`the file is not valid CSV from byte ${at.from} on. The rest is not read.`);
  const rows = [...csv.rows];
  const columns = at.columns ?? rows.shift() ?? [];
  if (!requiredColumns.every((name) => columns.includes(name)))
    return pageOf(done, {
      hasMore: true,
      // Other feeds may share the prefix.
      ...(columns.includes('billing_event_id')
        ? { refused: `${at.key}: required columns are missing.` }
        : {}),
    });
  const cellsOf = reader(columns);
  const lines = rows
    .filter((cells) => !isHeader(columns, cells))
    .map((cells) => (cells.length === columns.length ? lineOf(cellsOf(cells)) : undefined));
  const skipped =
    lines.filter((line) => line === undefined).length + (isLast && csv.bytes < part.length ? 1 : 0);
  return pageOf(
    isLast ? done : { ...cursor, at: { ...at, from: at.from + csv.bytes, columns: [...columns] } },
    {
      hasMore: true,
      lines: lines.flatMap((line) => line ?? []),
      refused:
        skipped === 0
          ? undefined
          : `${at.key}: ${skipped} lines are unreadable from byte ${at.from} on. The other lines are read.`,
    },
  );
}

/** Appended content may repeat the header row. */
const isHeader = (columns: readonly string[], cells: readonly string[]): boolean =>
  cells.length === columns.length && cells.every((cell, place) => cell === columns[place]);

function reader(columns: readonly string[]) {
  const places = new Map(columns.map((name, place) => [name, place]));
  return (cells: readonly string[]) =>
    (column: string): string => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '').trim();
    };
}
