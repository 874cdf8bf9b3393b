import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import type { OfferRow } from '../../offers/index.ts';
import type { findProduct } from '../../products/index.ts';
import type { DeriveInput } from '../derive/index.ts';

type Offer = Pick<OfferRow, 'partner' | 'offer_type' | 'product_type' | 'end_time' | 'info' | 'meta_info'>;
type Product = Awaited<ReturnType<typeof findProduct>>;

/** Gathers what an entitlement is derived from: its agreement, and offer and product as the database has them. */
export const deriveInput = (
  partner: string | null | undefined,
  offer: Offer | undefined,
  agreement: AgreementSnapshot,
  product: Product,
  agreedDays: readonly string[] = [],
): DeriveInput => ({
  partner: partner ?? undefined,
  offer: offer && {
    partner: offer.partner ?? undefined,
    offerType: offer.offer_type,
    productType: offer.product_type ?? undefined,
    endTime: offer.end_time ?? undefined,
    info: JSON.parse(offer.info),
    metaInfo: JSON.parse(offer.meta_info),
  },
  agreement,
  agreedDays,
  product: product && {
    productType: product.product_type ?? undefined,
    info: JSON.parse(product.info),
    metaInfo: JSON.parse(product.meta_info),
  },
});
