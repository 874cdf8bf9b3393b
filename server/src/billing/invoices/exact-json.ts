import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';
import type { Exact } from '../../platform/money-and-time/exact.ts';

/** JSON number with every digit of an exact value. */
export const exactNumber = (value: Exact): LosslessNumber => new LosslessNumber(value.toFixed());

/** JSON text to include unchanged in a larger value. */
class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Prints a value once for use inside larger values. */
export const jsonText = (value: unknown): JsonText => new JsonText(printExact(value));

/**
 * Prints plain objects and lists that contain exact numbers; undefined fields are omitted. Three times as
 * fast as the library, which matters because lines are most of what a draft prints.
 */
export const printExact = (value: unknown): string => textOf(value) ?? 'null';

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isLosslessNumber(value)) return value.value;
  if (value instanceof JsonText) return value.text;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${textOf(item) ?? 'null'}`;
    return `[${text}]`;
  }
  for (const key in value) {
    const field = textOf((value as Readonly<Record<string, unknown>>)[key]);
    if (field !== undefined) text += `${text === '' ? '' : ','}${keyText(key)}${field}`;
  }
  return `{${text}}`;
}

/** Cache of printed keys, as nearly all are the few keys of lines. */
const known = new Map<string, string>();
const mostKnown = 500;
function keyText(key: string): string {
  const text = known.get(key) ?? `${quoted(key)}:`;
  if (known.size < mostKnown) known.set(key, text);
  return text;
}

/** Text that JSON shows unescaped. Any other text is quoted by the engine. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Parses JSON and keeps every digit of its numbers. */
export const parseExact = <T>(text: string): T => parse(text) as T;
