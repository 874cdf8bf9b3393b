import type { OrgTransaction } from '../../platform/access/scope.ts';
import { findProduct } from '../../products/index.ts';
import type { PrepareContext } from '../prepare/index.ts';
import type { WorkloadOffer } from '../records.ts';

/** The product whose type says whether the offer can start on a date, where the offer itself does not say one (R22). */
export const productAsked = ({ productID, productType, info }: WorkloadOffer): string | undefined =>
  info?.startTime && !productType ? productID || undefined : undefined;

export async function productTypeOf(
  scope: OrgTransaction,
  offer: WorkloadOffer,
): Promise<string | undefined> {
  const asked = productAsked(offer);
  const product = asked === undefined ? undefined : await findProduct(scope, asked);
  return offer.productType || (product?.product_type ?? undefined);
}

/** Reads what the checks of an offer need: the time, its product, and what is stored of it. */
export const contextOf = async (
  scope: OrgTransaction,
  offer: WorkloadOffer,
  stored?: WorkloadOffer,
): Promise<PrepareContext> => ({
  now: scope.now,
  productType: await productTypeOf(scope, offer),
  ...(stored ? { stored } : {}),
});
