import type { AppError } from './errors.ts';
import { type ListQuery, listStatements } from './list-query.ts';
import { answerPage, type PageParameters, pageOf } from './pagination.ts';
import type { Plan, RouteRequest } from './route.ts';
import type { OrgScope } from './scope.ts';
import type { Row, Statement } from './statement.ts';

export type List = Pick<
  ListQuery,
  | 'table'
  | 'columns'
  | 'filters'
  | 'links'
  | 'orderedLink'
  | 'gathered'
  | 'present'
  | 'hiddenStatus'
  | 'spelled'
> & {
  encode: (row: Row) => string;
  defaultLimit?: number;
  /** The record that the list belongs to: read first, and without a row the list is not there either. */
  under?: { statement: Statement; missing: () => AppError };
};

/**
 * The plan that answers one page of a list, in (creation time, id) order: a bare array with its `Link` header, and
 * `X-Total-Count` when asked for (R2).
 * @throws 400 for a cursor of another list or with other filters
 */
export function listPlan(scope: OrgScope, request: RouteRequest<PageParameters>, list: List): Plan {
  const { table, links = [], orderedLink } = list;
  const filters = { ...list.filters, ...orderedLink?.match };
  const given = { table, filters, links: links.map(({ match }) => match) };
  const page = pageOf(request.query, given, list.defaultLimit);
  const { rows, count } = listStatements({ ...list, organizationId: scope.organizationId, page });
  const pageStatements = count ? [rows, count] : [rows];
  const { under } = list;
  return {
    statements: under ? [under.statement, ...pageStatements] : pageStatements,
    respond: (answers) => {
      if (under && !answers[0]?.[0]) throw under.missing();
      const [found, counted] = under ? answers.slice(1) : answers;
      return answerPage(
        request,
        page,
        given,
        found ?? [],
        list.encode,
        counted?.[0]?.total as number | undefined,
      );
    },
  };
}
