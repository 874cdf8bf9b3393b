import type { z } from 'zod';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Batch, RawJson } from '../platform/http/route.ts';
import type { GetRevenueReportParams, RevenueReportType } from '../revenue/records.ts';
import { encodeSum } from './columns.ts';
import { parseDayRange, requireFewPoints } from './days.ts';
import { selectSums } from './sums.ts';

type ReportType = z.output<typeof RevenueReportType>;
type Params = z.output<typeof GetRevenueReportParams> & { partner: string; reportType: ReportType };

/** The columns of each type of report. */
const shown: Readonly<Record<ReportType, readonly string[]>> = {
  GrossAmount: ['amount'],
  InvoicedAmount: ['invoice_amount', 'tax_amount', 'refund_invoice_amount'],
  CollectableAmount: ['collectable_amount'],
  DisbursedAmount: ['disburse_amount', 'refund_disburse_amount'],
};

/** Returns the first day of the twelve months that end with a day. */
function yearBefore(day: string): string {
  const end = new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(end.getUTCFullYear() - 1, end.getUTCMonth(), end.getUTCDate() + 1))
    .toISOString()
    .slice(0, 10);
}

/**
 * Returns the batch that reads a report.
 * @throws 400 for more than 400 days or months
 */
export function reportOf(scope: OrgScope, params: Params): Batch {
  const { partner, reportType, groupBy = 'month', buyerID, entitlementID, productID } = params;
  const days = parseDayRange(scope, params, yearBefore);
  requireFewPoints(days, groupBy);
  const filter = {
    ...days,
    partners: [partner],
    productId: productID,
    buyerId: buyerID,
    entitlementId: entitlementID,
  };
  const about = {
    organizationID: scope.organizationId,
    partner,
    service: 'MARKETPLACE',
    reportType,
    groupBy,
    buyerID,
    entitlementID,
    productID,
    reportDate: scope.now.toISOString(),
  };
  const columns = ['organization_id', 'partner', 'currency', 'day', ...shown[reportType]];
  const pick = (row: Row): Row => Object.fromEntries(columns.map((column) => [column, row[column]])) as Row;
  return {
    statements: [selectSums(scope, filter, groupBy)],
    respond: ([rows = []]) => ({
      body: new RawJson(
        `${JSON.stringify(about).slice(0, -1)},"revenueRecords":[${rows.map((row) => encodeSum(pick(row))).join(',')}]}`,
      ),
    }),
  };
}
