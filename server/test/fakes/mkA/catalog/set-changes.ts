import { buyersOf, isExpired, type Offer, type OfferSet } from './entities.ts';
import type { Outcome } from './offer-changes.ts';
import { fresh, type Refusal, refuse, type Staging } from './staging.ts';

/** The details of a change to an offer set. */
export type SetDetails = {
  Name?: string;
  BuyerNotes?: string;
  SolutionId?: string;
  Offers?: { OfferId: string }[];
};

export function createOfferSet({ Name = '' }: SetDetails, staging: Staging): Outcome {
  const id = staging.ids.offerSet();
  staging.put({ ...fresh(staging, id), kind: 'OfferSet', state: 'Draft', name: Name, offerIds: [] });
  return { id, refusals: [] };
}

/** Changes an unreleased set. After release, only the dates of its offers can change. */
export function changeOfferSet(type: string, details: SetDetails, set: OfferSet, staging: Staging): Outcome {
  const changed = structuredClone(set);
  const refusals =
    set.state === 'Released'
      ? refuse(
          'INVALID_UPDATE_REQUEST',
          "The requested change can't be performed after the offer set released.",
        )
      : change(type, details, changed, staging);
  if (refusals.length === 0) staging.put(changed);
  return { id: set.id, refusals };
}

function change(type: string, details: SetDetails, to: OfferSet, staging: Staging): Refusal[] {
  const named = (details.Offers ?? []).map(({ OfferId }) => OfferId);
  switch (type) {
    case 'UpdateInformation':
      if (details.Name !== undefined) to.name = details.Name;
      if (details.BuyerNotes !== undefined) to.buyerNotes = details.BuyerNotes;
      return [];
    case 'AssociateOffers':
      to.offerIds = [...new Set([...to.offerIds, ...named])];
      return associationRefusals(to, staging);
    case 'DisassociateOffers':
      to.offerIds = to.offerIds.filter((id) => !named.includes(id));
      return [];
    case 'AssociateSolution':
      if (to.solutionId !== undefined)
        return refuse(
          'INCOMPATIBLE_SOLUTION_ASSOCIATION',
          'Disassociate the existing solution before associating a new solution.',
        );
      to.solutionId = details.SolutionId as string;
      return [];
    case 'DisassociateSolution':
      delete to.solutionId;
      return [];
    default:
      to.state = 'Released';
      to.releasedAtMs = staging.nowMs;
      return releaseRefusals(to, staging);
  }
}

const offersOf = ({ offerIds }: OfferSet, staging: Staging): Offer[] =>
  offerIds.flatMap((id) => {
    const offer = staging.find(id);
    return offer?.kind === 'Offer' ? [offer] : [];
  });

function associationRefusals(set: OfferSet, staging: Staging): Refusal[] {
  const offers = offersOf(set, staging);
  if (set.offerIds.length > 7) return refuse('TOO_MANY_OFFERS', 'Associate up to 7 offers to the offer set.');
  return offers.length < set.offerIds.length || offers.some(({ offerSetId }) => offerSetId !== set.id)
    ? refuse(
        'INCOMPATIBLE_OFFER_SET_REFERENCE',
        'Ensure all offers were created specifically for this offer set.',
      )
    : [];
}

const differ = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size > 1;
const currencyOf = (offer: Offer) => offer.terms.find(({ CurrencyCode }) => CurrencyCode)?.CurrencyCode;

function releaseRefusals(set: OfferSet, staging: Staging): Refusal[] {
  const offers = offersOf(set, staging);
  const checks: [boolean, string, string][] = [
    [
      set.buyerNotes === undefined,
      'MISSING_BUYER_NOTES',
      'Provide BuyerNotes before releasing the offer set.',
    ],
    [
      offers.length < 2,
      'MISSING_OFFERS',
      'Associate at least two offers to the offer set before releasing it.',
    ],
    [
      new Set(offers.map(({ productId }) => productId)).size < offers.length,
      'TOO_MANY_OFFERS_PER_PRODUCT',
      'Associate only one offer per product to the offer set.',
    ],
    [
      differ(offers.map(currencyOf)),
      'INCONSISTENT_OFFER_CURRENCY_CODE',
      'Ensure all associated offers have matching CurrencyCode.',
    ],
    [
      differ(offers.map(({ availabilityEndDate }) => availabilityEndDate)),
      'INCONSISTENT_OFFER_AVAILABILITY_END_DATE',
      'Ensure all associated offers have matching AvailabilityEndDate.',
    ],
    [
      differ(offers.map(({ targeting }) => targeting)),
      'INCONSISTENT_OFFER_TARGETING_RULE',
      'Ensure all associated offers have matching TargetingRule.',
    ],
    [
      offers.some((offer) => buyersOf(offer).length === 0),
      'INCOMPATIBLE_OFFER_TARGETING_RULE',
      'Only buyer-targeted offers can be associated to an offer set.',
    ],
    [
      offers.some((offer) => isExpired(offer, staging.nowMs)),
      'EXPIRED_OFFERS',
      'Disassociate expired offers from the offer set or extend their AvailabilityEndDates.',
    ],
    [
      offers.some(({ state }) => state === 'Draft'),
      'DRAFT_OFFERS',
      'Release all associated offers before releasing the offer set.',
    ],
  ];
  return checks.flatMap(([isWrong, code, message]) => (isWrong ? refuse(code, message) : []));
}
