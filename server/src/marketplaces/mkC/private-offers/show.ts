import type { OfferSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { idIn } from '../procurement/records.ts';
import { monthsOfPeriods } from '../rules/terms.ts';
import { productIn } from '../services.ts';
import { dayOfTime, timeOf } from './days.ts';
import { keyIn, noteWithoutKey } from './keys.ts';
import { amountOf } from './prices.ts';
import type { Money, PriceModel, PrivateOffer } from './records.ts';

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
function stateOf({
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
function placeOf({ name = '', singleProductOffer }: PrivateOffer) {
  const [, project = '', service = ''] =
    /^projects\/([^/]+)\/locations\/[^/]+\/services\/([^/]+)\//.exec(
      singleProductOffer?.baseStandardOffer ?? '',
    ) ?? [];
  return {
    service,
    name: service ? `projects/${project}/services/${service}/privateOffers/${idIn(name)}` : name,
  };
}

/** Converts an offer of the marketplace to a snapshot. */
export function showOffer(offer: PrivateOffer): OfferSnapshot {
  const { title, internalNote, customer, term, acceptDeadlineTime, updateTime, state } = offer;
  const revision = Date.parse(updateTime ?? '');
  const { service } = placeOf(offer);
  return {
    key: keyIn(internalNote),
    externalId: idIn(offer.name),
    revision: Number.isNaN(revision) ? undefined : revision,
    status: statusOf(offer),
    subStatus: state,
    // The marketplace sends the link to the buyer, and does not return it.
    privateOfferUrl: undefined,
    failure: undefined,
    mirror: { mkCPrivateOffer: recordOf(offer) },
    madeElsewhere: {
      bySeller: true,
      name: title,
      offerType: 'PRIVATE',
      productId: undefined,
      externalProductId: service ? productIn(service) : undefined,
      externalBuyerId: undefined,
      buyerName: customer?.entityTitle,
      expireTime: timeOf(acceptDeadlineTime),
      endTime: timeOf(term?.effectiveTermEndTime ?? term?.scheduledEndTime),
      info: infoOf(offer),
      metaInfo: {},
    },
  };
}

const present = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''));

/** Returns the offer in the form of the service's record. The seller's internal note stays out of the record. */
function recordOf(offer: PrivateOffer): JsonObject {
  const { customer, partnerContact, term, singleProductOffer: content = {}, resellerContact } = offer;
  const share = content.revenueShare?.currentTermVendorNetRevenuePercent;
  const renewed = content.revenueShare?.renewalTermVendorNetRevenuePercent;
  const installments = content.customIntervalPrice?.installments;
  const standard = content.standardIntervalPrice?.priceModel;
  const reseller = present({
    resellerContactEmail: resellerContact?.email,
    resellerContactName: resellerContact?.contact,
    resellerPrivateOfferPlanId: content.resellerPrivateOfferPlanId,
  });
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
    offerSource: Object.keys(reseller).length > 0 ? 'RESOLD' : 'OFFER',
    offerState: stateOf(offer)[1],
    offerTerm: term && {
      ...present({
        startTime: timeOf(term.scheduledStartTime),
        endTime: timeOf(term.effectiveTermEndTime ?? term.scheduledEndTime),
      }),
      enableScheduledStartTimes: term.startPolicy === 'SCHEDULED_START_TIME',
      ...(term.durationMonths
        ? { termDuration: { count: term.durationMonths, unit: 'MONTHLY_PERIOD' } }
        : {}),
    },
    offerTitle: offer.title,
    policies: present({
      offerDealType: offer.offerDealType,
      maxRenewalTimes: term?.maxRenewalCount === undefined ? undefined : String(term.maxRenewalCount),
    }),
    priceModel: standard && modelOf(standard),
    privateOfferRevenueShare:
      share || renewed
        ? present({
            revenueShare: share && { value: share.value },
            autoRenewRevenueShare: renewed && { value: renewed.value },
          })
        : undefined,
    providerInfo:
      partnerContact &&
      present({ salesContactEmail: partnerContact.email, salesContactName: partnerContact.contact }),
    providerPublicNote: offer.customerNote,
    purchaseTime: offer.acceptTime,
    replacementMetadata:
      content.amendedPrivateOffer || content.amendedStandardOffer
        ? { replacedOffer: content.amendedPrivateOffer ?? content.amendedStandardOffer }
        : undefined,
    resellerInfo: Object.keys(reseller).length > 0 ? reseller : undefined,
    serviceLevel: content.serviceLevel,
    updateTime: offer.updateTime,
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

const recurrences: Readonly<Record<string, keyof typeof monthsOfPeriods>> = {
  MONTHLY: 'MONTHLY_PERIOD',
  QUARTERLY: 'QUARTERLY_PERIOD',
  YEARLY: 'YEARLY_PERIOD',
};

/** Returns the terms of an offer that the seller created in the marketplace's portal. */
function infoOf(offer: PrivateOffer): JsonObject {
  const {
    term,
    singleProductOffer: content = {},
    customer,
    partnerContact,
    offerDealType,
    customerNote,
  } = offer;
  const standard = content.standardIntervalPrice;
  const recurrence = recurrences[/^[A-Z]+/.exec(standard?.standardInterval ?? '')?.[0] ?? ''];
  const fee = feeIn(standard?.priceModel);
  const start = dayOfTime(term?.scheduledStartTime);
  return present({
    currency: 'USD',
    autoRenew: term?.maxRenewalCount ? true : undefined,
    commits:
      fee === undefined
        ? undefined
        : [present({ key: content.serviceLevel, rate: fee / (monthsOfPeriods[recurrence ?? ''] ?? 1) })],
    mkCCustomerInfo: customer && {
      contact: customer.contact,
      email: customer.email,
      organization: customer.entityTitle,
      unverifiedBillingAccount: customer.targetBillingAccount,
    },
    mkCDuration: term?.durationMonths || undefined,
    mkCOfferDealType: offerDealType,
    mkCPaymentRecurrence: content.customIntervalPrice ? 'CUSTOM_PERIOD' : recurrence,
    mkCPlans: content.serviceLevel ? [{ name: content.serviceLevel }] : undefined,
    mkCPrivateOffer: recordOf(offer),
    mkCProviderInfo: partnerContact && {
      salesContactEmail: partnerContact.email,
      salesContactName: partnerContact.contact,
    },
    mkCProviderInternalNote: noteWithoutKey(offer.internalNote),
    mkCProviderPublicNote: customerNote,
    paymentInstallments: content.customIntervalPrice?.installments?.map(({ startTime, priceModel }) => {
      const day = dayOfTime(startTime);
      return present({ amount: feeIn(priceModel), chargeOn: day && `${day}T00:00:00.000Z` });
    }),
    startTime: start && `${start}T00:00:00.000Z`,
  });
}

function feeIn(model: PriceModel | undefined): number | undefined {
  const fee = model?.flatFee?.flatFeeOverride ?? model?.commitment?.commitmentAmount;
  return fee && amountOf(fee);
}
