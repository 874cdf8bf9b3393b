import { refusal } from '../errors.ts';
import { idIn } from '../procurement/records.ts';
import {
  billingAccountOf,
  dealTypeOf,
  type InfoOfC,
  longestDuration,
  type OfferOfC,
} from '../rules/terms.ts';
import type { BaseOffer } from './base-offer.ts';
import { dayIn, firstDayFrom, latestDeadline, startOf } from './days.ts';
import { noteWithKey } from './keys.ts';
import { isUsageOnly, pricesOf, type SkuNames } from './prices.ts';
import type { PrivateOffer, TermOfC } from './records.ts';

type Amended = Partial<NonNullable<PrivateOffer['singleProductOffer']>>;

const accountForm = /^[0-9A-F]{6}(-[0-9A-F]{6}){2}$/;

/**
 * Returns the billing account to which an offer is made. The buyer's id at the marketplace is not always a billing
 * account.
 * @throws MarketplaceError if the billing account is unknown
 */
export function accountOf({ info, externalBuyerId }: OfferOfC): string {
  const id = idIn(billingAccountOf(info) || externalBuyerId).toUpperCase();
  if (accountForm.test(id)) return `billingAccounts/${id}`;
  throw refusal(
    'INVALID_ARGUMENT',
    'info.mkCCustomerInfo.unverifiedBillingAccount: The offer needs the billing account of the buyer, for example 012345-6789AB-CDEF01.',
  );
}

/** Builds the draft of an offer. @throws MarketplaceError if the marketplace cannot express its terms */
export function buildOffer(offer: OfferOfC, base: BaseOffer, amended: Amended, now: Date): PrivateOffer {
  const { info, name, key, buyerName } = offer;
  const { mkCCustomerInfo: customer = {}, mkCProviderInfo: seller = {} } = info;
  return {
    title: name ?? '',
    internalNote: noteWithKey(info.mkCProviderInternalNote, key),
    ...present({ customerNote: info.mkCProviderPublicNote, offerDealType: dealTypeOf(info) }),
    partnerContact: present({ contact: seller.salesContactName, email: seller.salesContactEmail }),
    customer: {
      ...present({
        entityTitle: customer.organization || buyerName,
        contact: customer.contact,
        email: customer.email,
      }),
      targetBillingAccount: accountOf(offer),
    },
    acceptDeadlineTime: startOf(deadlineOf(offer, now)),
    term: termOf(offer),
    singleProductOffer: {
      baseStandardOffer: base.name,
      ...amended,
      ...featuresOf(info),
      ...pricesOf(info, skuNames(offer, base)),
    },
  };
}

/** Omits texts that are not set. */
const present = <T extends Readonly<Record<string, string | undefined>>>(
  texts: T,
): { [Name in keyof T]?: string } =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as { [Name in keyof T]?: string };

/**
 * Returns the day at whose beginning an offer expires: the first day on which the offer must no longer be accepted, or
 * an earlier one, because the marketplace's days begin later than days in UTC.
 */
export function deadlineOf(
  { expireTime, info }: Pick<OfferOfC, 'expireTime' | 'info'>,
  published: Date,
): string {
  const limits = [
    ...(info.startTime ? [dayIn(info.startTime)] : []),
    ...(info.paymentInstallments ?? []).flatMap(({ chargeOn }) => (chargeOn ? [dayIn(chargeOn)] : [])),
  ];
  const latest = latestDeadline(published);
  const days = [latest, ...(expireTime ? [firstDayFrom(expireTime)] : []), ...limits];
  return days.toSorted()[0] ?? latest;
}

function termOf({ info, endTime }: OfferOfC): TermOfC {
  const { startTime, mkCDuration: months, mkCCotermAlignment } = info;
  if (mkCCotermAlignment === 'ALIGN_END_TIME')
    throw refusal(
      'UNIMPLEMENTED',
      'info.mkCCotermAlignment: The marketplace does not align the ends of offers yet. Remove mkCCotermAlignment, and set mkCDuration.',
    );
  return {
    ...(startTime
      ? { startPolicy: 'SCHEDULED_START_TIME', scheduledStartTime: startOf(dayIn(startTime)) }
      : { startPolicy: 'IMMEDIATE' }),
    ...(months || !endTime
      ? { endPolicy: 'AFTER_DURATION', durationMonths: months ?? 1 }
      : { endPolicy: 'SCHEDULED_END_TIME', scheduledEndTime: startOf(firstDayFrom(endTime)) }),
    ...renewalOf(info),
  };
}

/** The buyer decides on each renewal, up to the longest duration of an offer. Offers for usage do not renew. */
function renewalOf(info: InfoOfC): TermOfC {
  if (!info.autoRenew || isUsageOnly(info)) return {};
  return { maxRenewalCount: Math.max(0, Math.floor(longestDuration / (info.mkCDuration || 1)) - 1) };
}

function featuresOf({ mkCFeatures = [] }: InfoOfC): Amended {
  const features = mkCFeatures.map(({ featureTitle, featureName, featureValue }) => ({
    displayName: featureTitle || featureName || '',
    ...present({ value: featureValue }),
  }));
  return features.length > 0 ? { features } : {};
}

/** Returns the names of SKUs, which sellers name by the id of the SKU or of its metric. */
function skuNames({ productInfo }: OfferOfC, { name, service }: BaseOffer): SkuNames {
  const product = productInfo?.mkCProduct;
  const metrics = product?.listingSpec?.purchaseSpec?.metrics ?? product?.serviceConfig?.metrics;
  const known = (Array.isArray(metrics) ? metrics : []) as readonly { id?: string; skuId?: string }[];
  const place = name.slice(0, name.indexOf('/services/'));
  return (given) => {
    if (given.startsWith('projects/')) return given;
    const sku = known.find(({ id }) => id === given)?.skuId ?? given;
    return `${place}/services/${service}/skus/${idIn(sku)}`;
  };
}
