import { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { usageRecordReportExample } from '../examples.ts';
import {
  encodeShownReport,
  ListUsageRecordReportsResponse,
  listReports,
  MeteringUsageRecordReport,
  reportErrors,
  reportTable,
  type ShownReport,
  selectReport,
} from '../reports/index.ts';
import { dayParameters, parseTimeRange } from './days.ts';

const common = { group: 'Metering', access: 'metering:read' } as const;
const path = '/org/{orgId}/usageRecordReport';
const id = (description: string) => z.string().max(200).optional().meta({ description });

/** Returns the routes that read usage record reports. */
export const reportReadRoutes = () => [
  route({
    ...common,
    method: 'GET',
    path,
    operationId: 'listUsageRecordReports',
    summary: 'List usage record reports',
    description:
      'Sorted by creation time; the days limit the creation time. A page may end before its limit if its ' +
      'reports are large: `nextOffset`, or the cursor in `Link`, leads to the next page.',
    query: z.object({
      ...pageParameters(),
      ...dayParameters,
      partner: Partner.optional(),
      buyerId: id('Only usage of this buyer'),
      entitlementId: id('Only usage of this entitlement'),
    }),
    response: ListUsageRecordReportsResponse,
    responseDescription: 'A page of usage record reports',
    responseExample: { usageRecordReports: [usageRecordReportExample] },
    csv: reportTable.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { partner, buyerId, entitlementId } = request.query;
        return listReports(scope, request, {
          ...parseTimeRange(scope, request.query),
          partner,
          buyerId,
          entitlementId,
        });
      },
    },
  }),
  readRoute({
    ...common,
    path: `${path}/{usageRecordReportId}`,
    operationId: 'getUsageRecordReport',
    summary: 'Get a usage record report',
    description:
      'The info lists the first 1,000 record groups of the report; `usageRecordGroupCount` is their total number.',
    response: MeteringUsageRecordReport,
    responseDescription: 'The report',
    responseExample: usageRecordReportExample,
    select: (scope, { usageRecordReportId }) => selectReport(scope, usageRecordReportId),
    notFound: reportErrors.usage_record_report_not_found,
    encode: (row) => encodeShownReport(row as ShownReport),
  }),
];
