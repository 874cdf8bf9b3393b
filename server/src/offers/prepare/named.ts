import { type JsonObject, onlyPartnerWith, traitsOf } from '../../marketplaces/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';

/**
 * Fields by which an offer names what it builds on. The marketplace gets them when the offer is made, and not again.
 */
export const relations = [
  ['metaInfo', 'baseAgreementId'],
  ['metaInfo', 'isAgreementBasedOffer'],
  ['metaInfo', 'isMkBUpgradeOffer'],
  ['metaInfo', 'mkBOriginalOfferIDForUpgrade'],
  ['metaInfo', 'cppoInOfferId'],
  ['metaInfo', 'isReplacementOffer'],
  ['metaInfo', 'replacedOfferResourceName'],
  ['info', 'mkAResaleAuthorizationId'],
] as const;

/** Reads what an offer says in one of these fields. */
export const namedBy = (offer: WorkloadOffer, [map, name]: (typeof relations)[number]): unknown =>
  (offer[map] as JsonObject | undefined)?.[name] || undefined;

/** Says whether an offer builds on another one, or on an agreement: then these are looked up. */
export const hasRelations = (offer: WorkloadOffer): boolean =>
  relations.some((relation) => namedBy(offer, relation) !== undefined);

/** The only marketplace on which private offers replace others (R26). */
export const partnerOfReplacements = onlyPartnerWith('amendsBy', 'replacement');

/** An offer as far as it says what it replaces. */
export type Replacing = Pick<WorkloadOffer, 'partner' | 'offerType' | 'metaInfo'>;

/** The name of the offer that another one replaces, as their marketplace calls it (R26). */
export const replacedName = ({ partner, offerType, metaInfo }: Replacing): string | undefined =>
  traitsOf(partner).amendsBy === 'replacement' && isPrivate(offerType ?? '') && metaInfo?.isReplacementOffer
    ? metaInfo.replacedOfferResourceName || undefined
    : undefined;

/** The marketplace's id of an offer, which its name ends with. */
export const idInName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The ids by which an offer of a name is found among ours. */
export const idsOfName = (name: string): string[] => [idInName(name), name];

/** Says whether an offer that was found by the id in a name has that name: all of it counts. */
export function isNamedSo({ info }: { info: string }, name: string): boolean {
  const { mkCPrivateOffer } = JSON.parse(info) as { mkCPrivateOffer?: { name?: string } };
  return (mkCPrivateOffer?.name ?? name) === name;
}

/** Says whether an offer names features that its product may lack (R26). */
export const namesFeatures = ({ productID, info }: WorkloadOffer): boolean =>
  !!productID && (info?.mkCFeatures ?? []).length > 0;
