/** A refund of a marketplace invoice. */
export type RefundSpec = {
  /**
   * The current agreement and its predecessors, newest first. The invoice belongs to one of these agreements.
   */
  externalAgreementIds: readonly string[];
  /** The marketplace's invoice id. */
  invoiceId: string;
  /** Exact positive decimal. */
  amount: string;
  currency: string;
  /** A code from `refundReasons` of the capabilities. */
  reasonCode: string;
  description?: string | undefined;
  /** Whether an earlier call with this key may have reached the marketplace. */
  isRepeat: boolean;
};
