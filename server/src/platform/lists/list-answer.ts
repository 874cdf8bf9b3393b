import type { OrgScope } from '../access/scope.ts';
import type { TableName } from '../database/rows.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { AppError } from '../errors.ts';
import { type Answer, type Batch, Portions, RawJson, type RouteRequest } from '../http/route.ts';
import { type CsvTable, csvBatch } from './csv-list.ts';
import { type ListQuery, listStatements, positionsStatement } from './list-query.ts';
import { type NarrowingParameters, spanOf } from './narrowing.ts';
import { answerPage, type Page, type PageParameters, pageHeaders, pageOf, positionOf } from './pagination.ts';
import { isCut } from './portions.ts';
import { type Search, type SearchColumns, searchStatement } from './search.ts';
import { type SortColumns, sortOf } from './sorting.ts';

export type List<T extends TableName> = Pick<
  ListQuery<T>,
  | 'table'
  | 'columns'
  | 'filters'
  | 'either'
  | 'links'
  | 'orderedLink'
  | 'named'
  | 'gathered'
  | 'present'
  | 'hiddenStatus'
  | 'hidden'
  | 'spelled'
> & {
  encode: (row: Row) => string;
  defaultLimit?: number;
  /** The columns that `search` searches; absent if the route has no `search` parameter. */
  searched?: SearchColumns<T>;
  /** The columns by which callers can sort; absent if the route has no `sort` parameter. */
  sorts?: SortColumns<T>;
  /** Limits the records to some fields; absent if the route has no `fields` parameter. */
  slim?: (fields: readonly string[]) => Pick<ListQuery<T>, 'columns' | 'gathered'> & {
    encode: (row: Row) => string;
  };
  /** The table for callers that accept CSV; the route must be declared with `csv`. */
  csv?: CsvTable;
  /** The parent record of the list. It is read first; if it does not exist, `missing` is thrown. */
  under?: { statement: Statement; missing: () => AppError };
};

type ListRequest = RouteRequest<PageParameters & NarrowingParameters>;

/** The data for reading the rest of a page. */
type PageReading<T extends TableName> = {
  request: RouteRequest<PageParameters>;
  list: Omit<ListQuery<T>, 'page'> & { encode: (row: Row) => string };
  page: Page;
  /** The filters to which a cursor is bound. */
  given: Record<string, unknown>;
  total: number | undefined;
};

/**
 * Builds the batch that returns one page of a list, ascending or descending by (creation time, id) or by a column: a bare
 * array with a `Link` header, and `X-Total-Count` on request (R2). A page larger than `portionBytes` ends early if the request has a
 * cursor; otherwise the page is complete and is read in portions while it is sent.
 * @throws 400 for a cursor that was issued for different filters or a different order
 */
export function listBatch<T extends TableName>(
  scope: OrgScope,
  request: ListRequest,
  { searched, slim, ...whole }: List<T>,
): Batch {
  const { search: text, fields } = request.query;
  const list = fields && slim ? { ...whole, ...slim(fields) } : whole;
  if (!searched || !text) return pageBatch(scope, request, list);
  const { noun, ...places } = searched;
  if (!noun) return pageBatch(scope, request, list, { ...places, text });
  return {
    statements: [searchStatement(noun, text)],
    respond: ([found]) => {
      const ids = (found?.[0]?.ids ?? undefined) as string[] | undefined;
      return pageBatch(scope, request, list, { ...places, text, ids });
    },
  };
}

