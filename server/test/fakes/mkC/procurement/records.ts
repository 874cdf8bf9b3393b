import type { Clock } from '../../http/clock.ts';
import type { Ids } from '../ids.ts';

export type Plan = {
  name: string;
  /** Billed by usage, alone or beside a fee. */
  isUsageBased?: boolean;
  /** Id of the public offer of the plan; the plan’s name by default. */
  standardOffer?: string;
};

/** A product of a seller, with what the seller entered in the vendor’s portal. */
export type Product = {
  externalName: string;
  providerId: string;
  /** Name of the product’s service, to which usage is reported. */
  serviceName: string;
  plans: readonly Plan[];
  /** Metrics of usage, without the name of the service. */
  metrics: readonly string[];
  /** Orders are approved by the marketplace itself. */
  isAutoApproved: boolean;
  /** A buyer may have several orders of the product at the same time. */
  isOrderedOften: boolean;
  productType: string;
  /** Address of the sign-up page, and the domain for which landing tokens are issued. */
  signupUrl: string;
  domain: string;
};

export type Approval = {
  name: string;
  state: 'PENDING' | 'APPROVED' | 'REJECTED';
  reason: string;
  updatedMs: number;
};

/** A buyer’s account with a provider. */
export type Account = {
  id: string;
  providerId: string;
  approvals: Approval[];
  billingAccount: string;
  resellerParent: string | undefined;
  /** Identity of the person, as landing tokens name it. */
  userIdentity: string;
  createdMs: number;
  updatedMs: number;
};

export type EntitlementState =
  | 'ACTIVATION_REQUESTED'
  | 'ACTIVE'
  | 'PENDING_CANCELLATION'
  | 'CANCELLED'
  | 'PENDING_PLAN_CHANGE'
  | 'PENDING_PLAN_CHANGE_APPROVAL'
  | 'SUSPENDED';

/** An offer that a buyer accepted or is about to change to. */
export type Offer = {
  /** Resource name. Segments other than the last one have no reliable meaning. */
  name: string | undefined;
  /** Duration in months; undefined for an offer with a fixed end. */
  months: number | undefined;
  endMs: number | undefined;
  /** A start in the future. */
  startMs: number | undefined;
  /** Number of renewals that are left; undefined if they are not limited. */
  renewals?: number | undefined;
};

export type Entitlement = {
  id: string;
  product: Product;
  account: Account;
  state: EntitlementState;
  isApproved: boolean;
  plan: string;
  offer: Offer;
  /** End of the offer’s current term. */
  offerEndMs: number | undefined;
  change: { plan: string; offer: Offer } | undefined;
  usageReportingId: string;
  orderId: string;
  consumers: readonly string[];
  quote: string | undefined;
  messageToUser: string;
  cancellationReason: string;
  autoRenews: boolean;
  /** Names of all offers that the entitlement has had. */
  offers: string[];
  createdMs: number;
  updatedMs: number;
};

/** Creates the store of products, accounts and entitlements. */
export function createRecords(clock: Clock, ids: Ids) {
  const products: Product[] = [];
  const accounts = new Map<string, Account>();
  const entitlements = new Map<string, Entitlement>();
  return {
    products,
    addProduct: (providerId: string, given: Partial<Omit<Product, 'providerId'>> = {}): Product => {
      const externalName = given.externalName ?? `product-${ids.hex(6)}`;
      const product = {
        externalName,
        providerId,
        serviceName: `${externalName}.endpoints.${providerId}-public.cloud.goog`,
        plans: [{ name: 'silver' }, { name: 'gold', isUsageBased: true }],
        metrics: ['requests', 'storage'],
        isAutoApproved: false,
        isOrderedOften: false,
        productType: 'SOFTWARE_AS_A_SERVICE',
        signupUrl: 'https://seller.example/signup',
        domain: 'seller.example',
        ...given,
      };
      products.push(product);
      return product;
    },
    addAccount: (account: Account): void => void accounts.set(account.id, account),
    addEntitlement: (one: Entitlement): void => void entitlements.set(one.id, one),
    /** Removes an entitlement that was never approved. */
    removeEntitlement: (one: Entitlement): void => void entitlements.delete(one.id),
    account: (providerId: string, id: string): Account | undefined =>
      accounts.get(id)?.providerId === providerId ? accounts.get(id) : undefined,
    accountsOf: (providerId: string) => [...accounts.values()].filter((one) => one.providerId === providerId),
    removeAccount: (account: Account): void => void accounts.delete(account.id),
    entitlement: (providerId: string, id: string): Entitlement | undefined =>
      entitlements.get(id)?.product.providerId === providerId ? entitlements.get(id) : undefined,
    entitlementsOf: (providerId: string) =>
      [...entitlements.values()].filter(({ product }) => product.providerId === providerId),
    all: () => [...entitlements.values()],
    touch: (one: { updatedMs: number }): void => {
      // Changes in the same millisecond have different times, so that a client can order them.
      one.updatedMs = Math.max(clock.now(), one.updatedMs + 1);
    },
  };
}
export type Records = ReturnType<typeof createRecords>;

