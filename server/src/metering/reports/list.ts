import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { type Batch, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { csvBatch } from '../../platform/lists/csv-list.ts';
import { type PageParameters, pageHeaders, pageOf, positionOf } from '../../platform/lists/pagination.ts';
import { isCut } from '../../platform/lists/portions.ts';
import { reportTable } from './csv.ts';
import { encodeShownReport, type ReportFilter, reportStatements, type ShownReport } from './read-store.ts';

/**
 * Creates the batch of statements that reads a page of reports, sorted by creation, with the position of the
 * next page. A page may end before its limit because of its size in bytes.
 */
export function listReports(
  scope: OrgScope,
  request: RouteRequest<PageParameters>,
  filter: ReportFilter,
): Batch {
  const given = { table: 'usage_report', ...filter };
  const page = pageOf(request.query, given);
  const { rows, count } = reportStatements(scope, filter, page);
  if (request.wantsCsv)
    return csvBatch({
      table: reportTable,
      page,
      isWhole: request.query.limit === undefined,
      read: (place) => reportStatements(scope, filter, { ...page, ...place }).rows,
      count: page.count ? count : undefined,
      positionOf,
    });
  return {
    statements: page.count ? [rows, count] : [rows],
    respond: ([found = [], counted]) => {
      const shown = found.slice(0, page.limit);
      const hasNext = found.length > page.limit || isCut(found, page.limit + 1);
      const last: Row | undefined = shown.at(-1);
      const next = hasNext && page.after === undefined ? `"nextOffset":${page.offset + shown.length},` : '';
      const total = counted?.[0]?.total as number | undefined;
      return {
        headers: pageHeaders(request, given, hasNext && last ? positionOf(last) : undefined, total),
        body: new RawJson([
          `{${next}"usageRecordReports":[`,
          ...shown.map((row, index) => `${index === 0 ? '' : ','}${encodeShownReport(row as ShownReport)}`),
          ']}',
        ]),
      };
    },
  };
}
