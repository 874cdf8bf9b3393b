import { Decimal } from 'decimal.js';
import type { CsvLine } from '../../platform/csv/read.ts';
import { identifierPattern } from '../../platform/ids.ts';
import { largestAmount, millisecondsOf } from '../../platform/records/fields.ts';
import { textProblem } from '../../platform/records/json.ts';
import { longestGroupId } from '../records.ts';
import type { Header } from './csv-header.ts';
import { byName, type Customer, longestName, type ReportedGroup, toDecimal } from './shape.ts';

/** A line of a file: the reported usage, or the reasons why the line is invalid. */
export type CsvRow = {
  line: number;
  id: string | undefined;
  reported: ReportedGroup | undefined;
  customer: Customer | undefined;
  reasons: readonly string[];
};

/** Parses a line and reports every invalid cell. */
export function readRow({ line, cells }: CsvLine, header: Header): CsvRow {
  const reasons: string[] = [];
  const wrong = (column: string, message: string) => reasons.push(`${column}: ${message}`);
  if (cells.length !== header.size) {
    const reason = `has ${cells.length} cells; the first line has ${header.size}`;
    return { line, id: undefined, reported: undefined, customer: undefined, reasons: [reason] };
  }
  const textAt = (column: string, place: number | undefined, longest = longestName) => {
    const text = place === undefined ? '' : (cells[place] as string).trim();
    if (text.length > longest) wrong(column, `must have at most ${longest} characters`);
    const problem = textProblem(text);
    if (problem) wrong(column, problem);
    return text === '' ? undefined : text;
  };
  const { places, dimensions } = header;
  const id = textAt('id', places.id, longestGroupId);
  if (id !== undefined && !identifierPattern.test(id))
    wrong('id', 'must be letters, digits, "_", "-" or "."');
  const entitlementId = textAt('entitlementID', places.entitlementid);
  const customerId = textAt('customerId', places.customerid);
  const productId = textAt('productID', places.productid);
  if (entitlementId === undefined && customerId === undefined) wrong('entitlementID', 'is required');
  const timestamp = textAt('timestamp', places.timestamp);
  const usedAt = timestamp === undefined ? undefined : millisecondsOf(timestamp);
  if (timestamp !== undefined && usedAt === undefined)
    wrong('timestamp', 'must be an RFC 3339 time with an offset, or a date');
  const used: [name: string, quantity: string][] = [];
  const add = (name: string, column: string, place: number) => {
    const quantity = quantityOf(cells[place] as string);
    if ('wrong' in quantity) wrong(column, quantity.wrong);
    else used.push([name, quantity.decimal]);
  };
  if (places.quantity !== undefined) {
    const name = textAt('dimension', places.dimension);
    if (name !== undefined) add(name, 'quantity', places.quantity);
    else if (dimensions.length === 0 || cells[places.quantity] !== '') wrong('dimension', 'is required');
  }
  for (const { name, place } of dimensions) if (cells[place] !== '') add(name, `records.${name}`, place);
  if (used.length === 0 && reasons.length === 0) wrong('quantity', 'is required');
  if (reasons.length > 0) return { line, id, reported: undefined, customer: undefined, reasons };
  used.sort(byName);
  return {
    line,
    id,
    reported: {
      id,
      entitlementId: entitlementId ?? '',
      usedAt,
      names: used.map(([name]) => name),
      quantities: used.map(([, quantity]) => quantity),
      billable: undefined,
      metaInfo: undefined,
    },
    customer: entitlementId === undefined ? { customerId: customerId as string, productId } : undefined,
    reasons,
  };
}

const number = /^\+?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i;
/** Number of decimal digits that a double always preserves. */
const safeDigits = 15;

/** Parses a quantity to the same decimal as the equal JSON number, with the same limit on digits. */
function quantityOf(cell: string): { decimal: string } | { wrong: string } {
  const text = cell.trim();
  if (text === '') return { wrong: 'is required' };
  if (!number.test(text))
    return { wrong: 'must be a number of at least 0, with a point as decimal separator' };
  const value = Number(text);
  if (!(value <= largestAmount)) return { wrong: `must be at most ${largestAmount}` };
  if ((text.length > safeDigits || /e/i.test(text)) && !new Decimal(text).eq(new Decimal(value)))
    return { wrong: 'has more digits than a number can keep' };
  return { decimal: toDecimal(value) };
}
