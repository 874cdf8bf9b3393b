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
 * The marketplace accounts that resell a record: authorized resellers, the reseller that made the accepted
 * offer, the partners of a multiparty offer, and the reseller of a private offer plan.
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
