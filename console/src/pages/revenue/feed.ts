import type { RevenueRecordDetail, SqlNullTime } from '@tradepost/sdk';

/** A line of a marketplace's revenue feed, in the words of this service. */
export type FeedLine = {
  day: string | undefined;
  what: string | undefined;
  entitlementId: string | undefined;
  amount: number | undefined;
  currency: string | undefined;
  reference: string | undefined;
  /** Whether the line is the payout of several sales. */
  isPayout: boolean;
};

type NullTime = SqlNullTime | undefined;
const timeOf = (time: NullTime) => (time?.valid === false ? undefined : time?.time);

/** Returns the common facts of a line, whose fields depend on the marketplace. */
export function feedLineOf(detail: RevenueRecordDetail): FeedLine {
  const { mkARevenueRecordDetail: a, mkBRevenueRecordDetail: b, mkCRevenueRecordDetail: c } = detail;
  return {
    day: timeOf(a?.invoiceDate) ?? timeOf(a?.insertDate) ?? timeOf(b?.transactionDate) ?? c?.reportDate,
    what: a ? [a.transactionType, a.action].filter(Boolean).join(', ') : (b?.payoutStatus ?? c?.resource),
    entitlementId: a?.entitlementID || b?.entitlementID || c?.entitlementID || undefined,
    amount: a?.amount ?? b?.revenueUsd ?? c?.charges,
    currency: a?.currency ?? (b ? 'USD' : c?.currency),
    isPayout: a?.transactionType?.startsWith('DISBURSEMENT') === true,
    reference: a?.invoiceID || b?.invoiceID || a?.id || b?.earningID || c?.sku,
  };
}
