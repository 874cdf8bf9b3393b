type Named = { id?: string | undefined };
type OfC = { resellerInfo?: { billingAccountId?: string } };
type Info = {
  mkAChannelPartner?: Named;
  mkBPrivateOffer?: { partners?: Named[] };
  mkCPrivateOffer?: OfC;
  mkCResellerPrivateOfferPlan?: OfC;
};
type MetaInfo = { resellerIds?: string[] };

/**
 * The accounts that resell something, as its marketplace knows them: who may resell an offer, who made the one that was
 * accepted, the partners of an offer that several share, and the reseller of a plan.
 */
export function resellerAccountsOf(info: object, metaInfo: object = {}): string[] {
  const { mkAChannelPartner, mkBPrivateOffer, mkCPrivateOffer, mkCResellerPrivateOfferPlan } = info as Info;
  const named = [
    mkAChannelPartner?.id,
    ...((metaInfo as MetaInfo).resellerIds ?? []),
    ...(mkBPrivateOffer?.partners ?? []).map(({ id }) => id),
    mkCPrivateOffer?.resellerInfo?.billingAccountId,
    mkCResellerPrivateOfferPlan?.resellerInfo?.billingAccountId,
  ];
  return [...new Set(named.filter((id): id is string => typeof id === 'string' && id !== ''))];
}
