/**
 * Conversions between values and typed text. Text that is not a valid value is kept as typed, and the service reports
 * the problem.
 */
export type TextConversion = { show(value: unknown): string; read(text: string): unknown };

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, undefined, 2) : String(value ?? '');

const text: TextConversion = { show: asText, read: (typed) => typed.trim() || undefined };
const longText: TextConversion = { show: asText, read: (typed) => (typed.trim() === '' ? undefined : typed) };

/** Matches decimal notation only, without other JavaScript number formats such as `0x10`. */
const isDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const digitsOf = (typed: string): string =>
  typed
    .replace(/e.*$/i, '')
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|0+$/g, '');

/** Returns whether a number keeps all typed digits, without rounding. */
const isKept = (typed: string, value: number): boolean =>
  Number.isFinite(value) &&
  Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
  digitsOf(typed) === digitsOf(String(value));

const number: TextConversion = {
  show: asText,
  read: (typed) => {
    const trimmed = typed.trim();
    if (trimmed === '') return undefined;
    const value = Number(trimmed);
    return isDecimal.test(trimmed) && isKept(trimmed, value) ? value : trimmed;
  },
};

/** Creates the conversion for one value per line. */
const linesOf = (one: TextConversion): TextConversion => ({
  show: (value) => (Array.isArray(value) ? value.map(asText).join('\n') : asText(value)),
  read: (typed) => {
    const values = typed.split('\n').flatMap((line) => one.read(line) ?? []);
    return values.length === 0 ? undefined : values;
  },
});

const json: TextConversion = {
  show: asText,
  read: (typed) => {
    if (typed.trim() === '') return undefined;
    try {
      return JSON.parse(typed);
    } catch {
      return typed;
    }
  },
};

/** The conversion for a time in the user's time zone. */
const time: TextConversion = {
  show: (value) => {
    const date = new Date(String(value ?? ''));
    if (Number.isNaN(date.getTime())) return '';
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  },
  read: (typed) => {
    const date = new Date(typed);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  },
};

const day: TextConversion = { show: (value) => asText(value).slice(0, 10), read: text.read };

const typings: Readonly<Record<string, TextConversion>> = {
  longText,
  number,
  whole: number,
  money: number,
  percent: number,
  texts: linesOf(text),
  mails: linesOf(text),
  countries: linesOf(text),
  documents: linesOf(text),
  numbers: linesOf(number),
  json,
  group: json,
  list: json,
  time,
  day,
};

/** Returns the conversions by kind of value; an unknown kind is text. */
export const typingOf = (kind: string): TextConversion => typings[kind] ?? text;

/** Returns whether each typed line is a separate value. */
export const isInLines = (kind: string): boolean =>
  ['texts', 'mails', 'countries', 'documents', 'numbers'].includes(kind);
