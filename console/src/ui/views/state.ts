import type { SavedView, WithId } from '@tradepost/sdk';
import { paths } from '../../paths.ts';
import type { Search } from '../../search.ts';

export type View = WithId<SavedView>;
export type ViewQuery = Readonly<Record<string, string>>;

/** Returns the service's name of a list: the path of its page within the organization. */
export const listOf = (path: string): string =>
  path
    .slice(paths.overview.length)
    .replaceAll('$', '')
    .replaceAll(/^\/|\/$/g, '');

/** Returns the parameters of an address that have a value. */
export const queryOf = (search: Search): ViewQuery =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );

const isSame = (one: ViewQuery, other: ViewQuery): boolean => {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
};

/** The relation between the address of a list and the saved views of the list. */
export type ViewState = {
  query: ViewQuery;
  /** The view whose query is the address. */
  current: View | undefined;
  /** The current view, or the view that was current before the address changed. */
  opened: View | undefined;
  /** Whether the address differs from the default view and from every saved view. */
  isUnsaved: boolean;
};

/** @param openedId the view that was opened last */
export function stateOf(views: readonly View[], search: Search, openedId: string | undefined): ViewState {
  const query = queryOf(search);
  const equal = views.filter((view) => isSame(view.query ?? {}, query));
  const current = equal.find(({ id }) => id === openedId) ?? equal[0];
  const isDefault = Object.keys(query).length === 0;
  const opened = current ?? (isDefault ? undefined : views.find(({ id }) => id === openedId));
  return { query, current, opened, isUnsaved: !current && !isDefault };
}

/** Sorts views by name, as the user's language does. */
export const byName = (views: readonly View[]): View[] =>
  [...views].sort((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
