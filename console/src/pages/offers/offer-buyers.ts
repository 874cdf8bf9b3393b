import type { WorkloadOffer } from '@tradepost/sdk';

/** The fields of an offer that name its buyers. */
export type NamingOffer = Pick<WorkloadOffer, 'buyerID' | 'info' | 'metaInfo'>;

/** The buyers of an offer: ids of buyers, or the companies and accounts that may accept it. */
export type OfferBuyers = { ids: readonly string[]; names: readonly string[] };

const labelled = (
  words: string,
  of: readonly { id?: string; description?: string }[] | undefined,
): string[] => (of ?? []).flatMap(({ id, description }) => description || (id ? `${words} ${id}` : []));

/** Returns the companies and accounts that an offer names in the fields of its marketplace. */
export function accountsOf(info: NamingOffer['info']): string[] {
  const { mkCCustomerInfo: customer, buyerMkAAccountIds: accounts, mkFOffer } = info ?? {};
  return [
    ...[customer?.organization || customer?.email || []].flat(),
    ...labelled(
      'Account',
      (accounts ?? []).map((id) => ({ id })),
    ),
    ...labelled('Tenant', info?.buyerMkBTenants),
    ...labelled('Billing account', info?.mkBPrivateOffer?.beneficiaries),
    ...(mkFOffer?.target_consumer ? [`Account ${mkFOffer.target_consumer}`] : []),
  ];
}

/** Returns the buyers of an offer. Before acceptance, an offer may name its buyers only by their accounts. */
export function buyersOf({ buyerID, info, metaInfo }: NamingOffer): OfferBuyers {
  const ids = buyerID ? [buyerID] : (metaInfo?.buyerIds ?? []);
  return { ids, names: ids.length > 0 ? [] : accountsOf(info) };
}
