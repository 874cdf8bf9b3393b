import { DateTime } from 'luxon';
import type { JsonObject } from '../../specifications.ts';
import type { AgreementFacts, Derive, Mirror, OfferFacts } from './facts.ts';

type OfferInput = JsonObject & {
  acceptBy?: string;
  beneficiaries?: { id?: string }[];
  end?: string;
  pricing?: { planId?: string }[];
  start?: string;
};

/**
 * State of the offer, and the pending action of a live offer. A withdrawn offer can no longer be accepted.
 */
const offerStates: Record<string, { state: string; subState?: string }> = {
  PENDING_CREATE: { state: 'draft' },
  CREATE_FAILED: { state: 'draft' },
  PENDING_ACCEPTANCE: { state: 'live', subState: 'pendingAcceptance' },
  PENDING_PARTNER_ACTION: { state: 'live', subState: 'pendingPartnerAction' },
  ACCEPTED: { state: 'live', subState: 'accepted' },
  USED: { state: 'live', subState: 'accepted' },
  EXPIRED: { state: 'live', subState: 'pendingAcceptance' },
  CANCELLED: { state: 'withdrawn' },
  REJECTED: { state: 'withdrawn' },
};

export const mkB: Mirror = {
  // A cancellation is a separate operation; the subscription stays subscribed until it completes.
  statuses: {
    PENDING_APPROVAL: 'PendingFulfillmentStart',
    ACTIVE: 'Subscribed',
    SUSPENDED: 'Suspended',
    PENDING_CANCEL: 'Subscribed',
    CANCELLED: 'Unsubscribed',
  },

  agreement(facts, derive) {
    const { organizationId, id, externalBuyerId } = facts.agreement;
    return {
      mirror: {
        mkBSubscriptions: [subscriptionOf(facts, derive)],
        mkBAssetID: derive.guid('mkB asset', organizationId, id),
        buyerManagementURL: facts.url,
      },
      billingAccountId: billingAccountOf(externalBuyerId, derive),
    };
  },

  offer(facts, derive) {
    const { offer, name, url } = facts;
    const given = (facts.info.mkBPrivateOffer ?? {}) as OfferInput;
    const states = offerStates[offer.state] ?? { state: 'draft' };
    const beneficiaries = given.beneficiaries ?? beneficiariesOf(facts, derive);
    return {
      mkBPrivateOffer: {
        privateOfferType: 'customerPromotion',
        offerPricingType: facts.commitRate ? 'saasNewCustomizedPlans' : 'editExistingOfferPricingOnly',
        variableStartDate: given.start === undefined,
        ...given,
        ...(offer.spec.basedOn?.offerId
          ? { upgradedFrom: { id: `private-offer/${offer.spec.basedOn.offerId}` } }
          : {}),
        $schema: 'https://sandbox.invalid/schema/private-offer/2023-07-15',
        id: `private-offer/${offer.id}`,
        name,
        acceptBy: given.acceptBy ?? dayOf(offer.spec.expireTime),
        end: given.end ?? lastDayOfMonth(offer.spec.endTime),
        beneficiaries,
        pricing: given.pricing ?? [pricingOf(facts, derive)],
        eTag: derive.guid('mkB eTag', offer.organizationId, offer.id, offer.state),
        ...states,
        acceptanceLinks:
          states.state === 'live'
            ? beneficiaries?.map((beneficiary) => ({ beneficiaryId: beneficiary.id, link: url }))
            : undefined,
      },
    };
  },
};

/** Returns the buyer's known billing account, or a derived account. */
const billingAccountOf = (buyer: string, derive: Derive): string =>
  /^[\w-]+:[\w-]+_\d{4}-\d{2}-\d{2}$/.test(buyer)
    ? buyer
    : `${derive.guid('mkB account', buyer)}:${derive.guid('mkB agreement', buyer)}_2019-05-31`;

const planOf = (organizationId: string, source: string, derive: Derive) =>
  `plan-${derive.code(8, 'mkB plan', organizationId, source)}`;

