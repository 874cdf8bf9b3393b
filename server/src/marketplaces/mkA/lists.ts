import type { Page, PageQuery } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { CatalogPort, EntityIds, EntityQuery } from './catalog.ts';
import { refusal } from './errors.ts';

/** A catalogue list that is a part of one of our lists. Cursors contain its name. */
export type Part = {
  name: string;
  /** Plural noun of the items for messages: `offers`. */
  noun: string;
  query(since: string | undefined): Omit<EntityQuery, 'token'>;
};

/** Builds the filter by last change time; the catalogue accepts whole seconds only. */
export const changedSince = (since: string | undefined): object =>
  since === undefined ? {} : { LastModifiedDate: { DateRange: { AfterValue: wholeSecond(since) } } };

const wholeSecond = (time: string): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Splits a cursor into the part name and the marketplace's token. */
const splitCursor = (cursor: string): [part: string, token: string | undefined] => {
  const at = cursor.indexOf(' ');
  return at < 0 ? ['', undefined] : [cursor.slice(0, at), cursor.slice(at + 1) || undefined];
};

/**
 * Reads a page of several lists, in sequence. If the marketplace denies the first page of a list, the result
 * contains the denial and continues with the next list, because sellers may have permissions for only some
 * entity types.
 */
export async function readPart<Item>(
  { list }: Pick<CatalogPort, 'list'>,
  parts: readonly Part[],
  { cursor, since }: PageQuery,
  show: (ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const [name, token] = cursor ? splitCursor(cursor) : [parts[0]?.name, undefined];
  const at = parts.findIndex((part) => part.name === name);
  const part = parts[at];
  if (!part) throw refusal('INVALID_NEXT_TOKEN');
  const following = parts[at + 1];
  const after = following && `${following.name} `;
  let found: EntityIds;
  try {
    found = await list({ ...part.query(since), token });
  } catch (error) {
    if (token !== undefined || !(error instanceof MarketplaceError) || !error.permanent) throw error;
    return {
      items: [],
      cursor: after,
      refused: [`The marketplace does not list ${part.noun}: ${error.readable}`],
    };
  }
  const { ids, next } = found;
  return { items: await show(ids), cursor: next ? `${part.name} ${next}` : after };
}
