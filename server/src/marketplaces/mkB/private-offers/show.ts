import { inTable } from '../../in-table.ts';
import type { OfferSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { lower } from '../fulfilment/records.ts';
import { keyIn, nameWithoutKey } from './resource-names.ts';

/** A private offer in the marketplace's format; letter case and the tag's name differ between versions. */
export type OfferResource = {
  id?: string;
  name?: string;
  state?: string;
  subState?: string;
  privateOfferType?: string;
  acceptBy?: string;
  end?: string;
  beneficiaries?: readonly { id?: string }[];
  acceptanceLinks?: readonly { link?: string }[];
  pricing?: readonly Pricing[];
  upgradedFrom?: { id?: string };
  eTag?: string;
  _etag?: string;
} & JsonObject;
type Pricing = { product?: string; priceDetails?: unknown; discountType?: string } & JsonObject;

const dayMs = 86_400_000;

/** Returns the last moment of a day of the marketplace, as the midnight after it. */
const endOfDay = (day: string | undefined): string | undefined =>
  day === undefined || Number.isNaN(Date.parse(day))
    ? undefined
    : new Date(Date.parse(day.slice(0, 10)) + dayMs).toISOString();

const statuses: Readonly<Record<string, OfferSnapshot['status']>> = {
  accepted: 'ACCEPTED',
  pendingpartneraction: 'PENDING_PARTNER_ACTION',
};

function statusOf({ state, subState, acceptBy }: OfferResource, now: Date): OfferSnapshot['status'] {
  if (lower(state) === 'draft') return 'PENDING_CREATE';
  if (lower(state) !== 'live') return 'CANCELLED';
  const known = inTable(statuses, lower(subState));
  if (known) return known;
  const end = endOfDay(acceptBy);
  return end !== undefined && Date.parse(end) <= now.getTime() ? 'EXPIRED' : 'PENDING_ACCEPTANCE';
}

/** Converts a private offer to a snapshot. */
export function showOffer(offer: OfferResource, now: Date): OfferSnapshot {
  const { id = '', name, pricing, beneficiaries, acceptBy, end, acceptanceLinks, upgradedFrom } = offer;
  return {
    key: keyIn(name),
    externalId: id.toLowerCase(),
    status: statusOf(offer, now),
    privateOfferUrl: acceptanceLinks?.find(({ link }) => link)?.link,
    failure: undefined,
    mirror: { mkBPrivateOffer: recordOf(offer) },
    // The marketplace returns ids of prices, not prices.
    ownFields: { mkBPrivateOffer: ['pricing'] },
    madeElsewhere: {
      bySeller: true,
      name: nameWithoutKey(name),
      offerType: 'PRIVATE',
      productId: undefined,
      externalProductId: pricing?.find(({ product }) => product)?.product,
      externalBuyerId: beneficiaries?.[0]?.id,
      buyerName: undefined,
      expireTime: endOfDay(acceptBy),
      endTime: endOfDay(end),
      info: { currency: 'USD', mkBPrivateOffer: recordOf(offer) },
      metaInfo: upgradedFrom?.id
        ? { isMkBUpgradeOffer: true, mkBOriginalOfferIDForUpgrade: upgradedFrom.id }
        : {},
    },
  };
}

/** Returns the offer in the form of the service's records, which is the newest form of the schema. */
function recordOf({ _etag, eTag = _etag, state, subState, pricing, ...rest }: OfferResource): JsonObject {
  return {
    ...rest,
    eTag,
    state: lower(state),
    ...(typeof subState === 'string' && subState ? { subState: lowerFirst(subState) } : {}),
    ...(pricing ? { pricing: pricing.map(showPricing) } : {}),
  };
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const showPricing = ({ priceDetails, discountType, ...rest }: Pricing): JsonObject => ({
  ...rest,
  ...(discountType ? { discountType: lower(discountType) } : {}),
  ...(typeof priceDetails === 'string' ? { priceDetails: { id: priceDetails } } : {}),
});
