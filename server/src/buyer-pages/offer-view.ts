import { findBuyer } from '../buyers/index.ts';
import { findOffer } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { card, factList } from '../platform/http/branded-page.ts';
import type { Html } from '../platform/http/pages.ts';
import { findProduct } from '../products/index.ts';
import { instalmentsCard, pricesCard } from './price-cards.ts';
import { type BuyerViewOffer, viewOffer } from './views/offer.ts';

/** Reads an offer for its buyer; undefined if the offer does not exist or was deleted. */
export async function readOfferView(scope: OrgTransaction, id: string): Promise<BuyerViewOffer | undefined> {
  const offer = await findOffer(scope, id);
  if (!offer || offer.status === 'DELETED') return undefined;
  const product = offer.product_id ? await findProduct(scope, offer.product_id) : undefined;
  const buyer = offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined;
  return viewOffer({ ...offer, product_name: product?.name, buyer_name: buyer?.name });
}

/** Lays out an offer. */
export function offerCards(offer: BuyerViewOffer): Html[] {
  const more = [
    ...(offer.discount ? [{ name: 'Discount', value: offer.discount }] : []),
    ...(offer.total ? [{ name: 'Total commitment', value: offer.total }] : []),
  ];
  const terms = factList(offer.terms);
  return [
    card('Offer', factList(offer.facts) ?? []),
    ...pricesCard('Prices', [...offer.commits, ...offer.usage], more),
    ...instalmentsCard(offer.instalments),
    ...(terms ? [card('Terms', terms)] : []),
  ];
}
