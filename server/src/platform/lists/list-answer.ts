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
import { type Search, type Searched, searchStatement } from './search.ts';

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
  /** Where it looks for the text of `search`, where the route takes that. */
  searched?: Searched<T>;
  /** The list with some fields of its records only, where the route takes `fields`. */
  slim?: (fields: readonly string[]) => Pick<ListQuery<T>, 'columns' | 'gathered'> & {
    encode: (row: Row) => string;
  };
  /** How it is answered as CSV, to who would rather have that, where the route says that it can be (`csv`). */
  csv?: CsvTable;
  /** The record that the list belongs to: read first, and without a row the list is not there either. */
  under?: { statement: Statement; missing: () => AppError };
};

type ListRequest = RouteRequest<PageParameters & NarrowingParameters>;

/** A page that is being read. */
type Reading<T extends TableName> = {
  request: RouteRequest<PageParameters>;
  list: Omit<ListQuery<T>, 'page'> & { encode: (row: Row) => string };
  page: Page;
  /** What a cursor belongs to. */
  given: Record<string, unknown>;
  total: number | undefined;
};

/**
 * The batch that answers one page of a list, in (creation time, id) order or the same backwards: a bare array with
 * its `Link` header, and `X-Total-Count` when asked for (R2). A page with more bytes than are held at once ends early
 * when it was asked for by a cursor; else it has all of its rows, and is read in portions while it is sent.
 * @throws 400 for a cursor of another list, with other filters or in the other order
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
  const page = pageOf(request.query, given, list.defaultLimit);
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

/** The whole list in portions, by position. */
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

/** The batch, with a 404 where the record is not there that its list belongs to. */
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

/** These rows, and where it goes on when there are more. */
const shortPage = <T extends TableName>(
  { request, list, page, given, total }: Reading<T>,
  rows: Row[],
): Batch => ({
  statements: [positionsStatement(list, { ...page, after: lastOf(rows), offset: 0 })],
  respond: ([behind]) => ({
    headers: pageHeaders(request, given, behind?.[0] && lastOf(rows), total),
    body: new RawJson(`[${rows.map(list.encode).join(',')}]`),
  }),
});

/**
 * These rows and, while they are sent, the others of the page. Where the next page begins is in the headers, before
 * they are read: it is looked up by position only.
 */
const longPage = <T extends TableName>(
  { request, list, page, given, total }: Reading<T>,
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
