import { traitsOf } from '../../marketplaces/index.ts';
import { type Check, type Draft, isSet, type Report } from './draft.ts';

/** Types of offers that a reseller takes part in. */
export const resaleTypes = { out: 'CPPO_OUT', received: 'CPPO_IN', resold: 'CPPO' } as const;

const withResellers: readonly string[] = [resaleTypes.out, resaleTypes.resold];
const allResale: readonly string[] = Object.values(resaleTypes);

/** The share of a reseller is given in percent of the wholesale price; more than tenfold is a slip. */
const largestMarkup = 1000;

/** Checks how an offer relates to other offers and to agreements: resale, agreement-based offers, upgrades (R27). */
export const checkRelations: Check = (draft, report) => {
  checkResale(draft, report);
  checkAgreementBased(draft, report);
  checkUpgrade(draft, report);
};

function checkResale({ info, metaInfo, offerType, partner }: Draft, report: Report): void {
  if (offerType === resaleTypes.received)
    report.refuse('/offerType', 'cannot be CPPO_IN: a vendor grants it, and the marketplace tells of it');
  else if (allResale.includes(offerType) && !traitsOf(partner).hasResale)
    report.refuse('/offerType', 'is for marketplace A only: no other knows this kind of resale');
  if (isSet(metaInfo.resellerIds) && !withResellers.includes(offerType))
    report.refuse('/metaInfo/resellerIds', 'is for offerType CPPO_OUT or CPPO only');
  checkAuthorization({ info, metaInfo, offerType }, report);
  const { mkAMarkupPercentage } = info;
  if ((mkAMarkupPercentage ?? 0) > largestMarkup)
    report.refuse('/info/mkAMarkupPercentage', `must be at most ${largestMarkup} percent`);
  if (isSet(mkAMarkupPercentage) && !allResale.includes(offerType))
    report.warn('info.mkAMarkupPercentage is kept but has no effect: it is the margin of a reseller.');
}

/** A reseller's offer is made from the authorization that the vendor gave. */
function checkAuthorization(
  { info, metaInfo, offerType }: Pick<Draft, 'info' | 'metaInfo' | 'offerType'>,
  report: Report,
): void {
  const named = isSet(metaInfo.cppoInOfferId) || isSet(info.mkAResaleAuthorizationId);
  if (offerType === resaleTypes.resold && !named)
    report.refuse(
      '/metaInfo/cppoInOfferId',
      'is required for offerType CPPO, or info.mkAResaleAuthorizationId: the authorization that is resold',
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
