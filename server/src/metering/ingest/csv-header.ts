import { type Finding, invalid } from '../../platform/errors.ts';

/** The positions of the columns of a file; undefined for a missing column. */
export type Header = {
  places: Readonly<Partial<Record<(typeof names)[number], number>>>;
  /** Columns with the quantities of one dimension each. */
  dimensions: readonly { name: string; place: number }[];
  size: number;
};

const names = [
  'id',
  'entitlementid',
  'customerid',
  'productid',
  'timestamp',
  'dimension',
  'quantity',
] as const;
const prefix = 'records.';

/** Column names for error messages. */
const shown = 'id, entitlementID, customerId, productID, timestamp, dimension, quantity, records.<dimension>';

/** Parses the header of a file. @throws 400 with each invalid column */
export function readHeader(cells: readonly string[]): Header {
  const places: Partial<Record<string, number>> = {};
  const dimensions: { name: string; place: number }[] = [];
  const findings: Finding[] = [];
  const report = (message: string) => findings.push({ pointer: '/file', message });
  for (const [place, cell] of cells.entries()) {
    const given = cell.trim();
    const name = given.toLowerCase();
    if (name.startsWith(prefix) && name.length > prefix.length) {
      const dimension = given.slice(prefix.length);
      if (dimensions.some((other) => other.name === dimension)) report(`the column ${given} is duplicated`);
      else dimensions.push({ name: dimension, place });
    } else if (!(names as readonly string[]).includes(name))
      report(
        `the column ${JSON.stringify(given.slice(0, 100))} is not one of ${shown}; columns must be separated by commas`,
      );
    else if (places[name] !== undefined) report(`the column ${given} is duplicated`);
    else places[name] = place;
  }
  if (places.entitlementid === undefined && places.customerid === undefined)
    report('a column entitlementID or customerId is required');
  const isLong = places.dimension !== undefined && places.quantity !== undefined;
  if (!isLong && (dimensions.length === 0 || places.dimension !== undefined || places.quantity !== undefined))
    report('the columns dimension and quantity are required, or records.<dimension>');
  if (dimensions.length > mostDimensions) report(`must have at most ${mostDimensions} dimensions`);
  if (findings.length > 0) throw invalid(findings.slice(0, 20));
  return { places, dimensions, size: cells.length };
}

const mostDimensions = 100;
