import { isLosslessNumber, isSafeNumber, parse as parseLossless, stringify } from 'lossless-json';
import type { z } from 'zod';
import { errors, type Finding, invalid } from './errors.ts';
import { fieldTraits } from './fields.ts';

const maximumDepth = 64;

const escapePart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${escapePart(String(part))}`).join('');

/** Reads JSON text that a caller sent. What PostgreSQL or JavaScript could not keep as sent is refused. */
export function parseJson(source: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw errors.malformed_json((cause as Error).message, { cause });
  }
  const findings: Finding[] = [];
  // Only an escape can bring what text must not hold into JSON that was UTF-8.
  inspect(value, [], findings, source.includes('\\u'));
  if (findings.length === 0 && hasLongNumber(source)) inspectNumbers(parseLossless(source), [], findings);
  if (findings.length > 0) throw invalid(findings.slice(0, 20));
  return value;
}

/** Sixteen digits in a row in what looks like a number: few bodies have one, and only they are read digit by digit. */
function hasLongNumber(source: string): boolean {
  for (const [token] of source.matchAll(/[:[,]\s*[\d.eE+-]{16,}(?=\s*[,\]}])/g))
    if (/\d{16}/.test(token)) return true;
  return false;
}

function inspect(value: unknown, path: PropertyKey[], findings: Finding[], escapes: boolean): void {
  if (typeof value === 'string') {
    if (escapes) report(textProblem(value), path, findings);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) report('is a number out of range', path, findings);
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= maximumDepth) {
      report(`is nested more than ${maximumDepth} deep`, path, findings);
      return;
    }
    for (const key of Object.keys(value)) {
      path.push(key);
      const problem =
        key === '__proto__' ? 'is a name that is not allowed' : escapes ? textProblem(key) : undefined;
      if (problem) report(problem, path, findings);
      else inspect((value as Record<string, unknown>)[key], path, findings, escapes);
      path.pop();
    }
  }
}

function report(message: string | undefined, path: PropertyKey[], findings: Finding[]): void {
  if (message) findings.push({ pointer: pointerOf(path), message });
}

/** What keeps a text from being stored. */
export function textProblem(value: string): string | undefined {
  if (value.includes('\0')) return 'contains a NUL character';
  if (!value.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

function inspectNumbers(value: unknown, path: PropertyKey[], findings: Finding[]): void {
  if (isLosslessNumber(value)) {
    if (!isSafeNumber(value.value, { approx: true }))
      findings.push({
        pointer: pointerOf(path),
        message: 'has more digits than a number can keep',
      });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      path.push(key);
      inspectNumbers(child, path, findings);
      path.pop();
    }
  }
}

/** JSON text in which the integers that a marketplace gave keep every digit (R7). */
export const printExact = (value: unknown): string => stringify(value) ?? 'null';

type Cleaner = (value: unknown, path: PropertyKey[], unknown: string[]) => unknown;
const same: Cleaner = (value) => value;
const cleaners = new WeakMap<z.ZodType, Cleaner>();

/**
 * Prepares a body for validation: a null counts as absent where the schema does not allow it, unknown fields go
 * (their pointers are collected), and closed codes are put in upper case.
 */
export function clean(schema: z.ZodType, value: unknown): { value: unknown; unknown: string[] } {
  const unknown: string[] = [];
  return { value: cleanerOf(schema)(value, [], unknown), unknown };
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
  // The empty string is how existing clients say that a code is not set.
  const { upperCase, known } = traitsOf(schema) ?? {};
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
      return cleanArray(cleanerOf(definition.element as z.ZodType));
    case 'record':
      return cleanRecord(cleanerOf(definition.valueType as z.ZodType));
    case 'object':
      return cleanObject(definition.shape as Record<string, z.ZodType>);
    default:
      return same;
  }
}

/** `.meta()` and `.optional()` copy a schema: the values say that it is the same enumeration. */
function traitsOf(schema: z.ZodType): ReturnType<typeof fieldTraits.get> {
  const traits = fieldTraits.get(schema);
  if (traits?.upperCase || traits?.known) return traits;
  const parent = (schema as unknown as { _zod: { parent?: z.ZodType } })._zod.parent;
  return parent ? traitsOf(parent) : undefined;
}

function cleanArray(element: Cleaner): Cleaner {
  if (element === same) return same;
  return (value, path, unknown) =>
    Array.isArray(value)
      ? value.map((item, index) => {
          path.push(index);
          const result = element(item, path, unknown);
          path.pop();
          return result;
        })
      : value;
}

function cleanRecord(element: Cleaner): Cleaner {
  if (element === same) return same;
  return (value, path, unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      path.push(key);
      const result = element(item, path, unknown);
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
  return (value, path, unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const out: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const field = fields.get(key);
      const item = (value as Record<string, unknown>)[key];
      if (!field) unknown.push(pointerOf([...path, key]));
      else if (item !== null || field.nullable) {
        path.push(key);
        out[key] = item === null ? null : field.clean(item, path, unknown);
        path.pop();
      }
    }
    return out;
  };
}
