import { z } from 'zod';
import { marketplacePartners, Partner, partnerParameter } from '../marketplaces/index.ts';
import { createCsvWriter, csvType } from '../platform/csv/write.ts';
import type { Row } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, type Route, route } from '../platform/http/route.ts';
import { csvTableOf } from '../platform/lists/csv-list.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import {
  GetRevenueReportParams,
  ListRevenueRecordDetailsResponse,
  ListRevenueRecordsResponse,
  RevenueRecord,
  RevenueReport,
} from '../revenue/records.ts';
import { encodeSum, recordFields } from './columns.ts';
import { listDays } from './day-list.ts';
import { dayParameters, daysOf, requireFewPoints } from './days.ts';
import { detailList, recordList, usageList, verificationList } from './lists.ts';
import { partnerReportRoutes } from './partner-report.ts';
import {
  ListUsageMeteringDailyRecordsResponse,
  ListUsageMeteringDailyVerificationsResponse,
} from './records.ts';
import { reportOf } from './report.ts';
import { selectSums } from './sums.ts';

const group = 'Report';
const id = (description: string) => z.string().max(200).optional().meta({ description });
const whose = {
  entitlementId: id('Only of this entitlement'),
  buyerId: id('Only of this buyer'),
};
const ofProduct = { productId: id('Only of this product') };
const aPage =
  'In the order of their days. A page may end before its limit where its rows are large: `nextOffset`, or the cursor in ' +
  '`Link`, says where it goes on.';

const revenueLists = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecord',
    operationId: 'listRevenueRecords',
    group,
    summary: 'List revenue records',
    description: `What the lines of the marketplace come to, by entitlement, day and currency. ${aPage}`,
    access: 'revenue:read',
    query: z.object({ ...pageParameters(), ...dayParameters, ...ofProduct, ...whose }),
    response: ListRevenueRecordsResponse,
    responseDescription: 'The records',
    csv: recordList.csv.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId, productId } = request.query;
        const partner = partnerParameter(request.params.partner);
        const filter = { ...daysOf(scope, request.query), partner, entitlementId, buyerId, productId };
        return listDays(scope, request, filter, recordList);
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecordDetail',
    operationId: 'listRevenueRecordDetails',
    group,
    summary: 'List the lines of a marketplace’s feed of revenue',
    description: `Each line as the marketplace says it, in its last version. ${aPage}`,
    access: 'revenue:read',
    query: z.object({
      ...pageParameters(),
      ...dayParameters,
      ...ofProduct,
      ...whose,
      unmatched: z
        .enum(['true', 'false'])
        .optional()
        .meta({ default: 'false', description: 'true: only lines of a sale whose entitlement is not known' }),
    }),
    response: ListRevenueRecordDetailsResponse,
    responseDescription: 'The lines',
    csv: detailList(false).csv.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId, productId, unmatched } = request.query;
        const partner = partnerParameter(request.params.partner);
        const filter = { ...daysOf(scope, request.query), partner, entitlementId, buyerId, productId };
        return listDays(scope, request, filter, detailList(unmatched === 'true'));
      },
    },
  }),
];

const usageLists = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/usageMeteringDailyRecord',
    operationId: 'listUsageMeteringDailyRecords',
    group,
    summary: 'List usage by the day',
    description: `Usage that was settled, by entitlement, dimension and day of use. ${aPage}`,
    access: 'reports:read',
    query: z.object({ ...pageParameters(), ...dayParameters, ...whose }),
    response: ListUsageMeteringDailyRecordsResponse,
    responseDescription: 'The days',
    csv: usageList.csv.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId } = request.query;
        const partner = partnerParameter(request.params.partner);
        const filter = { ...daysOf(scope, request.query), partner, entitlementId, buyerId };
        return listDays(scope, request, filter, usageList);
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/usageMeteringDailyVerification',
    operationId: 'listUsageMeteringDailyVerifications',
    group,
    summary: 'Compare reported usage with billed usage, by the day',
    description: `What the marketplace accepted, beside what it says that it bills. ${aPage}`,
    access: 'reports:read',
    query: z.object({ ...pageParameters(), ...dayParameters, ...ofProduct, ...whose }),
    response: ListUsageMeteringDailyVerificationsResponse,
    responseDescription: 'The days',
    csv: verificationList.csv.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId, productId } = request.query;
        const partner = partnerParameter(request.params.partner);
        const filter = { ...daysOf(scope, request.query), partner, entitlementId, buyerId, productId };
        return listDays(scope, request, filter, verificationList);
      },
    },
  }),
];

/** The fields that a sum has. */
const sumFields = recordFields.filter(
  ([name]) => !['id', 'entitlementID', 'buyerID', 'productID'].includes(name),
);
const sumTable = csvTableOf(sumFields, RevenueRecord);

const sums = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/dailyRevenueRecord',
    operationId: 'listDailyRevenueRecords',
    group,
    summary: 'List revenue by the day',
    description:
      'All revenue of each of at most 400 days, by marketplace and currency, in the order of the days.',
    access: 'revenue:read',
    query: z.object({
      ...dayParameters,
      partner: Partner.optional(),
      ...ofProduct,
      ...whose,
    }),
    response: z.array(RevenueRecord),
    responseDescription: 'The days with revenue',
    csv: sumTable.columns,
    run: {
      kind: 'batch',
      batch: (scope, { query, wantsCsv }) => {
        const { partner, ...rest } = query;
        const days = daysOf(scope, query);
        requireFewPoints(days, 'day');
        const partners = partner === undefined ? marketplacePartners : [partner];
        return {
          statements: [selectSums(scope, { ...rest, ...days, partners }, 'day')],
          respond: ([rows = []]) =>
            wantsCsv
              ? { headers: { 'content-type': csvType }, body: printCsv(rows) }
              : { body: new RawJson(`[${rows.map(encodeSum).join(',')}]`) },
        };
      },
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/revenueReport',
    operationId: 'getRevenueReport',
    group,
    summary: 'Report an amount of revenue by day or month',
    description:
      'Of at most 400 days or months, each currency apart. Of invoiced and disbursed amounts, refunds are a field of their own.',
    access: 'reports:read',
    body: GetRevenueReportParams,
    bodyRequired: true,
    example: { partner: 'MKA', service: 'MARKETPLACE', reportType: 'GrossAmount', groupBy: 'month' },
    response: RevenueReport,
    responseDescription: 'The report',
    run: {
      kind: 'batch',
      batch: (scope, { body }) => reportOf(scope, requireParams(body)),
    },
  }),
];

function printCsv(rows: readonly Row[]): string {
  const { header, lines, end } = createCsvWriter(sumTable.columns);
  const cells = rows.flatMap(sumTable.linesOf);
  return `${header()}${lines(cells)}${end(cells.length)}`;
}

type Params = z.output<typeof GetRevenueReportParams>;

/** @throws 400 where the report, or its marketplace, is not said */
function requireParams(body: Params) {
  const { partner, reportType } = body;
  const missing = [...(partner ? [] : ['/partner']), ...(reportType ? [] : ['/reportType'])];
  if (!partner || !reportType) throw invalid(missing.map((pointer) => ({ pointer, message: 'is required' })));
  return { ...body, partner, reportType };
}

/** What was sold, used, billed and paid out, by the day. */
export const reportRoutes = (): Route[] => [
  ...sums(),
  ...revenueLists(),
  ...usageLists(),
  ...partnerReportRoutes(),
];
