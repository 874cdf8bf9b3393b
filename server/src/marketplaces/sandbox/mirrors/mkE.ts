import type { JsonObject } from '../../specifications.ts';
import type { SandboxAgreementState } from '../states.ts';
import type { AgreementFacts, Derive, Mirror, OfferFacts } from './facts.ts';

/** A withdrawn offer becomes a draft that the seller can edit and send again. */
const offerStatuses: Record<string, string> = {
  PENDING_CREATE: 'PENDING_MARKETPLACE',
  CREATE_FAILED: 'FAILED_SEND',
  PENDING_ACCEPTANCE: 'PENDING_BUYER',
  PENDING_PARTNER_ACTION: 'PENDING_MARKETPLACE',
  ACCEPTED: 'ACCEPTED',
  CANCELLED: 'DRAFT',
  EXPIRED: 'EXPIRED',
  REJECTED: 'FAILED_ACCEPT',
};
const acceptedStatuses: Record<SandboxAgreementState, string> = {
  PENDING_APPROVAL: 'ACCEPTED',
  ACTIVE: 'ACTIVE',
  SUSPENDED: 'ACTIVE',
  PENDING_CANCEL: 'ACTIVE',
  CANCELLED: 'ENDED',
};

export const mkE: Mirror = {
  statuses: {
    PENDING_APPROVAL: 'PENDING_ACTIVATION',
    ACTIVE: 'ACTIVE',
    SUSPENDED: 'SUSPENDED',
    PENDING_CANCEL: 'PENDING_CANCELLATION',
    CANCELLED: 'CANCELED',
  },

  agreement(facts, derive) {
    const { agreement, info } = facts;
    const { organizationId, id, externalOfferId, externalBuyerId } = agreement;
    return {
      mirror: {
        mkEAcceptedOffer: {
          ...(info.mkEOffer as JsonObject | undefined),
          id:
            externalOfferId ??
            derive.guid('mkE public offer', organizationId, agreement.externalProductId ?? id),
          ...partiesOf(organizationId, externalBuyerId, agreement.buyerName, derive),
          lifecycleState: 'ACTIVE',
          offerStatus: acceptedStatuses[agreement.state],
          pricing: pricingOf(facts),
          duration: durationOf(facts),
          resourceBundles: bundlesOf(agreement.externalProductId, facts.quantity),
          timeAccepted: agreement.acceptedAt,
          timeOfferEnd: agreement.endTime,
          timeStartDate: agreement.startTime,
        },
        buyerManagementURL: facts.url,
      },
    };
  },

  offer(facts, derive) {
    const { offer, info, name } = facts;
    const { spec } = offer;
    const creating = offer.state === 'PENDING_CREATE';
    return {
      mkEOffer: {
        ...(info.mkEOffer as JsonObject | undefined),
        id: offer.id,
        displayName: name,
        ...partiesOf(offer.organizationId, spec.externalBuyerId, spec.buyerName, derive),
        lifecycleState: creating ? 'CREATING' : offer.state === 'CREATE_FAILED' ? 'FAILED' : 'ACTIVE',
        offerStatus: offerStatuses[offer.state] ?? 'DRAFT',
        pricing: pricingOf(facts),
        duration: durationOf(facts),
        resourceBundles: bundlesOf(spec.externalProductId, undefined),
        timeAcceptBy: spec.expireTime,
        timeOfferEnd: spec.endTime,
        timeStartDate: info.startTime,
      },
    };
  },
};

type Facts = AgreementFacts | OfferFacts;

const compartmentOf = (kind: string, id: string, derive: Derive) =>
  `mke1.compartment.sandbox..${derive.code(32, `mkE ${kind}`, id)}`;

function partiesOf(
  organizationId: string,
  buyer: string | undefined,
  name: string | undefined,
  derive: Derive,
) {
  return {
    sellerCompartmentId: compartmentOf('seller', organizationId, derive),
    buyerCompartmentId: buyer === undefined ? undefined : compartmentOf('buyer', buyer, derive),
    buyerInformation: name === undefined ? undefined : { companyName: name },
  };
}

const pricingOf = ({ amount, currency }: Facts) =>
  amount && { billingCycle: 'ONE_TIME', currencyType: currency, totalAmount: amount.toNumber() };

const durationOf = ({ months }: Facts) => (months === undefined ? undefined : `P${months}M`);

const bundlesOf = (product: string | undefined, quantity: number | undefined) =>
  product === undefined ? undefined : [{ type: 'LISTING', quantity: quantity ?? 1, resourceIds: [product] }];