const shown = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** Shows months as a duration, such as P2Y3M. */
export const durationOf = ({ months }: Offer): string | undefined => {
  if (months === undefined) return undefined;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return `P${years > 0 ? `${years}Y` : ''}${rest > 0 || years === 0 ? `${rest}M` : ''}`;
};

export const showAccount = (account: Account, isFull: boolean): object => ({
  name: `providers/${account.providerId}/accounts/${account.id}`,
  provider: account.providerId,
  state: 'ACCOUNT_ACTIVE',
  approvals: account.approvals.map(({ name, state, reason, updatedMs }) => ({
    name,
    state,
    ...(reason !== '' && { reason }),
    updateTime: shown(updatedMs),
  })),
  ...(isFull && account.resellerParent && { resellerParentBillingAccount: account.resellerParent }),
  createTime: shown(account.createdMs),
  updateTime: shown(account.updatedMs),
});

/** Shows an entitlement. Which members of the offer are present depends on the state. */
export function showEntitlement(one: Entitlement): object {
  const { product, account, state, offer, change } = one;
  const isUsageBased = product.plans.find(({ name }) => name === one.plan)?.isUsageBased ?? false;
  const isWaiting = state === 'ACTIVATION_REQUESTED';
  const isChanging = state === 'PENDING_PLAN_CHANGE' || state === 'PENDING_PLAN_CHANGE_APPROVAL';
  const startMs = isWaiting
    ? offer.startMs
    : state === 'PENDING_PLAN_CHANGE'
      ? change?.offer.startMs
      : undefined;
  return {
    name: `providers/${product.providerId}/entitlements/${one.id}`,
    account: `providers/${product.providerId}/accounts/${account.id}`,
    provider: product.providerId,
    product: product.externalName,
    productExternalName: product.externalName,
    quoteExternalName: one.quote,
    plan: one.plan,
    state: `ENTITLEMENT_${state}`,
    offer: offer.name,
    offerDuration: offer.name === undefined ? undefined : durationOf(offer),
    offerEndTime: shown(isWaiting && !one.isApproved ? offer.endMs : one.offerEndMs),
    newOfferStartTime: one.isApproved ? shown(startMs) : undefined,
    subscriptionEndTime: state === 'PENDING_CANCELLATION' ? shown(one.offerEndMs) : undefined,
    ...(isChanging &&
      change && {
        newPendingPlan: change.plan,
        newPendingOffer: change.offer.name,
        newPendingOfferDuration: change.offer.name === undefined ? undefined : durationOf(change.offer),
        newOfferEndTime: shown(change.offer.endMs),
      }),
    consumers: one.consumers.length > 0 ? one.consumers.map((project) => ({ project })) : undefined,
    usageReportingId: isUsageBased ? one.usageReportingId : undefined,
    messageToUser: one.messageToUser || undefined,
    orderId: one.orderId,
    cancellationReason: one.cancellationReason || undefined,
    createTime: shown(one.createdMs),
    updateTime: shown(one.updatedMs),
  };
}