function subscriptionOf(facts: AgreementFacts, derive: Derive): JsonObject {
  const { agreement, info, externalStatus, planId } = facts;
  const { organizationId, id, externalProductId, externalOfferId } = agreement;
  const offered = (info.mkBPrivateOffer as OfferInput | undefined)?.pricing?.[0]?.planId;
  const source = externalOfferId ?? externalProductId ?? id;
  return {
    allowedCustomerOperations: agreement.state === 'CANCELLED' ? ['Read'] : ['Read', 'Update', 'Delete'],
    autoRenew: agreement.autoRenew ?? info.autoRenew ?? false,
    beneficiary: identityOf(agreement.externalBuyerId, derive),
    created: agreement.acceptedAt,
    fulfillmentId: derive.guid('mkB fulfilment', organizationId, id),
    id,
    isFreeTrial: (info.trialConfig?.trialPeriod ?? 0) > 0,
    isTest: false,
    name: agreement.buyerName ? `${agreement.buyerName} subscription` : id,
    offerId: externalProductId,
    planId: planId ?? offered ?? planOf(organizationId, source, derive),
    publisherId: `publisher-${derive.code(8, 'mkB publisher', organizationId)}`,
    purchaser: {
      ...identityOf(agreement.externalBuyerId, derive),
      billingAccountId: billingAccountOf(agreement.externalBuyerId, derive),
    },
    quantity: facts.quantity,
    saasSubscriptionStatus: externalStatus,
    sandboxType: 'None',
    sessionId: derive.guid('mkB session', organizationId, id),
    sessionMode: 'None',
    term: termOf(facts),
  };
}

function identityOf(buyer: string, derive: Derive): JsonObject {
  const isTenant = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(buyer);
  return {
    emailId: `purchasing@${derive.code(10, 'mkB domain', buyer)}.sandbox.invalid`,
    objectId: derive.guid('mkB object', buyer),
    puid: derive.hex(16, 'mkB person', buyer).toUpperCase(),
    tenantId: isTenant ? buyer : derive.guid('mkB tenant', buyer),
  };
}

/** A term has no dates before the seller activates the subscription. */
function termOf({ agreement, info, months }: AgreementFacts): JsonObject {
  const begun = agreement.state !== 'PENDING_APPROVAL';
  const termUnit = months === undefined ? undefined : durationOf(months);
  return {
    startDate: begun ? agreement.startTime : undefined,
    endDate: begun ? agreement.endTime : undefined,
    termUnit,
    chargeDuration: info.billingIntervalInMonths ? durationOf(info.billingIntervalInMonths) : termUnit,
  };
}

const durationOf = (months: number) => (months % 12 === 0 ? `P${months / 12}Y` : `P${months}M`);

function beneficiariesOf(
  { offer }: OfferFacts,
  derive: Derive,
): { id: string; description?: string }[] | undefined {
  const { externalBuyerId, buyerName } = offer.spec;
  if (externalBuyerId === undefined) return undefined;
  const id = billingAccountOf(externalBuyerId, derive);
  return [buyerName === undefined ? { id } : { id, description: buyerName }];
}

/** Derives the entry of an offer that has none: a new plan if the offer has fees, else prices of a plan of the product. */
function pricingOf({ offer, info, name, commitRate }: OfferFacts, derive: Derive): JsonObject {
  const product = offer.spec.externalProductId;
  const named = [
    ...(info.commits ?? []).map(({ key }) => key),
    ...(info.dimensions ?? []).map(({ planId }) => planId),
  ];
  const known = named.find((plan) => plan !== undefined && plan !== '');
  const planId = commitRate ? planOf(offer.organizationId, offer.id, derive) : known;
  const idOf = (plan: string | undefined) => product && plan && `plan/${product}/${plan}`;
  const bySeat = info.commits?.some((commit) => commit.type === 'PER_USER');
  const discounted = info.discountPercentage !== undefined;
  return {
    ...(commitRate ? { basePlan: idOf(known), newPlanDetails: { name, description: name } } : {}),
    discountType: discounted ? 'percentage' : 'absolute',
    discountPercentage: info.discountPercentage,
    plan: idOf(planId),
    planId,
    planName: name,
    planType: bySeat ? 'PER_USER' : 'FLAT_RATE',
    priceDetails: discounted ? undefined : { resourceName: `price-${planId ?? 'plan'}` },
    product: product && `product/${product}`,
  };
}

const utc = (text: string) => DateTime.fromISO(text, { zone: 'utc' });
const dayOf = (text: string | undefined) => (text ? (utc(text).toISODate() ?? undefined) : undefined);

/**
 * Returns the last day of the month of an end time, because offers of the marketplace end with a month. An
 * end at midnight counts as the day before.
 */
const lastDayOfMonth = (text: string | undefined) =>
  text ? (utc(text).minus({ milliseconds: 1 }).endOf('month').toISODate() ?? undefined) : undefined;
