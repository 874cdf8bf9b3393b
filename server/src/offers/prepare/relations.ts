import { type JsonObject, onlyPartnerWith, traitsOf } from '../../marketplaces/index.ts';
import { isPrivate } from '../kind.ts';
import type { WorkloadOffer } from '../records.ts';
import { type Check, type Draft, isSet, type Report } from './draft.ts';

/**
 * Fields that reference the offers and agreements on which an offer is based. The marketplace receives these
 * fields only at the creation of the offer.
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

/** Reads one of the relations of an offer. */
export const namedBy = (offer: WorkloadOffer, [map, name]: (typeof relations)[number]): unknown =>
  (offer[map] as JsonObject | undefined)?.[name] || undefined;

/** Returns whether an offer is based on another offer or an agreement, which must be looked up. */
export const hasRelations = (offer: WorkloadOffer): boolean =>
  relations.some((relation) => namedBy(offer, relation) !== undefined);

/** The marketplace on which private offers can replace other private offers (R26). */
export const partnerOfReplacements = onlyPartnerWith('amendsBy', 'replacement');

/** Fields of an offer that identify the offer it replaces. */
export type Replacing = Pick<WorkloadOffer, 'partner' | 'offerType' | 'metaInfo'>;

/** Reads the marketplace's name of the offer that is replaced (R26). */
export const replacedName = ({ partner, offerType, metaInfo }: Replacing): string | undefined =>
  traitsOf(partner).amendsBy === 'replacement' && isPrivate(offerType ?? '') && metaInfo?.isReplacementOffer
    ? metaInfo.replacedOfferResourceName || undefined
    : undefined;

/** Reads the marketplace's id of an offer from the end of its name. */
export const idInName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Lists the external ids under which an offer with this name may be stored. */
export const idsOfName = (name: string): string[] => [idInName(name), name];

/** Returns whether an offer that was found by the id in a resource name has exactly that resource name. */
export function isNamedSo({ info }: { info: string }, name: string): boolean {
  const { mkCPrivateOffer } = JSON.parse(info) as { mkCPrivateOffer?: { name?: string } };
  return (mkCPrivateOffer?.name ?? name) === name;
}

/** Returns whether an offer names features that must be compared with its product (R26). */
export const namesFeatures = ({ productID, info }: WorkloadOffer): boolean =>
  !!productID && (info?.mkCFeatures ?? []).length > 0;

/** Types of offers in which a reseller takes part. */
export const resaleTypes = { out: 'CPPO_OUT', received: 'CPPO_IN', resold: 'CPPO' } as const;

const withResellers: readonly string[] = [resaleTypes.out, resaleTypes.resold];

const allResale: readonly string[] = Object.values(resaleTypes);

/** Maximum margin of a reseller, in percent of the wholesale price; higher values are input errors. */
const largestMarkup = 1000;

/** Checks relations to other offers and agreements: resale, agreement-based offers, upgrades (R27). */
export const checkRelations: Check = (draft, report) => {
  checkResale(draft, report);
  checkAgreementBased(draft, report);
  checkUpgrade(draft, report);
};

function checkResale({ info, metaInfo, offerType, partner }: Draft, report: Report): void {
  if (offerType === resaleTypes.received)
    report.refuse(
      '/offerType',
      'must not be CPPO_IN: vendors grant these authorizations, and the marketplace reports them',
    );
  else if (allResale.includes(offerType) && !traitsOf(partner).hasResale)
    report.refuse('/offerType', 'is for marketplace A only: other marketplaces have no CPPO offers');
  if (isSet(metaInfo.resellerIds) && !withResellers.includes(offerType))
    report.refuse('/metaInfo/resellerIds', 'is for offerType CPPO_OUT or CPPO only');
  checkAuthorization({ info, metaInfo, offerType }, report);
  const { mkAMarkupPercentage } = info;
  if ((mkAMarkupPercentage ?? 0) > largestMarkup)
    report.refuse('/info/mkAMarkupPercentage', `must be at most ${largestMarkup} percent`);
  if (isSet(mkAMarkupPercentage) && !allResale.includes(offerType))
    report.warn('info.mkAMarkupPercentage is kept but has no effect: it applies to resale offers only.');
}

/** Requires the vendor's authorization for a CPPO offer, and rejects an authorization for other types. */
function checkAuthorization(
  { info, metaInfo, offerType }: Pick<Draft, 'info' | 'metaInfo' | 'offerType'>,
  report: Report,
): void {
  const named = isSet(metaInfo.cppoInOfferId) || isSet(info.mkAResaleAuthorizationId);
  if (offerType === resaleTypes.resold && !named)
    report.refuse(
      '/metaInfo/cppoInOfferId',
      'is required for offerType CPPO, unless info.mkAResaleAuthorizationId is set',
    );
  if (offerType === resaleTypes.resold) return;
  if (isSet(metaInfo.cppoInOfferId)) report.refuse('/metaInfo/cppoInOfferId', 'is for offerType CPPO only');
  if (isSet(info.mkAResaleAuthorizationId))
    report.refuse('/info/mkAResaleAuthorizationId', 'is for offerType CPPO only');
}

function checkAgreementBased({ metaInfo, partner, isPrivate }: Draft, report: Report): void {
  const { baseAgreementId, isAgreementBasedOffer, isRenewalOffer } = metaInfo;
  const here = traitsOf(partner).amendsBy === 'agreement' && isPrivate;
  for (const [name, value] of Object.entries({ isAgreementBasedOffer, isRenewalOffer }))
    if (value && !here) report.refuse(`/metaInfo/${name}`, 'is for private offers on marketplace A only');
  if (isAgreementBasedOffer && !isSet(baseAgreementId))
    report.refuse('/metaInfo/baseAgreementId', 'is required when isAgreementBasedOffer is true');
  if (isSet(baseAgreementId) && !isAgreementBasedOffer)
    report.refuse(
      '/metaInfo/baseAgreementId',
      'is for agreement-based offers only: set isAgreementBasedOffer',
    );
}

function checkUpgrade({ info, metaInfo, partner, isPrivate }: Draft, report: Report): void {
  const { isMkBUpgradeOffer, mkBOriginalOfferIDForUpgrade } = metaInfo;
  if (isMkBUpgradeOffer && !(traitsOf(partner).amendsBy === 'upgrade' && isPrivate))
    report.refuse('/metaInfo/isMkBUpgradeOffer', 'is for private offers on marketplace B only');
  if (isMkBUpgradeOffer && !isSet(mkBOriginalOfferIDForUpgrade))
    report.refuse('/metaInfo/mkBOriginalOfferIDForUpgrade', 'is required when isMkBUpgradeOffer is true');
  if (isMkBUpgradeOffer) return;
  if (isSet(mkBOriginalOfferIDForUpgrade))
    report.refuse('/metaInfo/mkBOriginalOfferIDForUpgrade', 'is for upgrades only: set isMkBUpgradeOffer');
  if (isSet(info.mkBPrivateOffer?.upgradedFrom?.id))
    report.refuse(
      '/info/mkBPrivateOffer/upgradedFrom',
      'is for upgrades only: set metaInfo.isMkBUpgradeOffer',
    );
}
