/** What a marketplace shows of the money that it makes for a seller, as data. */
export type RevenueCapabilities = {
  /** New lines are there on this day of each month; each day when absent. */
  dayOfMonth?: number;
  /** And from this hour of the day on (UTC). */
  hour: number;
};

/** A sum of money of a line: exact decimals with their sign. What a line says nothing of is absent. */
export type RevenueAmounts = {
  /** What the buyer pays for what was sold, without tax: refunds and corrections lower it. */
  gross?: string;
  /** What of it the seller can collect after the marketplace's fee. */
  collectable?: string;
  invoiced?: string;
  tax?: string;
  /** What was paid out to the seller. */
  disbursed?: string;
  /** What was given back to the buyer, and what of that was taken from the seller: not negative. */
  refundInvoiced?: string;
  refundDisbursed?: string;
};

/** The days of a line: `YYYY-MM-DD`, UTC. */
export type RevenueDates = {
  invoiceDate?: string;
  paymentDueDate?: string;
  disburseDate?: string;
  refundInvoiceDate?: string;
  refundDisburseDate?: string;
};

/** The fields of RevenueRecordInfo that a line says. */
export type RevenueFacts = {
  bankTraceId?: string;
  billingModel?: string;
  channel?: string;
  disbursementBillingEventId?: string;
  earningId?: string;
  invoiceId?: string;
  paymentId?: string;
  resellerId?: string;
  resellerName?: string;
  resource?: string;
};

/** A line of a marketplace's feed of revenue. */
export type RevenueLine = {
  /** The marketplace's id of it. A line that comes again with a new version takes the place of the one before. */
  id: string;
  version: string;
  /** The line in the marketplace's own words. */
  record: Readonly<Record<string, unknown>>;
  /** The line that it follows from: it belongs to what that belongs to, and to its day. */
  parentId?: string | undefined;
  /**
   * What was sold: an agreement's id or an order's; else the plan of a machine image, and its buyer. A line without both,
   * and without a parent, is of no sale: of a payout as a whole.
   */
  soldId?: string | undefined;
  skuId?: string | undefined;
  buyerId?: string | undefined;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  currency: string;
  amounts: RevenueAmounts;
  dates: RevenueDates;
  facts: RevenueFacts;
  /** The payout that it went with, where it was paid out. */
  payoutId?: string | undefined;
};

/** All that a marketplace bills of a dimension of an agreement on a day (UTC). */
export type BilledUsage = {
  agreementId: string;
  dimension: string;
  day: string;
  /** Exact decimals. */
  quantity: string;
  amount: string | undefined;
};

/** A part of the feed, oldest first. */
export type RevenuePage = {
  lines: readonly RevenueLine[];
  /** What is billed in all of days that have changed. */
  usage: readonly BilledUsage[];
  /** Where the next part begins. */
  cursor: string;
  hasMore: boolean;
};