function pageBatch<T extends TableName>(
  scope: OrgScope,
  request: ListRequest,
  list: Omit<List<T>, 'searched' | 'slim'>,
  search?: Search,
): Batch {
  const { table, links = [], orderedLink, under } = list;
  const filters = { ...list.filters, ...list.either, ...orderedLink?.match, ...list.named?.also.match };
  const span = spanOf(request.query);
  const given = { table, filters, links: links.map(({ match }) => match), search: search?.text, ...span };
  const page = pageOf(request.query, given, list.defaultLimit, sortOf(table, list.sorts, request.query));
  const query = { ...list, organizationId: scope.organizationId, search, span };
  if (request.wantsCsv && list.csv) return underParent(under, csvOfList(request, page, query, list.csv));
  const { rows, count } = listStatements({ ...query, page });
  const pageStatements = count ? [rows, count] : [rows];
  return {
    statements: under ? [under.statement, ...pageStatements] : pageStatements,
    respond: (answers) => {
      if (under && !answers[0]?.[0]) throw under.missing();
      const [found = [], counted] = under ? answers.slice(1) : answers;
      const total = counted?.[0]?.total as number | undefined;
      const reading = { request, list: query, page, given, total };
      if (!isCut(found, page.limit + 1)) return answerPage(request, page, given, found, list.encode, total);
      const whole = found.length === page.limit;
      return request.query.cursor !== undefined || whole
        ? shortPage(reading, found)
        : longPage(reading, found);
    },
  };
}

/** Builds the batch that returns the list as CSV, in portions by position. */
const csvOfList = <T extends TableName>(
  { query: { limit } }: RouteRequest<PageParameters>,
  page: Page,
  list: Omit<ListQuery<T>, 'page'>,
  table: CsvTable,
): Batch =>
  csvBatch({
    table,
    page,
    isWhole: limit === undefined,
    read: (place) => listStatements({ ...list, page: { ...page, ...place, count: false } }).rows,
    count: listStatements({ ...list, page }).count,
    positionOf,
  });

/** Extends a batch to return 404 if the parent record of the list does not exist. */
const underParent = (under: List<TableName>['under'], { statements, respond }: Batch): Batch =>
  under
    ? {
        statements: [under.statement, ...statements],
        respond: ([parent, ...answers]) => {
          if (!parent?.[0]) throw under.missing();
          return respond(answers);
        },
      }
    : { statements, respond };

const lastOf = (rows: readonly Row[]) => positionOf(rows.at(-1) as Row);

/** Returns the rows read so far as a shortened page, with a link to the next page if rows are left. */
const shortPage = <T extends TableName>(
  { request, list, page, given, total }: PageReading<T>,
  rows: Row[],
): Batch => ({
  statements: [positionsStatement(list, { ...page, after: lastOf(rows), offset: 0 })],
  respond: ([behind]) => ({
    headers: pageHeaders(request, given, behind?.[0] && lastOf(rows), total),
    body: new RawJson(`[${rows.map(list.encode).join(',')}]`),
  }),
});

/**
 * Sends the rows read so far while the rest of the page is read. The header with the link to the next page is sent
 * before the rest is read, so the next page is determined by its position only.
 */
const longPage = <T extends TableName>(
  { request, list, page, given, total }: PageReading<T>,
  rows: Row[],
): Batch => {
  let left = page.limit - rows.length;
  return {
    statements: [positionsStatement(list, { ...page, after: lastOf(rows), offset: left - 1 })],
    respond: ([end]) => {
      let after: Page['after'] = lastOf(rows);
      const text = rows.map(list.encode).join(',');
      const next = () => {
        if (!after) return undefined;
        const portion = { ...page, limit: left, offset: 0, after, count: false };
        return {
          statements: [listStatements({ ...list, page: portion }).rows],
          respond: ([found = []]: Row[][]): Answer => {
            const shown = found.slice(0, left);
            left -= shown.length;
            after = isCut(shown, shown.length + left) ? lastOf(shown) : undefined;
            const more = shown.map((row) => `,${list.encode(row)}`).join('');
            return { body: new RawJson(after ? more : `${more}]`) };
          },
        };
      };
      return {
        headers: pageHeaders(request, given, end?.[1] && positionOf(end[0] as Row), total),
        body: new Portions(`[${text}`, next),
      };
    },
  };
};
