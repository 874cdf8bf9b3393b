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
import { dayParameters, daysOf } from './days.ts';

const common = { group: 'Metering', access: 'metering:read' } as const;
const path = '/org/{orgId}/usageRecordReport';
const id = (description: string) => z.string().max(200).optional().meta({ description });

/** Reading what was made of usage, and what marketplaces said of it. */
export const reportReadRoutes = () => [
  route({
    ...common,
    method: 'GET',
    path,
    operationId: 'listUsageRecordReports',
    summary: 'List usage record reports',
    description:
      'In the order in which they were made, between days of their making. A page may end before its limit where its ' +
      'reports are large: `nextOffset`, or the cursor in `Link`, says where it goes on.',
    query: z.object({
      ...pageParameters(),
      ...dayParameters,
      partner: Partner.optional(),
      buyerId: id('Only usage of this buyer'),
      entitlementId: id('Only usage of this entitlement'),
    }),
    response: ListUsageRecordReportsResponse,
    responseDescription: 'The reports',
    responseExample: { usageRecordReports: [usageRecordReportExample] },
    csv: reportTable.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { partner, buyerId, entitlementId } = request.query;
        return listReports(scope, request, {
          ...daysOf(scope, request.query),
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
      'Its info names the first 1,000 of its record groups; `usageRecordGroupCount` says how many there are.',
    response: MeteringUsageRecordReport,
    responseDescription: 'The report',
    responseExample: usageRecordReportExample,
    select: (scope, { usageRecordReportId }) => selectReport(scope, usageRecordReportId),
    missing: reportErrors.usage_record_report_not_found,
    encode: (row) => encodeShownReport(row as ShownReport),
  }),
];
