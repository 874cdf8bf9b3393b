import { resaleTypes } from '../../resale.ts';
import { isSet } from '../../rules/checks.ts';
import type { OfferDraft, Reference, ReferringOffer, Report } from '../../rules/contract.ts';

/** Fields of an offer with a reseller. */
export type Resale = {
  info: { mkAMarkupPercentage?: number; mkAResaleAuthorizationId?: string };
  metaInfo: { cppoInOfferId?: string; resellerIds?: readonly string[] };
};
type ResaleDraft = OfferDraft<Resale['info'], Resale['metaInfo']>;

const withResellers: readonly string[] = [resaleTypes.out, resaleTypes.resold];

const allResale: readonly string[] = Object.values(resaleTypes);

/** Maximum margin of a reseller, in percent of the wholesale price; higher values are input errors. */
const largestMarkup = 1000;

/** Checks offers with resellers, which only this marketplace has (R27). */
export function checkResale(draft: ResaleDraft, report: Report, isHere: boolean): void {
  const { metaInfo, offerType } = draft;
  if (offerType === resaleTypes.received)
    report.refuse(
      '/offerType',
      'must not be CPPO_IN: vendors grant these authorizations, and the marketplace reports them',
    );
  else if (allResale.includes(offerType) && !isHere)
    report.refuse('/offerType', 'is for marketplace A only: other marketplaces have no CPPO offers');
  if (isSet(metaInfo.resellerIds) && !withResellers.includes(offerType))
    report.refuse('/metaInfo/resellerIds', 'is for offerType CPPO_OUT or CPPO only');
  checkAuthorization(draft, report);
  checkMarkup(draft, report);
}

function checkMarkup(
  { info: { mkAMarkupPercentage: markup }, offerType }: ResaleDraft,
  report: Report,
): void {
  if ((markup ?? 0) < 0) report.refuse('/info/mkAMarkupPercentage', 'must not be negative');
  if ((markup ?? 0) > largestMarkup)
    report.refuse('/info/mkAMarkupPercentage', `must be at most ${largestMarkup} percent`);
  if (isSet(markup) && !allResale.includes(offerType))
    report.warn('info.mkAMarkupPercentage is kept but has no effect: it applies to resale offers only.');
}

/** Requires the vendor's authorization for a CPPO offer, and rejects an authorization for other types. */
function checkAuthorization({ info, metaInfo, offerType }: ResaleDraft, report: Report): void {
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

/** Reads the references to the authorization: the stored offer, and the marketplace's id. */
export const authorization = ({
  info,
  metaInfo,
}: ReferringOffer<Resale['info'], Resale['metaInfo']>): Reference[] =>
  [
    { pointer: '/metaInfo/cppoInOfferId', name: metaInfo.cppoInOfferId ?? '' },
    { pointer: '/info/mkAResaleAuthorizationId', name: info.mkAResaleAuthorizationId ?? '' },
  ].filter(({ name }) => name !== '');
