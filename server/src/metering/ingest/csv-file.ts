import type { OrgScope } from '../../platform/access/scope.ts';
import { type CsvLine, readCsv } from '../../platform/csv/read.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import type { Spool } from '../../platform/http/multipart.ts';
import type { Answer, Batch, TakePart } from '../../platform/http/route.ts';
import { printable } from '../../platform/printable.ts';
import { mostGroups } from '../records.ts';
import { type Header, readHeader } from './csv-header.ts';
import { type CsvRow, readRow } from './csv-rows.ts';
import { customersIn, selectSales, toEntitlement } from './customers.ts';
import { idByLine, lineHash } from './identity.ts';
import { createOccurrences } from './occurrences.ts';
import type { Reported } from './shape.ts';
import { type GroupOutcome, mendUsage, type TakeDeps, takeUsage } from './take.ts';

/** What became of a line of a file. */
export type LineOutcome = Omit<GroupOutcome, 'id'> & { line: number; id: string | undefined };

/**
 * Reads a file to its end, and takes nothing of it.
 * @throws 400 for what is no CSV or has no header that could be read
 */
export async function checkFile(file: Spool): Promise<Header> {
  let header: Header | undefined;
  for await (const { cells } of readCsv(file.read())) header ??= readHeader(cells);
  if (!header) throw invalid([{ pointer: '/file', message: 'is empty' }]);
  return header;
}

export type FilePart = readonly LineOutcome[];

export type FileParts = {
  /** Takes the next lines and answers what became of them; undefined behind the last one. */
  next: () => Promise<FilePart | undefined>;
  /** The blank rows that were skipped at the end of the file, once it was read to its end. */
  blankRows: () => number;
};

/**
 * Takes a file in parts of at most 1,000 lines, each an operation of its own. Lines without an identifier have one that follows from what they say, and from how many before them in the
 * file say the same, so that lines can be sent once more, whatever became of the answer and of the bytes (R60).
 */
export function createParts(
  deps: TakeDeps,
  take: TakePart,
  { file, header, key }: { file: Spool; header: Header; key: string | undefined },
): FileParts {
  const lines = createLineReader(readCsv(file.read()));
  const occurrence = createOccurrences();
  const idOf = ({ customer, reported }: GoodRow): string => {
    const line = lineHash(customer, reported);
    return idByLine(line, occurrence(line), key);
  };
  let isBegun = false;
  let isAlerted = false;
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
      await take({ units: withId.length, batch, mend: mendUsage });
    }
    const all = rows.map((row) => outcomes.get(row.line) ?? refused(row, row.reasons.join('; ')));
    isAlerted ||= all.some(({ isNew, status }) => isNew && status === 'INVALID');
    return all;
  };
  return { next, blankRows: lines.blankRows };
}

type GoodRow = CsvRow & { reported: Reported };

const refused = ({ line, id }: CsvRow, reason: string): LineOutcome => ({
  line,
  id,
  status: 'INVALID',
  reason: printable(reason),
  isNew: false,
});

/** Finds the entitlements of lines that name a customer, and takes the lines. */
function takeRows(
  scope: OrgScope,
  deps: TakeDeps,
  rows: readonly GoodRow[],
  isQuiet: boolean,
  keep: (outcomes: readonly LineOutcome[]) => void,
): Batch {
  const takeThese = (found: readonly GoodRow[], others: readonly LineOutcome[]): Batch => {
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
        others.push(refused(row, `customerId: ${sale.reason}`));
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
        // A generator answers what it returns once, and undefined from then on.
        if (next.done) blankRows = next.value ?? blankRows;
        if (next.done) break;
        found.push(next.value);
      }
      return found;
    },
    blankRows: () => blankRows,
  };
}
