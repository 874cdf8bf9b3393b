/** An order of a buyer, as the procurement interface shows it. */
export type Entitlement = {
  name?: string;
  account?: string;
  provider?: string;
  product?: string;
  productExternalName?: string;
  quoteExternalName?: string;
  plan?: string;
  newPendingPlan?: string;
  state?: string;
  offer?: string;
  offerDuration?: string;
  offerEndTime?: string;
  newPendingOffer?: string;
  newPendingOfferDuration?: string;
  newOfferStartTime?: string;
  newOfferEndTime?: string;
  subscriptionEndTime?: string;
  consumers?: { project?: string }[];
  usageReportingId?: string;
  messageToUser?: string;
  orderId?: string;
  createTime?: string;
  updateTime?: string;
};

/** A buyer's account with the seller, and the approvals that the account needs. */
export type Account = {
  name?: string;
  state?: string;
  approvals?: { name?: string; state?: string; reason?: string }[];
};

export type EntitlementList = { entitlements?: Entitlement[]; nextPageToken?: string };

/** Returns the last segment of a resource name, which is its identifier. */
export const idIn = (name: string | undefined): string => name?.split('/').at(-1) ?? '';

const statePrefix = 'ENTITLEMENT_';
/** Returns the state of an entitlement without its prefix. */
export const stateOf = ({ state = '' }: Entitlement): string =>
  state.startsWith(statePrefix) ? state.slice(statePrefix.length) : state;

/**
 * Whether the seller's approval is pending. An approved order with a start in the future waits in the same state; only
 * the time of its start shows the approval.
 */
export const waitsForApproval = (one: Entitlement): boolean =>
  stateOf(one) === 'ACTIVATION_REQUESTED' && one.newOfferStartTime === undefined;

/** Returns the product's id in snapshots. */
export const productOf = ({ productExternalName, product }: Entitlement): string | undefined =>
  productExternalName || product || undefined;
