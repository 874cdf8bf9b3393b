import { inTable } from '../../in-table.ts';
import type { AgreementSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { isSame, lower, type Plan, type Subscription } from './records.ts';
import { periodOf, termsOf, timeOf } from './terms.ts';

/** The states of an entitlement, by the marketplace's state in lower case. */
const statuses: Readonly<Record<string, AgreementSnapshot['status']>> = {
  notstarted: 'PENDING_START',
  pendingfulfillmentstart: 'PENDING_START',
  subscribed: 'ACTIVE',
  suspended: 'SUSPENDED',
  unsubscribed: 'CANCELLED',
};

/** Returns the state of a subscription; undefined for a state that the adapter does not support. */
export const statusOf = ({
  saasSubscriptionStatus: word,
}: Subscription): AgreementSnapshot['status'] | undefined => inTable(statuses, lower(word));

export const isPending = ({ saasSubscriptionStatus: word }: Subscription): boolean =>
  isSame(word, 'PendingFulfillmentStart');

/** Returns the buyer's tenant: of the beneficiary, or else of the purchaser. */
export const buyerOf = ({ id = '', beneficiary, purchaser }: Subscription): string =>
  beneficiary?.tenantId || purchaser?.tenantId || id;

/**
 * Converts a subscription to a snapshot; undefined if its id or its state cannot be read.
 * @param plan the present plan with its prices, if known
 */
export function showSubscription(
  subscription: Subscription,
  plan: Plan | undefined,
): AgreementSnapshot | undefined {
  const status = statusOf(subscription);
  if (!subscription.id || !status) return undefined;
  const isRunning = status === 'ACTIVE' || status === 'SUSPENDED';
  const { startTime, endTime, renewals } = periodOf(subscription, isRunning);
  const { created, autoRenew, quantity } = subscription;
  return {
    externalId: subscription.id,
    status,
    externalStatus: subscription.saasSubscriptionStatus ?? '',
    needsApproval: isPending(subscription),
    offerKey: undefined,
    externalOfferId: offerOf(plan),
    productId: undefined,
    externalProductId: subscription.offerId,
    externalBuyerId: buyerOf(subscription),
    buyerName: undefined,
    acceptedAt: timeOf(created) ?? startTime,
    startTime,
    endTime,
    buyerCommitQuantities: undefined,
    quantity,
    planId: subscription.planId,
    autoRenew,
    renewals,
    terms: plan && termsOf(plan, subscription),
    mirror: { mkBSubscriptions: [mirrorOf(subscription)] },
    billingAccountId: undefined,
  };
}

/** Returns the private offer that sold a plan, as its durable id. */
const offerOf = (plan: Plan | undefined): string | undefined => {
  const [source] = plan?.sourceOffers ?? [];
  return source?.externalId ? `private-offer/${source.externalId.toLowerCase()}` : undefined;
};

/** Copies the known members, with valid times. */
function mirrorOf(subscription: Subscription): JsonObject {
  const { term, created, beneficiary, purchaser } = subscription;
  return withoutNothing({
    allowedCustomerOperations: subscription.allowedCustomerOperations,
    autoRenew: subscription.autoRenew,
    beneficiary: personOf(beneficiary),
    created: timeOf(created),
    id: subscription.id,
    isFreeTrial: subscription.isFreeTrial,
    isTest: subscription.isTest,
    name: subscription.name,
    offerId: subscription.offerId,
    planId: subscription.planId,
    publisherId: subscription.publisherId,
    purchaser: personOf(purchaser),
    quantity: subscription.quantity,
    saasSubscriptionStatus: subscription.saasSubscriptionStatus,
    sandboxType: subscription.sandboxType,
    sessionMode: subscription.sessionMode,
    term:
      term &&
      withoutNothing({
        startDate: timeOf(term.startDate),
        endDate: timeOf(term.endDate),
        termUnit: term.termUnit,
        chargeDuration: term.chargeDuration,
      }),
  });
}

const personOf = (person: Subscription['beneficiary']): JsonObject | undefined =>
  person &&
  withoutNothing({
    emailId: person.emailId,
    objectId: person.objectId,
    puid: person.puid,
    tenantId: person.tenantId,
  });

const withoutNothing = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined && item !== null));
