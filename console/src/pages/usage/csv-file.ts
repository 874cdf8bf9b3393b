import type { NewUsageRecordGroup } from '@tradepost/sdk';

/** A line of a usage file that the service can validate before the upload. */
export type UsageLine = { line: number; group: NewUsageRecordGroup };
export type LineProblem = { line: number; message: string };

export type UsageFile = {
  /** The number of lines with usage. */
  read: number;
  lines: readonly UsageLine[];
  problems: readonly LineProblem[];
  /** The number of lines that name a customer: the service finds their entitlement only at the upload. */
  unchecked: number;
};

/** Splits CSV into the cells of each line, with the line number. Quoted cells may contain commas and line breaks. */
export function cellsOf(text: string): { line: number; cells: string[] }[] {
  const lines: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let [line, start] = [1, 1];
  const end = () => {
    cells.push(cell);
    if (cells.length > 1 || cell !== '') lines.push({ line: start, cells });
    [cells, cell, start] = [[], '', line + 1];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '"' && isQuoted && text[at + 1] === '"') cell += text.charAt(++at);
    else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (letter === ',' && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' && !isQuoted) {
      end();
      line++;
    } else if (letter !== '\r' || isQuoted) {
      cell += letter;
      if (letter === '\n') line++;
    }
  }
  if (cell !== '' || cells.length > 0) end();
  return lines;
}

/** Reads a usage file into the groups that the service would store. */
export function readUsageFile(text: string): UsageFile {
  const [header, ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const names = (header?.cells ?? []).map((name) => name.trim());
  const read = rows.map(({ line, cells }) => ({ line, ...readLine(names, cells) }));
  return {
    read: rows.length,
    lines: read.flatMap(({ line, group }) => (group ? [{ line, group }] : [])),
    problems: read.flatMap(({ line, message }) => (message ? [{ line, message }] : [])),
    unchecked: read.filter(({ group, message }) => !group && !message).length,
  };
}

type LineResult = { group?: NewUsageRecordGroup; message?: string };

function readLine(names: readonly string[], cells: readonly string[]): LineResult {
  if (cells.length !== names.length)
    return { message: `has ${cells.length} cells; the first line has ${names.length}` };
  const at = (name: string) =>
    cells[names.findIndex((one) => one.toLowerCase() === name)]?.trim() || undefined;
  const entitlementID = at('entitlementid');
  if (!entitlementID) return at('customerid') ? {} : { message: 'entitlementID: is required' };
  const [id, timestamp, dimension, quantity] = ['id', 'timestamp', 'dimension', 'quantity'].map(at);
  const used: [string, string][] = names.flatMap((name, index): [string, string][] => {
    const cell = cells[index]?.trim() ?? '';
    return /^records\../i.test(name) && cell !== '' ? [[name.slice('records.'.length), cell]] : [];
  });
  if (dimension || quantity) used.push([dimension ?? '', quantity ?? '']);
  const wrong = used.find(([, cell]) => !/^\+?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell));
  if (used.length === 0) return { message: 'quantity: is required' };
  if (wrong)
    return { message: `${wrong[0]}: must be a number of at least 0, with a point as decimal separator` };
  return {
    group: {
      entitlementID,
      ...(id ? { id } : {}),
      ...(timestamp ? { timestamp } : {}),
      records: Object.fromEntries(used.map(([name, cell]) => [name, Number(cell)])),
    },
  };
}

/**
 * Returns the problems that the service found, by the line of the file.
 * @param sent the lines that were validated, in the order of the request
 */
export const problemsOf = (
  sent: readonly UsageLine[],
  errors: readonly { pointer: string; message: string }[],
): LineProblem[] =>
  errors.map(({ pointer, message }) => {
    const [, index = '', ...field] = pointer.split('/');
    return {
      line: sent[Number(index)]?.line ?? 0,
      message: field.length > 0 ? `${field.at(-1)}: ${message}` : message,
    };
  });
