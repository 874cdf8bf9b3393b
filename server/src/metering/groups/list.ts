import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { AppError } from '../../platform/errors.ts';
import { type Batch, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { csvBatch } from '../../platform/lists/csv-list.ts';
import { type Page, type PageParameters, pageHeaders, pageOf } from '../../platform/lists/pagination.ts';
import { isCut } from '../../platform/lists/portions.ts';
import { encodeGroup, type GroupRow } from '../columns.ts';
import { groupTable } from './csv.ts';
import { type Bounds, type GroupFilter, groupStatements, selectBounds } from './list-store.ts';
import { groupRangeOf, isNarrowed, selectNarrow } from './narrow.ts';

export type GroupList = {
  filter: GroupFilter;
  defaultLimit?: number;
  /**
   * The parent record of the list, which is read first. If the record does not exist, the error from
   * `missing` is thrown.
   */
  under?: { statement: Statement; missing: () => AppError };
};

/**
 * Creates the batch of statements that reads a page of record groups, sorted by call and position in the
 * call. The first and last call of the days are looked up first, so that only groups between these calls, and
 * only their monthly partitions, are read.
 */
export function listGroups(
  scope: OrgScope,
  request: RouteRequest<PageParameters>,
  { filter: asked, defaultLimit, under }: GroupList,
): Batch {
  const given = { table: 'usage_group', ...asked };
  const { status } = asked;
  const page = pageOf(request.query, given, defaultLimit);
  const after = page.after && placeOf(page.after);
  return {
    statements: [
      selectBounds(scope, asked),
      ...(isNarrowed(status) ? [selectNarrow(scope, status)] : []),
      ...(under ? [under.statement] : []),
    ],
    respond: ([ends, ...answers]) => {
      const bounds = ends?.[0] as Bounds | undefined;
      if (under && !answers.at(-1)?.[0]) throw under.missing();
      const found = isNarrowed(status) ? groupRangeOf(status, answers[0]?.[0]) : undefined;
      const filter = { ...asked, narrowed: found };
      const { rows, count } = groupStatements(
        scope,
        filter,
        { ...page, after },
        bounds as Bounds | undefined,
      );
      if (request.wantsCsv)
        return csvBatch({
          table: groupTable,
          page,
          isWhole: request.query.limit === undefined,
          read: (place) => {
            const behind = place.after && placeOf(place.after);
            return groupStatements(
              scope,
              filter,
              { ...page, ...place, after: behind },
              bounds as Bounds | undefined,
            ).rows;
          },
          count: page.count ? count : undefined,
          positionOf,
        });
      return {
        statements: page.count ? [rows, count] : [rows],
        respond: ([found = [], counted]) =>
          answerOf(request, page, given, found, counted?.[0]?.total as number | undefined),
      };
    },
  };
}

/** Parses the batch and ordinal in a page position. An invalid position means the first page. */
function placeOf({ id }: NonNullable<Page['after']>) {
  const dot = id.lastIndexOf('.');
  const ordinal = Number(id.slice(dot + 1));
  return {
    batchId: id.slice(0, Math.max(dot, 0)),
    ordinal: Number.isInteger(ordinal) ? ordinal % 2 ** 31 : 0,
  };
}

const positionOf = (row: Row) => ({
  creationTime: row.position_time as string,
  id: `${row.batch_id}.${row.ordinal}`,
});

/**
 * Encodes a page with the position of the next page. A page may end before its limit because of its size in
 * bytes.
 */
function answerOf(
  request: RouteRequest<PageParameters>,
  page: Page,
  given: Record<string, unknown>,
  rows: Row[],
  total: number | undefined,
) {
  const shown = rows.slice(0, page.limit);
  const hasNext = rows.length > page.limit || isCut(rows, page.limit + 1);
  const last = shown.at(-1);
  const offset = page.offset + shown.length;
  const next = hasNext && page.after === undefined ? `"nextOffset":${offset},` : '';
  return {
    headers: pageHeaders(request, given, hasNext && last ? positionOf(last) : undefined, total),
    body: new RawJson([
      `{${next}"usageRecordGroups":[`,
      ...shown.map((row, index) => `${index === 0 ? '' : ','}${encodeGroup(row as GroupRow)}`),
      ']}',
    ]),
  };
}
