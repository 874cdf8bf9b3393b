import type { OrgScope } from '../../platform/access/scope.ts';
import { type CsvLine, readCsv } from '../../platform/csv/read.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import type { Spool } from '../../platform/http/multipart.ts';
import type { Answer, Batch, RunPart } from '../../platform/http/route.ts';
import { printable } from '../../platform/printable.ts';
import { mostGroups } from '../records.ts';
import { type Header, readHeader } from './csv-header.ts';
import { type CsvRow, readRow } from './csv-rows.ts';
import { customersIn, selectSales, toEntitlement } from './customers.ts';
import { idByLine, lineHash } from './identity.ts';
import { createOccurrences } from './occurrences.ts';
import type { ReportedGroup } from './shape.ts';
import { type GroupOutcome, repairUsagePartition, type TakeDeps, takeUsage } from './take.ts';

/** The outcome of a line of a file. */
export type LineOutcome = Omit<GroupOutcome, 'id'> & { line: number; id: string | undefined };

/**
 * Reads a whole file without storing its lines.
 * @throws 400 if the file is not CSV or has no valid header
 */
export async function checkFile(file: Spool): Promise<Header> {
  let header: Header | undefined;
  for await (const { cells } of readCsv(file.read())) header ??= readHeader(cells);
  if (!header) throw invalid([{ pointer: '/file', message: 'is empty' }]);
  return header;
}

export type FilePart = readonly LineOutcome[];

export type FileParts = {
  /** Stores the next lines and returns their outcomes; undefined after the last line. */
  next: () => Promise<FilePart | undefined>;
  /**
   * Returns the number of blank rows that were skipped at the end of the file. Available after the last part.
   */
  blankRows: () => number;
  /**
   * Returns the number of lines without id and time whose content was reported before. These lines may be
   * repeats or new usage.
   */
  unmarkedRepeats: () => number;
};

/**
 * Stores a file in parts of at most 1,000 lines; each part is a separate call. The id of a line without an id
 * is derived from its content and the number of equal lines before it, so that a file can be sent again after
 * a lost response (R60).
 */
export function createParts(
  deps: TakeDeps,
  take: RunPart,
  { file, header, key }: { file: Spool; header: Header; key: string | undefined },
): FileParts {
  const lines = createLineReader(readCsv(file.read()));
  const occurrence = createOccurrences();
  const idOf = ({ customer, reported }: ValidRow): string => {
    const line = lineHash(customer, reported);
    return idByLine(line, occurrence(line), key);
  };
  let isBegun = false;
  let isAlerted = false;
  let unmarkedRepeats = 0;
  const next = async () => {
    if (!isBegun) await lines.upTo(1);
    isBegun = true;
    const rows = (await lines.upTo(mostGroups)).map((line) => readRow(line, header));
    if (rows.length === 0) return undefined;
    const good = rows.flatMap((row) => (row.reported ? [{ ...row, reported: row.reported }] : []));
    const withId = good.map((row) => ({
      ...row,
      reported: { ...row.reported, id: row.id ?? idOf(row) },
    }));
    const outcomes = new Map<number, LineOutcome>();
    if (withId.length > 0) {
      const batch = (scope: OrgScope) =>
        takeRows(scope, deps, withId, isAlerted, (found) => {
          for (const outcome of found) outcomes.set(outcome.line, outcome);
        });
      await take({ units: withId.length, batch, repairStatement: repairUsagePartition });
    }
    const all = rows.map((row) => outcomes.get(row.line) ?? invalidLine(row, row.reasons.join('; ')));
    const isUnmarked = ({ id, reported }: CsvRow) => id === undefined && reported && !reported.usedAt;
    if (key === undefined)
      unmarkedRepeats += all.filter(
        ({ isNew, status }, index) => !isNew && status !== 'INVALID' && isUnmarked(rows[index] as CsvRow),
      ).length;
    isAlerted ||= all.some(({ isNew, status }) => isNew && status === 'INVALID');
    return all;
  };
  return { next, blankRows: lines.blankRows, unmarkedRepeats: () => unmarkedRepeats };
}

type ValidRow = CsvRow & { reported: ReportedGroup };

const invalidLine = ({ line, id }: CsvRow, reason: string): LineOutcome => ({
  line,
  id,
  status: 'INVALID',
  reason: printable(reason),
  isNew: false,
});

/** Finds the entitlements of lines with a customer id, and stores the lines. */
function takeRows(
  scope: OrgScope,
  deps: TakeDeps,
  rows: readonly ValidRow[],
  isQuiet: boolean,
  keep: (outcomes: readonly LineOutcome[]) => void,
): Batch {
  const takeThese = (found: readonly ValidRow[], others: readonly LineOutcome[]): Batch => {
    const answered = (outcomes: readonly GroupOutcome[]): Answer => {
      keep([...others, ...outcomes.map((outcome, index) => ({ ...outcome, line: found[index]?.line ?? 0 }))]);
      return { body: null };
    };
    if (found.length === 0) return { statements: [], respond: () => answered([]) };
    return takeUsage(scope, deps, {
      source: 'CSV',
      reported: found.map(({ reported }) => reported),
      isAtomic: false,
      isSingle: false,
      isQuiet,
      respond: answered,
    });
  };
  const customers = customersIn(rows.map(({ customer }) => customer));
  if (customers.length === 0) return takeThese(rows, []);
  const statements: Statement[] = [selectSales(scope, customers)];
  return {
    statements,
    respond: ([sales = []]: Row[][]) => {
      const others: LineOutcome[] = [];
      const found = rows.flatMap((row) => {
        if (!row.customer) return [row];
        const sale = toEntitlement(sales, row.customer, row.reported.usedAt ?? scope.now.getTime());
        if ('id' in sale) return [{ ...row, reported: { ...row.reported, entitlementId: sale.id } }];
        others.push(invalidLine(row, `customerId: ${sale.reason}`));
        return [];
      });
      return takeThese(found, others);
    },
  };
}

function createLineReader(lines: AsyncGenerator<CsvLine, number>) {
  let blankRows = 0;
  return {
    upTo: async (most: number): Promise<CsvLine[]> => {
      const found: CsvLine[] = [];
      while (found.length < most) {
        const next = await lines.next();
        // A generator returns its final value once, and then undefined.
        if (next.done) blankRows = next.value ?? blankRows;
        if (next.done) break;
        found.push(next.value);
      }
      return found;
    },
    blankRows: () => blankRows,
  };
}
