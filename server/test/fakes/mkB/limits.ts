const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Published limits that are not part of the vendor’s OpenAPI files. */
export const limits = {
  /** Validity of a purchase token. */
  purchaseTokenMs: dayMs,
  subscriptionsPerPage: 100,
  /** Time to answer a change; silence counts as acceptance. */
  answerMs: 10_000,
  /** Time until an unpaid, suspended subscription is cancelled. */
  suspendedMs: 30 * dayMs,
  /** Attempts to deliver a notification, spread evenly over this time. */
  deliveryAttempts: 500,
  deliveryMs: 8 * hourMs,
  /** Maximum age of usage. */
  usageMs: dayMs,
};
