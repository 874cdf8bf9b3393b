import { plusMonths } from '../../../platform/money-and-time/periods.ts';
import { MarketplaceError } from '../../errors.ts';
import { inTable } from '../../in-table.ts';
import type { AgreementSnapshot, Renewal } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { type Entitlement, idIn, productOf, stateOf, waitsForApproval } from './records.ts';
import { requestIdOf } from './request-ids.ts';

const statuses: Readonly<Record<string, AgreementSnapshot['status']>> = {
  ACTIVATION_REQUESTED: 'PENDING_START',
  ACTIVE: 'ACTIVE',
  PENDING_PLAN_CHANGE: 'ACTIVE',
  PENDING_PLAN_CHANGE_APPROVAL: 'ACTIVE',
  PENDING_CANCELLATION: 'PENDING_CANCEL',
  SUSPENDED: 'SUSPENDED',
  CANCELLED: 'CANCELLED',
};
/** The states that the adapter supports, as the marketplace names them. */
export const knownStates: ReadonlySet<string> = new Set(
  Object.keys(statuses).map((state) => `ENTITLEMENT_${state}`),
);

/**
 * Converts an entitlement of the marketplace to a snapshot.
 * @throws MarketplaceError for an unknown state: a later version of the service may know the state
 */
export function showEntitlement(one: Entitlement): AgreementSnapshot {
  const status = inTable(statuses, stateOf(one));
  if (status === undefined)
    throw new MarketplaceError(`UNKNOWN_STATE: ${one.state}`, {
      kind: 'unreachable',
      readable:
        'The marketplace reports a state of the order that this version of the service does not know.',
    });
  const id = idIn(one.name);
  const acceptedAt = timeIn(one.createTime) ?? new Date(0).toISOString();
  const revision = Date.parse(one.updateTime ?? '');
  const productId = productOf(one);
  return {
    externalId: id,
    revision: Number.isNaN(revision) ? undefined : revision,
    status,
    externalStatus: one.state ?? '',
    needsApproval: waitsForApproval(one),
    offerKey: undefined,
    externalOfferId: privateOfferIn(one.offer),
    productId: undefined,
    externalProductId: productId,
    externalBuyerId: idIn(one.account),
    buyerName: undefined,
    acceptedAt,
    startTime: (status === 'PENDING_START' && timeIn(one.newOfferStartTime)) || acceptedAt,
    ...termOf(one, status, acceptedAt),
    outlivesTerm: status !== 'PENDING_CANCEL' && Boolean(one.usageReportingId),
    buyerCommitQuantities: undefined,
    planId: one.plan || undefined,
    terms: undefined,
    hasListedDimensions: true,
    mirror: mirrorOf(id, one),
    billingAccountId: undefined,
    buyerRequests:
      stateOf(one) === 'PENDING_PLAN_CHANGE_APPROVAL' && one.newPendingPlan
        ? [requestIdOf(id, one.newPendingPlan)]
        : [],
  };
}

const timeIn = (time: string | undefined): string | undefined =>
  time !== undefined && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : undefined;

/**
 * Returns the id of a private offer. The marketplace does not guarantee the other segments of the name; standard offers
 * belong to the product's plans.
 */
const privateOfferIn = (name: string | undefined): string | undefined =>
  name && /(^|\/)privateOffers\/[^/]+$/.test(name) ? idIn(name) : undefined;

type Term = Pick<AgreementSnapshot, 'endTime' | 'autoRenew' | 'renewals'>;

/**
 * Returns the current term. An entitlement without an offer, or one that is billed by usage, goes on after the end of
 * the offer's term, so it has an end only if the buyer has cancelled it. The end of an order that waits for its start is
 * known only if the offer has a fixed end, because a length counts from the start.
 */
function termOf(one: Entitlement, status: AgreementSnapshot['status'], acceptedAt: string): Term {
  if (status === 'PENDING_CANCEL')
    return { endTime: timeIn(one.subscriptionEndTime ?? one.offerEndTime), autoRenew: false };
  const endTime = timeIn(one.offerEndTime);
  if (!one.offer || one.usageReportingId || endTime === undefined) return { endTime: undefined };
  const months = monthsIn(one.offerDuration);
  // An offer with a length renews by itself, and its end moves; one with a fixed end does not.
  if (months === undefined) return { endTime, autoRenew: false };
  return status === 'PENDING_START'
    ? { endTime: undefined }
    : { endTime, autoRenew: true, renewals: renewalsIn({ endTime, months, acceptedAt }) };
}

/**
 * Returns the current term as a renewal, unless the term is the first one. The marketplace shows the current end only: a
 * term is not the first one if another term of the same length fits between the order and its start.
 */
function renewalsIn({
  endTime,
  months,
  acceptedAt,
}: {
  endTime: string;
  months: number;
  acceptedAt: string;
}): Renewal[] {
  const before = plusMonths(Date.parse(endTime), -2 * months);
  if (before < Date.parse(acceptedAt)) return [];
  const startTime = new Date(plusMonths(Date.parse(endTime), -months)).toISOString();
  return [{ type: 'AutoRenew', startTime, endTime }];
}

/** Reads a length such as P2Y3M; undefined for a length that is not of whole months. */
function monthsIn(duration: string | undefined): number | undefined {
  const [matched, years = '0', months = '0'] = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?$/.exec(duration ?? '') ?? [];
  const count = Number(years) * 12 + Number(months);
  return matched && count > 0 ? count : undefined;
}

/** Returns the marketplace's records with the same fields as in the sandbox. */
const mirrorOf = (id: string, one: Entitlement): JsonObject => ({
  mkCEntitlements: [
    withoutUndefined({
      account: one.account,
      consumers: one.consumers,
      createTime: one.createTime,
      id,
      messageToUser: one.messageToUser,
      name: one.name,
      newOfferEndTime: one.newOfferEndTime,
      newOfferStartTime: one.newOfferStartTime,
      newPendingOffer: one.newPendingOffer,
      newPendingOfferDuration: one.newPendingOfferDuration,
      newPendingPlan: one.newPendingPlan,
      offer: one.offer,
      offerDuration: one.offerDuration,
      offerEndTime: one.offerEndTime,
      plan: one.plan,
      product: one.product,
      productExternalName: one.productExternalName,
      provider: one.provider,
      quoteExternalName: one.quoteExternalName,
      state: one.state,
      subscriptionEndTime: one.subscriptionEndTime,
      updateTime: one.updateTime,
      usageReportingId: one.usageReportingId,
    }),
  ],
  ...(one.plan ? { mkCPlans: [{ name: one.plan }] } : {}),
});

const withoutUndefined = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
