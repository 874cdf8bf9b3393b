/** The schedule on which a marketplace's revenue can be read, as data. */
export type RevenueCapabilities = {
  /** Day of the month on which new lines appear; defaults to every day. */
  dayOfMonth?: number;
  /** Hour of the day from which new lines appear (UTC). */
  hour: number;
};

/** The amounts of a revenue line as exact signed decimals. Each amount is optional. */
export type RevenueAmounts = {
  /** The sales amount without tax, reduced by refunds and corrections. */
  gross?: string;
  /** The part of the sales amount that is due to the seller after the marketplace's fee. */
  collectable?: string;
  invoiced?: string;
  tax?: string;
  /** The amount that was paid out to the seller. */
  disbursed?: string;
  /**
   * The amount that was refunded to the buyer, and the part that was deducted from the seller; both at least
   * 0.
   */
  refundInvoiced?: string;
  refundDisbursed?: string;
};

/** The dates of a line: `YYYY-MM-DD`, UTC. */
export type RevenueDates = {
  invoiceDate?: string;
  paymentDueDate?: string;
  disburseDate?: string;
  refundInvoiceDate?: string;
  refundDisburseDate?: string;
};

/** The RevenueRecordInfo fields that a line provides. */
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

/** A line of a marketplace's revenue feed. */
export type RevenueLine = {
  /** The marketplace's line id. A new version of a line replaces the previous version. */
  id: string;
  version: string;
  /**
   * True if versions are ordered as text. The highest version then applies, regardless of the order of
   * arrival; otherwise the last version to arrive applies.
   */
  versionsAscend?: true;
  /**
   * True if the feed repeats every line in its present version: a version that returns applies again.
   */
  isPresent?: true;
  /** The original record of the marketplace. */
  record: Readonly<Record<string, unknown>>;
  /** The parent line, which has the same sale and day as this line. */
  parentId?: string | undefined;
  /**
   * The sale, identified by the id of an agreement or order; for a machine image, by plan and buyer. A line
   * without a sale and without a parent belongs to a whole payout.
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
  /** The payout that contains the line, if the line was paid out. */
  payoutId?: string | undefined;
  /**
   * The failed payout, if the line reports a failed payout. The lines of a failed payout are not paid out.
   */
  failedPayoutId?: string | undefined;
};

/** The total quantity that a marketplace bills for a dimension of an agreement on one day (UTC). */
export type BilledUsage = {
  agreementId: string;
  dimension: string;
  day: string;
  /** Exact decimals. */
  quantity: string;
  amount: string | undefined;
};

/** One page of the feed, oldest first. */
export type RevenuePage = {
  lines: readonly RevenueLine[];
  /** The complete billed usage of each day that has changed. */
  usage: readonly BilledUsage[];
  /** The cursor of the next page. */
  cursor: string;
  hasMore: boolean;
  /**
   * On the last page of a feed that repeats every line: the ids of all its lines. Other lines of the same sales
   * no longer exist.
   */
  lineIds?: readonly string[] | undefined;
  /**
   * Readable description of the unreadable part, and the remedy. The rest was read; without a next page, the
   * read ended early.
   */
  refused?: string | undefined;
};
