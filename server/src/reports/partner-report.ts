import { z } from 'zod';
import { channelPartnerOf, partnerErrors, selectChannelPartner } from '../partners/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { type CsvColumn, createCsvWriter, csvType } from '../platform/csv/write.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Batch, RawJson, type Route, type RouteRequest, route } from '../platform/http/route.ts';
import { recordEncoder } from '../platform/records/encode.ts';
import { dayParameters, parseDayRange } from './days.ts';
import { ChannelPartnerReport } from './partner-records.ts';
import { selectDealSums, selectEntitlementCounts, selectOfferSums, selectSaleSums } from './partner-sums.ts';

/** The fields of a line, for all parts of the report. */
const fields = [
  ['status', 'status', 'text'],
  ['kind', 'kind', 'text'],
  ['currency', 'currency', 'text'],
  ['count', 'count', 'number'],
  ['amount', 'amount', 'number'],
  ['gross', 'gross', 'number'],
  ['expectedShare', 'expected', 'number'],
  ['earnedShare', 'earned', 'number'],
] as const;
const encode = recordEncoder(fields);

const descriptions: Readonly<Record<string, string>> = {
  status: 'State of deal registrations or offers',
  kind: 'Type of attribution of entitlements or sales',
  currency: 'Currency; empty for records without a currency',
  count: 'Number of records',
  amount: 'Expected amount of deal registrations',
  gross: 'Amount that buyers pay for the sales of these days, without tax',
  expectedShare: 'Share of the sales of these days',
  earnedShare: 'Share of the sales that were paid in these days',
};

const csvColumns: readonly CsvColumn[] = [
  { name: 'part', description: 'deals, offers, entitlements or sales' },
  ...fields.map(
    ([name, , type]): CsvColumn => ({
      name,
      description: descriptions[name] as string,
      ...(type === 'number' ? { isNumber: true } : {}),
    }),
  ),
];

const parts = ['deals', 'offers', 'entitlements', 'sales'] as const;

function printCsv(found: readonly Row[][]): string {
  const { header, lines, end } = createCsvWriter(csvColumns);
  const cells = parts.flatMap((part, index) =>
    (found[index] ?? []).map((row) => [part, ...fields.map(([, column]) => row[column] as string | null)]),
  );
  return `${header()}${lines(cells)}${end(cells.length)}`;
}

/**
 * Returns the batch that reads the report of a channel partner.
 * @throws 400 for an invalid range, 404 if the channel partner does not exist
 */
function reportOf(
  scope: OrgScope,
  { query, wantsCsv }: RouteRequest<{ startDate?: string | undefined; endDate?: string | undefined }>,
  channelPartnerId: string,
): Batch {
  const days = parseDayRange(scope, query);
  const about = { channelPartnerId, startDate: days.first, endDate: days.last };
  const selects = [selectDealSums, selectOfferSums, selectEntitlementCounts, selectSaleSums];
  return {
    statements: [
      selectChannelPartner(scope, channelPartnerId),
      ...selects.map((select) => select(scope, channelPartnerId, days)),
    ],
    respond: ([partner, ...found]) => {
      if (!partner?.[0]) throw partnerErrors.channel_partner_not_found();
      if (wantsCsv) return { headers: { 'content-type': csvType }, body: printCsv(found) };
      const printed = parts.map((part, index) => `"${part}":[${(found[index] ?? []).map(encode).join(',')}]`);
      return { body: new RawJson(`${JSON.stringify(about).slice(0, -1)},${printed.join(',')}}`) };
    },
  };
}

const common = {
  method: 'GET',
  description:
    'Days are UTC. A sale counts on its day. Its share is earned on the day of full payment: when its ' +
    'marketplace disbursed it, or its invoice was paid. Amounts of different currencies are never added.',
  query: z.object(dayParameters),
  response: ChannelPartnerReport,
  responseDescription: 'The report',
  csv: csvColumns,
  errors: [partnerErrors.channel_partner_not_found.definition],
} as const;

export const partnerReportRoutes = (): Route[] => [
  route({
    ...common,
    path: '/org/{orgId}/channelPartner/{channelPartnerId}/report',
    operationId: 'getChannelPartnerReport',
    group: 'Partner Relationship Management',
    summary: 'Get the report of a channel partner',
    access: 'channelPartners:read',
    run: {
      kind: 'batch',
      batch: (scope, request) => reportOf(scope, request, request.params.channelPartnerId),
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/partnerPortal/report',
    operationId: 'getPortalReport',
    group: 'PartnerPortal',
    summary: 'Get the report of the caller’s channel partner',
    access: 'partnerPortal:read',
    run: { kind: 'batch', batch: (scope, request) => reportOf(scope, request, channelPartnerOf(scope)) },
  }),
];
