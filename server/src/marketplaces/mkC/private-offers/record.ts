import type { OfferSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { idIn } from '../procurement/records.ts';
import { timeOf } from './days.ts';
import type { Money, PriceModel, PrivateOffer, TermOfC } from './records.ts';

type Status = OfferSnapshot['status'];

const statuses: Readonly<Record<string, readonly [status: Status, record: string]>> = {
  DRAFT: ['PENDING_CREATE', 'OFFER_DRAFT'],
  PUBLISHING: ['PENDING_CREATE', 'OFFER_DRAFT'],
  PUBLISHED: ['PENDING_ACCEPTANCE', 'OFFER_PUBLISHED'],
  ACCEPTED: ['ACCEPTED', 'OFFER_ACTIVE'],
  CANCELLED: ['CANCELLED', 'OFFER_CANCELLED'],
  EXPIRED: ['EXPIRED', 'OFFER_EXPIRED'],
  ENDED: ['USED', 'OFFER_LAPSED'],
};

/** Returns the state of an offer. The times of an offer show its progress in a state that is unknown. */
export function stateOf({
  state = '',
  publishTime,
  acceptTime,
  cancelTime,
}: PrivateOffer): readonly [Status, string] {
  const known = statuses[state];
  if (known) return known;
  const [status] = (cancelTime
    ? statuses.CANCELLED
    : acceptTime
      ? statuses.ACCEPTED
      : publishTime
        ? statuses.PUBLISHED
        : statuses.DRAFT) ?? ['PENDING_CREATE'];
  return [status, state];
}

/** Returns the status of an offer as defined by this service. */
export const statusOf = (offer: PrivateOffer): Status => stateOf(offer)[0];

/** Returns the service and the place in the name of the public offer on which an offer is based. */
export function placeOf({ name = '', singleProductOffer }: PrivateOffer) {
  const [, project = '', service = ''] =
    /^projects\/([^/]+)\/locations\/[^/]+\/services\/([^/]+)\//.exec(
      singleProductOffer?.baseStandardOffer ?? '',
    ) ?? [];
  return {
    service,
    name: service ? `projects/${project}/services/${service}/privateOffers/${idIn(name)}` : name,
  };
}

export const present = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''));

/** Returns the offer in the form of the service's record. The seller's internal note stays out of the record. */
export function recordOf(offer: PrivateOffer): JsonObject {
  const { customer, partnerContact, term, singleProductOffer: content = {} } = offer;
  const installments = content.customIntervalPrice?.installments;
  const standard = content.standardIntervalPrice?.priceModel;
  const reseller = resellerOf(offer);
  return present({
    cancelTime: offer.cancelTime,
    customerInfo:
      customer &&
      present({
        contact: customer.contact,
        email: customer.email,
        organization: customer.entityTitle,
        unverifiedBillingAccount: customer.targetBillingAccount,
      }),
    expireTime: timeOf(offer.acceptDeadlineTime),
    features: content.features?.map(({ displayName, value }) =>
      present({ featureTitle: displayName, featureValue: value }),
    ),
    installmentTimeline: installments && {
      installments: installments.map(({ startTime, priceModel }) =>
        present({ startTime: timeOf(startTime), priceModel: modelOf(priceModel) }),
      ),
    },
    name: placeOf(offer).name,
    offerId: idIn(offer.name),
    offerSource: reseller ? 'RESOLD' : 'OFFER',
    offerState: stateOf(offer)[1],
    offerTerm: term && offerTermOf(term),
    offerTitle: offer.title,
    policies: present({
      offerDealType: offer.offerDealType,
      maxRenewalTimes: term?.maxRenewalCount === undefined ? undefined : String(term.maxRenewalCount),
    }),
    priceModel: standard && modelOf(standard),
    privateOfferRevenueShare: sharesOf(offer),
    providerInfo:
      partnerContact &&
      present({ salesContactEmail: partnerContact.email, salesContactName: partnerContact.contact }),
    providerPublicNote: offer.customerNote,
    purchaseTime: offer.acceptTime,
    replacementMetadata:
      content.amendedPrivateOffer || content.amendedStandardOffer
        ? { replacedOffer: content.amendedPrivateOffer ?? content.amendedStandardOffer }
        : undefined,
    resellerInfo: reseller,
    serviceLevel: content.serviceLevel,
    updateTime: offer.updateTime,
  });
}

/** Returns the reseller who created an offer; undefined for an offer of the seller. */
function resellerOf({ resellerContact, singleProductOffer }: PrivateOffer): JsonObject | undefined {
  const reseller = present({
    resellerContactEmail: resellerContact?.email,
    resellerContactName: resellerContact?.contact,
    resellerPrivateOfferPlanId: singleProductOffer?.resellerPrivateOfferPlanId,
  });
  return Object.keys(reseller).length > 0 ? reseller : undefined;
}

const offerTermOf = (term: TermOfC): JsonObject =>
  present({
    startTime: timeOf(term.scheduledStartTime),
    endTime: timeOf(term.effectiveTermEndTime ?? term.scheduledEndTime),
    enableScheduledStartTimes: term.startPolicy === 'SCHEDULED_START_TIME',
    termDuration: term.durationMonths ? { count: term.durationMonths, unit: 'MONTHLY_PERIOD' } : undefined,
  });

/** Returns the seller’s shares of the revenue, which only the complete view of an offer has. */
function sharesOf({ singleProductOffer }: PrivateOffer): JsonObject | undefined {
  const { currentTermVendorNetRevenuePercent: now, renewalTermVendorNetRevenuePercent: renewed } =
    singleProductOffer?.revenueShare ?? {};
  if (!now && !renewed) return undefined;
  return present({
    revenueShare: now && { value: now.value },
    autoRenewRevenueShare: renewed && { value: renewed.value },
  });
}

const priceOf = ({ currencyCode = 'USD', units = '0', nanos = 0 }: Money): JsonObject => ({
  currencyCode,
  units,
  nanos,
});
const discountOf = (value: string | undefined) =>
  value === undefined ? undefined : { discount: { discountPercentage: { units: value } } };

/** Returns the price of a period in the form of the service's record. */
function modelOf(model: PriceModel | undefined): JsonObject | undefined {
  if (!model) return undefined;
  const { commitment, flatFee, usage } = model;
  return present({
    commitment: commitment && {
      commitmentAmountPerPeriod: commitment.commitmentAmount && priceOf(commitment.commitmentAmount),
      ...discountOf(commitment.discountPercent?.value),
    },
    fixedPrice: flatFee?.flatFeeOverride && {
      discount: { discountedPrice: priceOf(flatFee.flatFeeOverride) },
    },
    oneTimeCredit: commitment?.additionalCredit && priceOf(commitment.additionalCredit),
    payg: usage && {
      ...discountOf(usage.defaultDiscountPercent?.value),
      ...(usage.skuDiscounts ? { skuDiscounts: usage.skuDiscounts } : {}),
    },
  });
}
