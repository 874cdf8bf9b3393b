import type { OrgScope } from '../platform/access/scope.ts';
import { type Batch, RawJson, type RouteRequest } from '../platform/http/route.ts';
import { listStatements } from '../platform/lists/list-query.ts';
import { type PageParameters, pageHeaders, pageOf, positionOf } from '../platform/lists/pagination.ts';
import { isCut } from '../platform/lists/portions.ts';
import { encodeTicket, ticketColumns } from './columns.ts';

/**
 * Builds the batch that returns a page of tickets and their total count. A page with too many bytes ends early, with
 * the offset at which the list continues.
 */
export function listTickets(scope: OrgScope, request: RouteRequest<PageParameters>): Batch {
  const given = { table: 'support_ticket' } as const;
  const page = { ...pageOf(request.query, given), count: true };
  const { rows, count } = listStatements({
    ...given,
    organizationId: scope.organizationId,
    columns: ticketColumns,
    filters: {},
    page,
  });
  return {
    statements: count ? [rows, count] : [rows],
    respond: ([found = [], counted]) => {
      const shown = found.slice(0, page.limit);
      const last = shown.at(-1);
      const hasNext = found.length > page.limit || isCut(found, page.limit + 1);
      const next = hasNext && page.after === undefined ? `"nextOffset":${page.offset + shown.length},` : '';
      const total = Number(counted?.[0]?.total ?? 0);
      const asked = request.query.count === 'true' ? total : undefined;
      return {
        headers: pageHeaders(request, given, hasNext && last ? positionOf(last) : undefined, asked),
        body: new RawJson(`{${next}"items":[${shown.map(encodeTicket).join(',')}],"totalCount":${total}}`),
      };
    },
  };
}
