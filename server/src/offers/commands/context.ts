import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RouteRequest } from '../../platform/http/route.ts';
import { findProduct, type ProductRow } from '../../products/index.ts';
import { namesPrice, type PrepareContext } from '../prepare/index.ts';
import type { WorkloadOffer } from '../records.ts';

/** The parts of a request that say what was sent and is not known, and how strictly the rest is judged. */
export type Handling = Pick<RouteRequest, 'unknownFields' | 'strict'>;

/**
 * The product that must be read before an offer is checked: its type says whether the offer can start on a date (R22),
 * its prices hold where the offer has none.
 */
export const productAsked = (offer: WorkloadOffer): string | undefined => {
  const { productID, productType, info } = offer;
  return (info?.startTime && !productType) || !namesPrice(offer) ? productID || undefined : undefined;
};

/** What the checks of an offer need of its product. */
export const productContext = (
  offer: WorkloadOffer,
  product: Pick<ProductRow, 'product_type' | 'info'> | undefined,
): Pick<PrepareContext, 'productType' | 'product'> => ({
  productType: offer.productType || (product?.product_type ?? undefined),
  product: product && JSON.parse(product.info),
});

/** Reads what the checks of an offer need: the time, its product, and what is stored of it. */
export async function contextOf(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  { stored, handling }: { stored?: WorkloadOffer; handling?: Handling | undefined } = {},
): Promise<PrepareContext> {
  const asked = productAsked(offer);
  const product = asked === undefined ? undefined : await findProduct(scope, asked);
  return { now: scope.now, ...productContext(offer, product), ...(stored ? { stored } : {}), ...handling };
}

export const productTypeOf = async (
  scope: OrgTransaction,
  offer: WorkloadOffer,
): Promise<string | undefined> => (await contextOf(scope, offer)).productType;
