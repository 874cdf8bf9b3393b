import type { Clock } from '../../http/clock.ts';
import { createLagging } from '../../http/lagging.ts';
import { sevenDecimals } from '../times.ts';
import type { Product } from './products.ts';

export type Status = 'NotStarted' | 'PendingFulfillmentStart' | 'Subscribed' | 'Suspended' | 'Unsubscribed';
export type Action =
  | 'Subscribe'
  | 'Unsubscribe'
  | 'ChangePlan'
  | 'ChangeQuantity'
  | 'Suspend'
  | 'Reinstate'
  | 'Renew';

export type Person = { emailId: string; objectId: string; tenantId: string; puid: string };

/** An operation on a subscription: a change that waits for an answer, or a report of what happened. */
export type Operation = {
  id: string;
  activityId: string;
  action: Action;
  planId: string;
  quantity: number | undefined;
  status: 'NotStarted' | 'InProgress' | 'Succeeded' | 'Failed' | 'Conflict';
  source: 'Azure' | 'Partner';
  timeMs: number;
};

export type Subscription = {
  id: string;
  name: string;
  product: Product;
  status: Status;
  planId: string;
  /** The plans before the present one, of which usage may still be reported. */
  earlierPlans: string[];
  /** Present for plans that are sold by seat. */
  quantity: number | undefined;
  termUnit: string;
  /** The first day and the end of the term, exclusive; absent before the activation. */
  startMs: number | undefined;
  endMs: number | undefined;
  autoRenew: boolean;
  isFreeTrial: boolean;
  isTest: boolean;
  allowedCustomerOperations: readonly ('Delete' | 'Update' | 'Read')[];
  sandboxType: 'None' | 'Csp';
  beneficiary: Person;
  purchaser: Person;
  createdMs: number;
  activatedMs: number | undefined;
  unsubscribedMs: number | undefined;
  /** Counts suspensions, so that the end of an earlier one is ignored. */
  suspensions: number;
  /** The private offers from which the plan was bought. */
  privateOfferIds: readonly string[];
  operations: Operation[];
};

/** Stores subscriptions, and earlier states for lists that lag. */
export function createSubscriptions(clock: Clock) {
  const all = new Map<string, Subscription>();
  const history = createLagging<{ subscription: Subscription; shown: object }>();
  return {
    all: () => [...all.values()],
    find: (id: string) => all.get(id.toLowerCase()),
    /** Stores a new or changed subscription. */
    put: (subscription: Subscription): void => {
      all.set(subscription.id, subscription);
      history.put(subscription.id, clock.now(), { subscription, shown: showSubscription(subscription) });
    },
    /** Returns the states of some time ago. */
    shownBefore: (lagMs: number) => history.asOf(clock.now() - lagMs),
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Returns the operation that locks a subscription until it ends. */
export const pendingOperation = ({ operations }: Subscription) =>
  operations.find(({ status }) => status === 'NotStarted' || status === 'InProgress');

const dayMs = 24 * 3_600_000;
const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 10)}T00:00:00Z`;

/** Shows a subscription. The end of the term is its last valid day. */
export const showSubscription = (one: Subscription) => ({
  id: one.id,
  name: one.name,
  publisherId: one.product.publisherId,
  offerId: one.product.offerId,
  planId: one.planId,
  ...(one.quantity !== undefined && { quantity: one.quantity }),
  beneficiary: one.beneficiary,
  purchaser: one.purchaser,
  allowedCustomerOperations: one.allowedCustomerOperations,
  sessionMode: 'None',
  isFreeTrial: one.isFreeTrial,
  isTest: one.isTest,
  sandboxType: one.sandboxType,
  saasSubscriptionStatus: one.status,
  term: {
    ...(one.startMs !== undefined && { startDate: day(one.startMs) }),
    ...(one.endMs !== undefined && { endDate: day(one.endMs - dayMs) }),
    termUnit: one.termUnit,
    chargeDuration: null,
  },
  autoRenew: one.autoRenew,
  created: sevenDecimals(one.createdMs),
  // The vendor no longer fills this member.
  lastModified: '0001-01-01T00:00:00',
});

export const showOperation = (one: Operation, { id, product }: Subscription) => ({
  id: one.id,
  activityId: one.activityId,
  subscriptionId: id,
  offerId: product.offerId,
  publisherId: product.publisherId,
  planId: one.planId,
  ...(one.quantity !== undefined && { quantity: one.quantity }),
  action: one.action,
  timeStamp: sevenDecimals(one.timeMs),
  status: one.status,
  errorStatusCode: '',
  errorMessage: '',
});
