import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, type Route, route } from '../../platform/http/route.ts';
import { resolveReport, retryReport } from './commands.ts';
import { reportErrors } from './errors.ts';
import { encodeShownReport, type ShownReport, selectReport } from './read-store.ts';
import { MeteringUsageRecordReport, UsageRecordReportResolution } from './records.ts';

const group = 'Metering';
const path = '/org/{orgId}/usageRecordReport/{usageRecordReportId}';
const notFound = reportErrors.usage_record_report_not_found.definition;

const answerOf = async (scope: OrgTransaction, id: string) => {
  const [row] = await scope.query<ShownReport>(selectReport(scope, id));
  return { body: new RawJson(encodeShownReport(row as ShownReport)) };
};

/** Returns the routes that retry rejected reports and resolve reports with an unknown outcome. */
export const reportCommandRoutes = ({ registry }: { registry: AdapterRegistry }): Route[] => [
  route({
    method: 'POST',
    path: `${path}/retry`,
    operationId: 'retryUsageRecordReport',
    group,
    summary: 'Retry a usage record report',
    description:
      'Sends rejected or missed usage again: for its own hour, or the next hour that is open at the marketplace ' +
      'and has no other usage of the dimension. Fix the cause in the report’s message first.',
    access: 'metering:write',
    response: MeteringUsageRecordReport,
    responseDescription: 'The report, which is pending again',
    errors: [notFound, reportErrors.usage_record_report_not_retriable.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await retryReport(scope, registry, params.usageRecordReportId);
        return answerOf(scope, params.usageRecordReportId);
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/resolve`,
    operationId: 'resolveUsageRecordReport',
    group,
    summary: 'Resolve usage with an unknown outcome',
    description:
      'If the response of a marketplace was lost and a retry could count usage twice, the usage is held until ' +
      'its outcome is checked at the marketplace. Accepted usage becomes REPORTED; the rest is sent again, or ' +
      'missed after its deadline.',
    access: 'metering:write',
    body: UsageRecordReportResolution,
    example: { accepted: true },
    response: MeteringUsageRecordReport,
    responseDescription: 'The updated report',
    errors: [notFound, reportErrors.usage_not_held.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const { accepted, dimension } = body;
        if (accepted === undefined) throw invalid([{ pointer: '/accepted', message: 'is required' }]);
        await resolveReport(scope, params.usageRecordReportId, { accepted, dimension });
        return answerOf(scope, params.usageRecordReportId);
      },
    },
  }),
];
