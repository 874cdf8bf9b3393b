import type { OfferSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { idIn } from '../procurement/records.ts';
import { monthsOfPeriods } from '../rules/terms.ts';
import { productIn } from '../services.ts';
import { dayOfTime, timeOf } from './days.ts';
import { keyIn, noteWithoutKey } from './keys.ts';
import { amountOf } from './prices.ts';
import { placeOf, present, recordOf, statusOf } from './record.ts';
import type { PriceModel, PrivateOffer } from './records.ts';

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
