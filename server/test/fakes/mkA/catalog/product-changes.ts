import type { Product } from './entities.ts';
import type { Outcome } from './offer-changes.ts';
import { refuse, type Staging } from './staging.ts';

/** The simulated details of a product change. */
export type ProductDetails = {
  ProductTitle?: string;
  ShortDescription?: string;
  DeliveryOptions?: {
    Id: string;
    Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: string } };
  }[];
};

export function changeProduct(
  type: string,
  details: ProductDetails,
  product: Product,
  staging: Staging,
): Outcome {
  const changed = structuredClone(product);
  if (type === 'UpdateInformation') {
    if (details.ProductTitle !== undefined) changed.title = details.ProductTitle;
    if (details.ShortDescription !== undefined) changed.shortDescription = details.ShortDescription;
    staging.put(changed);
    return { id: product.id, refusals: [] };
  }
  const [option] = details.DeliveryOptions ?? [];
  if (product.kind !== 'SaaSProduct' || option?.Id !== product.deliveryOptionId)
    return {
      id: product.id,
      refusals: refuse('INVALID_DELIVERY_OPTION', 'Provide a delivery option of the product.'),
    };
  changed.fulfillmentUrl = option.Details.SaaSUrlDeliveryOptionDetails.FulfillmentUrl;
  staging.put(changed);
  return { id: product.id, refusals: [] };
}
