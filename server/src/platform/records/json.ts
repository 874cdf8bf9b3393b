import { isLosslessNumber, isSafeNumber, parse as parseLossless, stringify } from 'lossless-json';
import type { z } from 'zod';
import { errors, type Finding, invalid } from '../errors.ts';
import { dayOfMidnight, fieldTraits, longestText } from './fields.ts';

const maximumDepth = 64;

const escapePart = (key: string) =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${escapePart(String(part))}`).join('');

/**
 * Returns the error detail for invalid JSON. The detail contains only the position from the engine's message, because
 * the message quotes the body.
 */
function describeJsonError(message: string, source: string): string {
  const place = /at position (\d+)/.exec(message)?.[1];
  if (message.includes('end of JSON') || Number(place) >= source.length)
    return 'The JSON in the body is incomplete.';
  if (place === undefined) return 'The body is not valid JSON.';
  return `The JSON in the body is invalid at character ${Number(place) + 1}.`;
}

/** Parses JSON text from a caller. @throws 400 for values that PostgreSQL or JavaScript could not store exactly */
export function parseJson(source: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw errors.malformed_json(describeJsonError((cause as Error).message, source), { cause });
  }
  const findings: Finding[] = [];
  // The text was valid UTF-8, so only escapes can contain NUL characters or lone surrogates.
  inspect(value, [], findings, source.includes('\\u'));
  if (findings.length === 0 && hasLongNumber(source)) inspectNumbers(parseLossless(source), [], findings);
  if (findings.length > 0) throw invalid(findings.slice(0, 20));
  return value;
}

/**
 * Whether a text may contain a number that a double cannot represent: more than 15 digits, or an exponent below -99.
 * Only bodies with such a number, which are few, are parsed a second time, losslessly.
 */
function hasLongNumber(source: string): boolean {
  for (const [token] of source.matchAll(/[:[,\s]-?(?:[\d.]{16,}|[\d.]+[eE]-\d{3,})/g))
    if (/e/i.test(token) || token.replaceAll(/\D/g, '').length > 15) return true;
  return false;
}

function inspect(value: unknown, path: PropertyKey[], findings: Finding[], escapes: boolean): void {
  if (typeof value === 'string') {
    if (value.length > longestText && Array.from(value).length > longestText)
      report(`has more than ${longestText} characters`, path, findings);
    else if (escapes) report(textProblem(value), path, findings);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) report('is a number out of range', path, findings);
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= maximumDepth) {
      report(`is nested more than ${maximumDepth} levels deep`, path, findings);
      return;
    }
    for (const key of Object.keys(value)) {
      path.push(key);
      const problem =
        key === '__proto__' ? 'is not allowed as a name' : escapes ? textProblem(key) : undefined;
      if (problem) report(problem, path, findings);
      else inspect((value as Record<string, unknown>)[key], path, findings, escapes);
      path.pop();
    }
  }
}

function report(message: string | undefined, path: PropertyKey[], findings: Finding[]): void {
  if (message) findings.push({ pointer: pointerOf(path), message });
}

/** Returns the error message for a text that cannot be stored. */
export function textProblem(value: string): string | undefined {
  if (value.includes('\0')) return 'contains a NUL character';
  if (!value.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

function inspectNumbers(value: unknown, path: PropertyKey[], findings: Finding[]): void {
  if (isLosslessNumber(value)) {
    if (!isSafeNumber(value.value)) report('has more digits than a number can keep', path, findings);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      path.push(key);
      inspectNumbers(child, path, findings);
      path.pop();
    }
  }
}

/** Serializes a value to JSON in which integers from other systems keep every digit (R7). */
export const printExact = (value: unknown): string => stringify(value) ?? 'null';

/** Replaces some fields in the text of a JSON object; numbers in the other fields keep every digit. */
export const withFields = (text: string, fields: object): string =>
  printExact({ ...(parseLossless(text) as object), ...fields });

/**
 * The observations during cleaning: pointers of unknown fields, paths of nulls that unset a field, and lists over their
 * limit.
 */
type CleaningResult = { unknown: string[]; unset: string[][]; tooLong: Finding[] };
type Cleaner = (value: unknown, path: PropertyKey[], found: CleaningResult) => unknown;
const same: Cleaner = (value) => value;
const cleaners = new WeakMap<z.ZodType, Cleaner>();

/**
 * Prepares a body for validation. A null counts as absent if the schema does not allow null. Unknown fields are
 * removed, and their pointers are collected. Closed codes are converted to upper case. A list with more entries than
 * allowed is reported and removed, so that its contents are not processed.
 * @returns `unset`: the paths of nulls that count as absent, except nulls in lists, because lists are replaced
 * completely
 */
export function cleanBody(schema: z.ZodType, value: unknown): { value: unknown } & CleaningResult {
  const found: CleaningResult = { unknown: [], unset: [], tooLong: [] };
  return { value: cleanerOf(schema)(value, [], found), ...found };
}

/** Restores the nulls that unset fields in a PATCH (R8) in the validated body. */
export function putNulls(value: unknown, unset: readonly (readonly string[])[]): void {
  for (const path of unset) {
    let place = value as Record<string, unknown> | undefined;
    for (const name of path.slice(0, -1)) place = place?.[name] as Record<string, unknown> | undefined;
    if (typeof place === 'object' && place !== null) place[path.at(-1) as string] = null;
  }
}

function cleanerOf(schema: z.ZodType): Cleaner {
  let cleaner = cleaners.get(schema);
  if (!cleaner) {
    cleaner = buildCleaner(schema);
    cleaners.set(schema, cleaner);
  }
  return cleaner;
}

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
};

function buildCleaner(schema: z.ZodType): Cleaner {
  const definition = schema.def as unknown as Definition;
  // Existing clients send an empty string for an unset code.
  const { upperCase, known, day } = traitsOf(schema) ?? {};
  if (day) return (value) => (typeof value === 'string' ? dayOfMidnight(value) : value);
  if (upperCase) return (value) => (typeof value === 'string' ? value.toUpperCase() || undefined : value);
  if (known)
    return (value) =>
      typeof value === 'string' && known.includes(value.toUpperCase()) ? value.toUpperCase() : value;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return cleanerOf(definition.innerType as z.ZodType);
    case 'array':
      return cleanArray(cleanerOf(definition.element as z.ZodType), mostItems(schema));
    case 'record':
      return cleanRecord(cleanerOf(definition.valueType as z.ZodType));
    case 'object':
      return cleanObject(definition.shape as Record<string, z.ZodType>);
    default:
      return same;
  }
}

/**
 * Returns the traits of a schema or its parents, because `.meta()` and `.optional()` copy a schema without its traits.
 */
function traitsOf(schema: z.ZodType): ReturnType<typeof fieldTraits.get> {
  const traits = fieldTraits.get(schema);
  if (traits?.upperCase || traits?.known || traits?.day) return traits;
  const parent = (schema as unknown as { _zod: { parent?: z.ZodType } })._zod.parent;
  return parent ? traitsOf(parent) : undefined;
}

type LengthCheck = { _zod: { def: { check: string; maximum?: number } } };

/** Returns the maximum number of entries that a list's schema allows. */
const mostItems = (schema: z.ZodType): number =>
  ((schema.def as { checks?: readonly unknown[] }).checks ?? [])
    .map((check) => (check as LengthCheck)._zod.def)
    .filter(({ check }) => check === 'max_length')
    .reduce((least, { maximum = least }) => Math.min(least, maximum), Number.POSITIVE_INFINITY);

function cleanArray(element: Cleaner, most: number): Cleaner {
  return (value, path, found) => {
    if (!Array.isArray(value)) return value;
    if (value.length > most) {
      found.tooLong.push({ pointer: pointerOf(path), message: `must have at most ${most} entries` });
      return undefined;
    }
    if (element === same) return value;
    return value.map((item, index) => {
      path.push(index);
      const result = element(item, path, found);
      path.pop();
      return result;
    });
  };
}

function cleanRecord(element: Cleaner): Cleaner {
  if (element === same) return same;
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      path.push(key);
      const result = element(item, path, found);
      path.pop();
      return [key, result];
    });
    return Object.fromEntries(entries);
  };
}

function cleanObject(shape: Record<string, z.ZodType>): Cleaner {
  const fields = new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      { clean: cleanerOf(field), nullable: field.safeParse(null).success },
    ]),
  );
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const out: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const field = fields.get(key);
      const item = (value as Record<string, unknown>)[key];
      if (!field) found.unknown.push(pointerOf([...path, key]));
      else if (item !== null || field.nullable) {
        path.push(key);
        out[key] = item === null ? null : field.clean(item, path, found);
        path.pop();
      } else if (path.every((part) => typeof part === 'string'))
        found.unset.push([...(path as string[]), key]);
    }
    return out;
  };
}
