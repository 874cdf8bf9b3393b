import type { z } from 'zod';
import { type Finding, invalid } from '../errors.ts';
import { printable } from '../printable.ts';
import { cleanBody } from '../records/json.ts';
import type { Route } from './route.ts';

/** The fields that the service sets in every record (R9). Clients that send back a record include these fields. */
export const everyRecords = [
  'id',
  'organizationID',
  'creationTime',
  'createdBy',
  'lastUpdateTime',
  'lastUpdatedBy',
];
const ownEverywhere = new RegExp(`^(/[0-9]+)?/(${everyRecords.join('|')})$`);

/** The unknown parts of a request: parameter names, and JSON pointers into the body. */
export type UnknownNames = readonly string[];

const most = 20;
const longest = 1024;

/** Creates the header `X-Ignored-Fields`: the first names, percent-encoded, and the number of omitted names. */
export function ignoredHeader(names: UnknownNames): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, most)) {
    const written = encodeURIComponent(name).replaceAll('%2F', '/');
    length += written.length + 2;
    // Space for the number of omitted names is reserved.
    if (length > longest - 10) break;
    shown.push(written);
  }
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

/**
 * Creates the warnings for ignored body fields, which are stored with the record. The limit is the same as in the
 * header.
 */
export function ignoredWarnings(unknown: UnknownNames): string[] {
  const shown = unknown
    .slice(0, most)
    .map((pointer) => `${printable(pointer).slice(0, longest)} is an unknown field and was ignored.`);
  const rest = unknown.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more unknown fields were ignored.`] : shown;
}

const mostWarnings = 100;

/** Adds warnings to a record, without duplicates. Only the latest warnings are kept. */
export const withWarnings = (earlier: readonly string[] | undefined, further: readonly string[]): string[] =>
  [...new Set([...(earlier ?? []), ...further])].slice(-mostWarnings);

/** Adds warnings for ignored fields to a record. */
export const withIgnored = (earlier: readonly string[] | undefined, unknown: UnknownNames): string[] =>
  withWarnings(earlier, ignoredWarnings(unknown));

/**
 * Creates the function that finds the response schema of a sent record: the GET response schema at the same path, or
 * the schema of a record in the collection.
 */
export function readBackOf(routes: readonly Route[]): (route: Route) => z.ZodType | undefined {
  const reads = new Map(routes.filter(({ method }) => method === 'GET').map((each) => [each.path, each]));
  const ofOne = new Map(
    [...reads.values()].flatMap((each) => {
      const collection = /^(.+)\/\{\w+\}$/.exec(each.path)?.[1];
      return collection === undefined ? [] : [[collection, each] as const];
    }),
  );
  return ({ method, path }) => (method === 'PATCH' ? reads : ofOne).get(path)?.response;
}

/** Returns the unknown fields of a body, except fields that the service sets or returns. */
export function callersOwn(
  unknown: readonly string[],
  body: unknown,
  readBack: z.ZodType | undefined,
): string[] {
  if (unknown.length === 0) return [];
  const others = unknown.filter((pointer) => !ownEverywhere.test(pointer));
  if (!readBack) return others;
  const foreign = new Set(cleanBody(readBack, body).unknown);
  // Fields inside an unknown map are unknown, too.
  const isForeign = (pointer: string) => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      if (foreign.has(pointer.slice(0, end))) return true;
    return false;
  };
  return others.filter(isForeign);
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Returns the edit distance between two names, counting insertions, deletions, replacements, and swaps of adjacent
 * characters.
 */
function lettersBetween(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] as number, (before[j - 2] as number) + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}

/** Finds the parameter that was probably intended. Shorter names tolerate fewer errors. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const given = normalizeName(name);
  return known.find((each) => {
    const right = normalizeName(each);
    const tolerated = right.length < 3 ? 0 : right.length < 5 ? 1 : 2;
    return Math.abs(given.length - right.length) <= tolerated && lettersBetween(given, right) <= tolerated;
  });
}

const isList = ({ method, query }: Route): boolean =>
  method === 'GET' && (query?.shape.limit !== undefined || query?.shape.page_size !== undefined);

/**
 * Lists the unknown parameters of a request.
 * @throws 400 for a probable misspelling in a list request, because the list would be unfiltered; with strict handling,
 * for any unknown name
 */
export function unknownParameters(
  route: Route,
  given: Readonly<Record<string, unknown>>,
  strict: boolean,
): string[] {
  const known = Object.keys(route.query?.shape ?? {});
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return unknown;
  const findings = unknown.flatMap((name): Finding[] => {
    const meant = isList(route) && given[name] !== '' ? suggestName(name, known) : undefined;
    if (meant !== undefined) return [{ pointer: name, message: `is unknown; did you mean ${meant}?` }];
    return strict ? [{ pointer: name, message: 'is not a parameter of this operation' }] : [];
  });
  if (findings.length > 0 && route.operationId !== 'listOrganizations') throw invalid(findings.slice(0, 20));
  return unknown;
}
