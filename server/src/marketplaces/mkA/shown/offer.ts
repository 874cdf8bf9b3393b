import type { OfferSnapshot } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { endOfDay } from '../change-set/days.ts';
import {
  type AuthorizationDetails,
  accountsIn,
  type OfferDetails,
  ruleIn,
  type ShownRule,
  type ShownTerm,
  termIn,
} from './offer-details.ts';
import { infoOf, withoutUndefined } from './prices.ts';

/** An agreement status of the marketplace. */
export type AgreementState = string;

type EntityDetails<Details> = { id: string; details: Details; lastModified: string | undefined };
export type Seller = { account: string; now: Date };

const over = new Set(['RENEWED', 'REPLACED', 'SUPERSEDED']);

/**
 * Converts a catalogue offer to a snapshot. The acceptance of the offer is read from its agreements, because
 * the catalogue does not contain it.
 */
export function showOffer(
  { id, details, lastModified }: EntityDetails<OfferDetails>,
  agreements: readonly AgreementState[],
  { now }: Seller,
): OfferSnapshot {
  const buyers = accountsIn(ruleIn(details.Rules, 'TargetingRule')?.PositiveTargeting);
  const end = ruleIn(details.Rules, 'AvailabilityRule')?.AvailabilityEndDate;
  const authorizationId = details.ResaleAuthorizationId;
  return {
    key: undefined,
    externalId: id,
    revision: revisionOf(lastModified),
    status: statusOf(details, end, agreements, now),
    acceptancesLag: true,
    privateOfferUrl: addressOf(id, details.ProductId),
    failure: undefined,
    mirror: authorizationId
      ? withoutUndefined({
          mkAResaleAuthorizationId: authorizationId,
          mkAMarkupPercentage: details.MarkupPercentage ? Number(details.MarkupPercentage) : undefined,
        })
      : {},
    authorizationId,
    madeElsewhere: {
      bySeller: true,
      name: details.Name,
      offerType: authorizationId ? 'CPPO' : 'PRIVATE',
      productId: undefined,
      externalProductId: details.ProductId,
      externalBuyerId: buyers[0],
      buyerName: undefined,
      expireTime: end && endOfDay(end),
      endTime: endTimeIn(details.Terms),
      info: withoutUndefined({
        ...infoOf(details.Terms),
        buyerMkAAccountIds: buyers.length > 0 ? buyers : undefined,
        buyerCountryCodes: ruleIn(details.Rules, 'TargetingRule')?.PositiveTargeting?.CountryCodes,
        mkAOfferSetId: details.OfferSetId,
      }),
      metaInfo: details.AgreementId
        ? { isAgreementBasedOffer: true, baseAgreementId: details.AgreementId }
        : {},
    },
  };
}

const endTimeIn = (terms: readonly ShownTerm[] | undefined): string | undefined => {
  const end = termIn(terms, 'ValidityTerm')?.AgreementEndDate;
  return end && endOfDay(end);
};

function statusOf(
  { State }: OfferDetails,
  end: string | undefined,
  agreements: readonly AgreementState[],
  now: Date,
): OfferSnapshot['status'] {
  if (State !== 'Released') return 'PENDING_CREATE';
  if (agreements.length > 0) return agreements.every((word) => over.has(word)) ? 'USED' : 'ACCEPTED';
  return end && Date.parse(endOfDay(end)) <= now.getTime() ? 'EXPIRED' : 'PENDING_ACCEPTANCE';
}

/** Returns the URL at which the buyer accepts an offer. */
const addressOf = (id: string, productId: string | undefined): string => {
  const query = new URLSearchParams({ ...(productId ? { productId } : {}), offerId: id });
  return `https://aws.amazon.com/marketplace/procurement?${query}`;
};

const revisionOf = (lastModified: string | undefined): number | undefined => {
  const at = Date.parse(lastModified ?? '');
  return Number.isNaN(at) ? undefined : at;
};

/** Converts a resale authorization that the seller granted or received to a snapshot. */
export function showAuthorization(
  { id, details, lastModified }: EntityDetails<AuthorizationDetails>,
  { account, now }: Seller,
): OfferSnapshot {
  const isOurs = details.ManufacturerAccountId === account;
  const availability = ruleIn(details.Rules, 'AvailabilityRule');
  const end = availability?.AvailabilityEndDate;
  return {
    key: undefined,
    externalId: id,
    revision: revisionOf(lastModified),
    status: authorizationStatus(details, isOurs, end, now),
    privateOfferUrl: undefined,
    failure: undefined,
    mirror: { mkACppoOpportunity: opportunityOf(id, details) },
    madeElsewhere: {
      ...(isOurs ? { bySeller: true } : {}),
      name: details.Name,
      offerType: isOurs ? 'CPPO_OUT' : 'CPPO_IN',
      productId: undefined,
      externalProductId: details.ProductId,
      externalBuyerId: undefined,
      buyerName: undefined,
      expireTime: end && endOfDay(end),
      endTime: undefined,
      info: infoOf(details.Terms),
      metaInfo: isOurs
        ? withoutUndefined({ resellerIds: resellerIn(details) ? [resellerIn(details)] : undefined })
        : {},
    },
  };
}

const resellerIn = ({ Rules }: AuthorizationDetails): string | undefined =>
  ruleIn(Rules, 'PartnerTargetingRule')?.ResellerAccountId;

function authorizationStatus(
  details: AuthorizationDetails,
  isOurs: boolean,
  end: string | undefined,
  now: Date,
): OfferSnapshot['status'] {
  const { Status, OfferDetails = {}, Rules } = details;
  if (Status === 'Draft') return 'PENDING_CREATE';
  const most = ruleIn(Rules, 'AvailabilityRule')?.OffersMaxQuantity;
  const made = OfferDetails.OfferCreatedCount ?? 0;
  if (most !== undefined && made >= most) return 'USED';
  if (Status === 'Restricted') return 'RESTRICTED';
  if (end && Date.parse(endOfDay(end)) <= now.getTime()) return 'EXPIRED';
  return isOurs ? 'PENDING_PARTNER_ACTION' : 'READY_TO_USE';
}

/** Converts the marketplace's record of a resale authorization to the field names of our records. */
function opportunityOf(id: string, details: AuthorizationDetails): JsonObject {
  const targeting = (term: ShownTerm) =>
    term.PositiveTargeting
      ? {
          PositiveTargeting: {
            ...term.PositiveTargeting,
            BuyerAccounts: accountsIn(term.PositiveTargeting).map((MkAAccountId) => ({ MkAAccountId })),
          },
        }
      : {};
  return withoutUndefined({
    ...(details as JsonObject),
    Terms: details.Terms?.map((term) => ({ ...term, ...targeting(term) })),
    opportunityId: id,
    partnerId: resellerIn(details),
    opportunityDurationType: durationTypeOf(ruleIn(details.Rules, 'AvailabilityRule')),
  });
}

const durationTypeOf = ({ OffersMaxQuantity, AvailabilityEndDate }: ShownRule = {}): string => {
  if (OffersMaxQuantity === 1) return 'ONE_TIME';
  return AvailabilityEndDate ? 'SPECIFIC_DATES' : 'NO_SET_TIME';
};
