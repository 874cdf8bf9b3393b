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

/** The commands of people on reports that a marketplace did not take, or of which nobody knows. */
export const reportCommandRoutes = ({ registry }: { registry: AdapterRegistry }): Route[] => [
  route({
    method: 'POST',
    path: `${path}/retry`,
    operationId: 'retryUsageRecordReport',
    group,
    summary: 'Send usage again that a marketplace refused, or that came too late',
    description:
      'For its hour, or for the next one that is open at the marketplace and that no other usage of the dimension has. ' +
      'Mend first what the message of the report names.',
    access: 'metering:write',
    response: MeteringUsageRecordReport,
    responseDescription: 'The report, which waits again',
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
    summary: 'Say whether a marketplace has taken usage',
    description:
      'Where a marketplace would count usage twice that is sent twice, and its answer was lost, usage waits for a person ' +
      'who looks there. What it has taken is REPORTED then; the rest is sent again, or missed where it is too late.',
    access: 'metering:write',
    body: UsageRecordReportResolution,
    bodyRequired: true,
    example: { accepted: true },
    response: MeteringUsageRecordReport,
    responseDescription: 'The report as it stands',
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
