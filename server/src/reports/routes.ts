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
import { dayParameters, parseDayRange, requireFewPoints } from './days.ts';
import { detailList, recordList, usageList, verificationList } from './lists.ts';
import { partnerReportRoutes } from './partner-report.ts';
import {
  ListUsageMeteringDailyRecordsResponse,
  ListUsageMeteringDailyVerificationsResponse,
} from './records.ts';
import { reportOf } from './report.ts';
import { selectSums } from './sums.ts';

/** The groups match the permissions `reports:read` and `revenue:read`. */
const group = 'Report';
const revenueGroup = 'Revenue';
const id = (description: string) => z.string().max(200).optional().meta({ description });
const whose = {
  entitlementId: id('Only rows of this entitlement'),
  buyerId: id('Only rows of this buyer'),
};
const ofProduct = { productId: id('Only rows of this product') };
const aPage =
  'Rows are ordered by day. A page of large rows may end before its limit: continue with `nextOffset`, or with the cursor in ' +
  '`Link`.';

const revenueLists = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecord',
    operationId: 'listRevenueRecords',
    group: revenueGroup,
    summary: 'List revenue records',
    description: `Lists the totals of the marketplace’s lines by entitlement, day and currency. ${aPage}`,
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
        const filter = { ...parseDayRange(scope, request.query), partner, entitlementId, buyerId, productId };
        return listDays(scope, request, filter, recordList);
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecordDetail',
    operationId: 'listRevenueRecordDetails',
    group: revenueGroup,
    summary: 'List the lines of a marketplace’s revenue feed',
    description: `Lists each line as sent by the marketplace, in its latest version. ${aPage}`,
    access: 'revenue:read',
    query: z.object({
      ...pageParameters(),
      ...dayParameters,
      ...ofProduct,
      ...whose,
      unmatched: z
        .enum(['true', 'false'])
        .optional()
        .meta({ default: 'false', description: 'true: only lines of sales whose entitlement is unknown' }),
    }),
    response: ListRevenueRecordDetailsResponse,
    responseDescription: 'The lines',
    csv: detailList(false).csv.columns,
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId, productId, unmatched } = request.query;
        const partner = partnerParameter(request.params.partner);
        const filter = { ...parseDayRange(scope, request.query), partner, entitlementId, buyerId, productId };
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
    summary: 'List daily usage',
    description: `Lists settled usage by entitlement, dimension and day of the usage. ${aPage}`,
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
        const filter = { ...parseDayRange(scope, request.query), partner, entitlementId, buyerId };
        return listDays(scope, request, filter, usageList);
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/usageMeteringDailyVerification',
    operationId: 'listUsageMeteringDailyVerifications',
    group,
    summary: 'Compare reported usage with billed usage by day',
    description: `Lists the usage that the marketplace accepted, with the usage that it bills. ${aPage}`,
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
        const filter = { ...parseDayRange(scope, request.query), partner, entitlementId, buyerId, productId };
        return listDays(scope, request, filter, verificationList);
      },
    },
  }),
];

/** The fields of a sum. */
const sumFields = recordFields.filter(
  ([name]) => !['id', 'entitlementID', 'buyerID', 'productID'].includes(name),
);
const sumTable = csvTableOf(sumFields, RevenueRecord);

const sums = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/dailyRevenueRecord',
    operationId: 'listDailyRevenueRecords',
    group: revenueGroup,
    summary: 'List daily revenue',
    description: 'Lists the revenue of at most 400 days by marketplace and currency, ordered by day.',
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
        const days = parseDayRange(scope, query);
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
    summary: 'Get a revenue report by day or month',
    description:
      'Covers at most 400 days or months, by currency. Refunds of invoiced and disbursed amounts, and the tax of invoiced amounts, are separate fields.',
    access: 'reports:read',
    body: GetRevenueReportParams,
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

/** @throws 400 if the type of report or the marketplace is missing */
function requireParams(body: Params) {
  const { partner, reportType } = body;
  const missing = [...(partner ? [] : ['/partner']), ...(reportType ? [] : ['/reportType'])];
  if (!partner || !reportType) throw invalid(missing.map((pointer) => ({ pointer, message: 'is required' })));
  return { ...body, partner, reportType };
}

/** Returns the routes of all reports: sales, usage, billing and payouts by day. */
export const reportRoutes = (): Route[] => [
  ...sums(),
  ...revenueLists(),
  ...usageLists(),
  ...partnerReportRoutes(),
];
