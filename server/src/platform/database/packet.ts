import { createRequire } from 'node:module';
import type { Statement } from './statement.ts';

// Its values are what `pg` itself sends for the same parameters.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

const special = /["\\]/;
const specials = /["\\]/g;

/**
 * Makes what is sent for a parameter: what `pg` itself sends. Lists of texts and numbers may be long, and are put together
 * here in a third of the time.
 */
export function sendable(value: unknown): string | Buffer | null {
  if (!Array.isArray(value)) return prepareValue(value);
  let out = '{';
  for (let index = 0; index < value.length; index++) {
    const item: unknown = value[index];
    if (index > 0) out += ',';
    if (item === null || item === undefined) out += 'NULL';
    else if (typeof item === 'string')
      out += `"${special.test(item) ? item.replace(specials, '\\$&') : item}"`;
    else if (typeof item === 'number' || typeof item === 'boolean') out += `"${item}"`;
    else return prepareValue(value);
  }
  return `${out}}`;
}

/**
 * A list of long texts: they go as they are. In a list that is printed, each quotation mark of JSON is escaped here, and read
 * character by character there.
 */
export class TextList {
  readonly items: readonly (string | null | undefined)[];
  constructor(items: readonly (string | null | undefined)[]) {
    this.items = items;
  }
}

/** Kept from packet to packet; one that was too small is replaced by a larger one, up to this size. */
const largestKept = 1 << 20;
let scratch = Buffer.allocUnsafe(1 << 16);
let end = 0;

const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const sync = Buffer.from([0x53, 0, 0, 0, 4]);

/**
 * How a statement is asked: it is prepared on the connection, is to be prepared there by this packet, or is asked without
 * a name, so that nothing of it stays.
 */
export type Asking = 'prepared' | 'prepare' | 'unnamed';

/**
 * Prints statements as one packet: Bind and Execute for each, and one Sync. `pg` makes a buffer for each message, which
 * grows parameter by parameter.
 */
export function packetOf(
  statements: readonly Statement[],
  askings: readonly Asking[] = statements.map(() => 'prepared'),
): Buffer {
  end = 0;
  try {
    for (const [index, { name: known, text: sql, values }] of statements.entries()) {
      const asking = askings[index];
      const name = asking === 'unnamed' ? '' : known;
      if (asking !== 'prepared') prepare(name, sql);
      bind(name, values);
      append(execute);
    }
    append(sync);
    return Buffer.from(scratch.subarray(0, end));
  } finally {
    if (scratch.length > largestKept) scratch = Buffer.allocUnsafe(1 << 16);
  }
}

/** Close, as an earlier packet may have failed behind its Parse; then Parse, and Describe of the statement. */
function prepare(name: string, sql: string): void {
  if (name !== '') aboutStatement(0x43, name);
  reserve(5);
  scratch[end] = 0x50;
  const start = end + 1;
  end += 5;
  text(name);
  reserve(1);
  scratch[end++] = 0;
  text(sql);
  reserve(3);
  scratch[end++] = 0;
  // No types of parameters are given.
  int16(0);
  scratch.writeInt32BE(end - start, start);
  aboutStatement(0x44, name);
}

function aboutStatement(letter: number, name: string): void {
  reserve(6);
  scratch[end] = letter;
  scratch[end + 5] = 0x53;
  const start = end + 1;
  end += 6;
  text(name);
  reserve(1);
  scratch[end++] = 0;
  scratch.writeInt32BE(end - start, start);
}

function bind(name: string, values: readonly unknown[]): void {
  reserve(16 + 2 * values.length);
  scratch[end] = 0x42;
  const start = end + 1;
  end += 5;
  // The portal has no name.
  scratch[end++] = 0;
  text(name);
  reserve(8 + 2 * values.length);
  scratch[end++] = 0;
  const formats = int16(values.length) + 1;
  scratch.fill(0, end, end + 2 * values.length);
  end += 2 * values.length;
  int16(values.length);
  for (let index = 0; index < values.length; index++) {
    const given = values[index];
    if (given instanceof TextList) {
      scratch[formats + 2 * index] = 1;
      textList(given);
      continue;
    }
    const value = sendable(given);
    if (value === null) {
      reserve(4);
      scratch.writeInt32BE(-1, end);
      end += 4;
    } else if (typeof value === 'string') {
      reserve(4);
      end += 4;
      const begin = end;
      text(value);
      scratch.writeInt32BE(end - begin, begin - 4);
    } else {
      reserve(4);
      scratch[formats + 2 * index] = 1;
      scratch.writeInt32BE(value.length, end);
      end += 4;
      append(value);
    }
  }
  reserve(4);
  // All results are text.
  int16(1);
  int16(0);
  scratch.writeInt32BE(end - start, start);
}

const typeOfText = 25;

/** As PostgreSQL sends a `text[]` in its own form: dimensions, whether there are nulls, the type, length and lower bound, texts. */
function textList({ items }: TextList): void {
  reserve(24);
  const start = end;
  end += 4;
  int32(items.length === 0 ? 0 : 1);
  int32(items.some((item) => item === null || item === undefined) ? 1 : 0);
  int32(typeOfText);
  if (items.length > 0) {
    int32(items.length);
    int32(1);
  }
  for (const item of items) {
    reserve(4);
    const begin = int32(-1);
    if (item === null || item === undefined) continue;
    text(item);
    scratch.writeInt32BE(end - begin, begin - 4);
  }
  scratch.writeInt32BE(end - start - 4, start);
}

/** Answers where what follows begins. */
function int32(value: number): number {
  end = scratch.writeInt32BE(value, end);
  return end;
}

/** Answers where what follows begins. */
function int16(value: number): number {
  scratch[end++] = (value >>> 8) & 0xff;
  scratch[end++] = value & 0xff;
  return end;
}

/** Short texts of ASCII are copied here: a call out of JavaScript costs more. */
const shortText = 24;

function text(value: string): void {
  reserve(3 * value.length);
  if (value.length <= shortText) {
    let index = 0;
    for (; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) break;
      scratch[end + index] = code;
    }
    if (index === value.length) {
      end += index;
      return;
    }
  }
  end += scratch.write(value, end, 'utf8');
}

function append(bytes: Uint8Array): void {
  reserve(bytes.length);
  scratch.set(bytes, end);
  end += bytes.length;
}

function reserve(size: number): void {
  if (scratch.length - end >= size) return;
  const larger = Buffer.allocUnsafe(2 * scratch.length + size);
  scratch.copy(larger, 0, 0, end);
  scratch = larger;
}
