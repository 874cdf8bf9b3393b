import { type Finding, invalid } from '../../platform/errors.ts';
import { viewLimits } from './records.ts';

/** The number of the member's views, in one list and in all lists. */
export type ViewCounts = { ofList: number; ofMember: number };

type ViewParams = {
  name?: string | undefined;
  query?: Readonly<Record<string, string>> | undefined;
};

const control = /\p{Cc}/u;

/**
 * Requires a valid name and query, and returns the name without surrounding spaces.
 * @throws 400 that names the field
 */
export function requireValid<V extends ViewParams>(view: V): V {
  const name = view.name?.trim();
  const findings: Finding[] = [];
  if (name === '') findings.push({ pointer: '/name', message: 'must not be blank' });
  if (name && control.test(name))
    findings.push({ pointer: '/name', message: 'must not contain control characters' });
  if (view.query && lengthOf(view.query) > viewLimits.query)
    findings.push({
      pointer: '/query',
      message: `must have at most ${viewLimits.query} characters as a query string`,
    });
  if (findings.length > 0) throw invalid(findings);
  return name === undefined ? view : { ...view, name };
}

/** The length of the query string in an address. */
const lengthOf = (query: Readonly<Record<string, string>>): number =>
  new URLSearchParams(query).toString().length;

/**
 * Requires that the member may save one more view.
 * @throws 400 at the limit of views
 */
export function requireRoom({ ofList, ofMember }: ViewCounts): void {
  const full =
    ofList >= viewLimits.ofList
      ? `already has ${viewLimits.ofList} saved views, which is the limit for one list`
      : ofMember >= viewLimits.ofMember
        ? `cannot have another view: you have ${viewLimits.ofMember} saved views, which is the limit for all lists`
        : undefined;
  if (full) throw invalid([{ pointer: '/list', message: full }]);
}
