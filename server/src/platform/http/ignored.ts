import type { z } from 'zod';
import { type Finding, invalid } from '../errors.ts';
import { printable } from '../printable.ts';
import { clean } from '../records/json.ts';
import type { Route } from './route.ts';

/** The service's own in every record (R9): clients send back what they read. */
export const everyRecords = [
  'id',
  'organizationID',
  'creationTime',
  'createdBy',
  'lastUpdateTime',
  'lastUpdatedBy',
];
const ownEverywhere = new RegExp(`^(/[0-9]+)?/(${everyRecords.join('|')})$`);

/** The parts of a request that nothing reads: names of parameters, and JSON pointers into the body. */
export type Ignored = readonly string[];

const most = 20;
const longest = 1024;

/** The value of the header `X-Ignored-Fields`: the first of the names, percent-encoded, then how many more there are. */
export function ignoredHeader(names: Ignored): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, most)) {
    const written = encodeURIComponent(name).replaceAll('%2F', '/');
    length += written.length + 2;
    // The count needs its place, too.
    if (length > longest - 10) break;
    shown.push(written);
  }
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

/** Warnings for the fields of a body that were ignored, for the record that was made of it: as many as the header names. */
export function ignoredWarnings(unknown: Ignored): string[] {
  const shown = unknown
    .slice(0, most)
    .map((pointer) => `${printable(pointer).slice(0, longest)} is not a known field and was ignored.`);
  const rest = unknown.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more fields are not known and were ignored.`] : shown;
}

const mostWarnings = 100;

/** The warnings of a record and those for what was ignored just now: each once, the latest where there are many. */
export const withIgnored = (earlier: readonly string[] | undefined, unknown: Ignored): string[] =>
  [...new Set([...(earlier ?? []), ...ignoredWarnings(unknown)])].slice(-mostWarnings);

/**
 * The schema in which a client reads what it then sends to a route: that of GET at the same path, or of one record
 * of a collection.
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

/** The unknown fields of a body without those that are the service's own. */
export function callersOwn(
  unknown: readonly string[],
  body: unknown,
  readBack: z.ZodType | undefined,
): string[] {
  if (unknown.length === 0) return [];
  const others = unknown.filter((pointer) => !ownEverywhere.test(pointer));
  if (!readBack) return others;
  const foreign = new Set(clean(readBack, body).unknown);
  // A field of a map that is not known is not known either.
  const isForeign = (pointer: string) => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      if (foreign.has(pointer.slice(0, end))) return true;
    return false;
  };
  return others.filter(isForeign);
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Counts how many letters must be added, left out, replaced, or changed with their neighbour, to make one of the other.
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

/** The parameter that a name was probably meant to be. Of a short name little is left when letters are wrong. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const given = folded(name);
  return known.find((each) => {
    const right = folded(each);
    const tolerated = right.length < 3 ? 0 : right.length < 5 ? 1 : 2;
    return Math.abs(given.length - right.length) <= tolerated && lettersBetween(given, right) <= tolerated;
  });
}

const isList = ({ method, query }: Route): boolean =>
  method === 'GET' && (query?.shape.limit !== undefined || query?.shape.page_size !== undefined);

/**
 * The parameters of a request that its operation does not know.
 * @throws 400 on a list for one that is nearly one of its own: it would answer all rows; in strict handling for any
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
    const meant = isList(route) && given[name] !== '' ? meantBy(name, known) : undefined;
    if (meant !== undefined) return [{ pointer: name, message: `is not known; ${meant} is` }];
    return strict ? [{ pointer: name, message: 'is not a parameter of this operation' }] : [];
  });
  if (findings.length > 0 && route.operationId !== 'listOrganizations') throw invalid(findings.slice(0, 20));
  return unknown;
}
