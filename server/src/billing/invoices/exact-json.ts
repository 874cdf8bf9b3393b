import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';
import type { Exact } from '../../platform/money-and-time/exact.ts';

/** A number as JSON shows it, with every digit. */
export const exactNumber = (value: Exact): LosslessNumber => new LosslessNumber(value.toFixed());

/** JSON text that goes as it is into what is printed. */
class Printed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Prints what is printed again as a part of other things. */
export const printed = (value: unknown): Printed => new Printed(printExact(value));

/**
 * Prints what has exact numbers in it, plain objects and lists; what is undefined is left out. The library takes three times as long,
 * and lines are most of what a draft prints.
 */
export const printExact = (value: unknown): string => textOf(value) ?? 'null';

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isLosslessNumber(value)) return value.value;
  if (value instanceof Printed) return value.text;
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

/** Keys as they are printed: nearly all are the few of lines. */
const known = new Map<string, string>();
const mostKnown = 500;
function keyText(key: string): string {
  const text = known.get(key) ?? `${quoted(key)}:`;
  if (known.size < mostKnown) known.set(key, text);
  return text;
}

/** What stands in JSON as it is; the rest, the engine quotes. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Reads JSON, digit by digit. */
export const parseExact = <T>(text: string): T => parse(text) as T;
