import { findBuyer, findContacts } from '../../buyers/index.ts';
import type { JsonObject, MarketplaceAdapter, OfferSpec } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { findProduct } from '../../products/index.ts';
import { externalSetOf } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { namesFeatures } from '../prepare/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { basisOf } from './basis.ts';

/** The specification of an offer for an adapter, and what of it refers to nothing. */
export type Specified = {
  spec: OfferSpec;
  /** In words, in the order of `unresolvedAt`. */
  unresolved: string[];
  /** JSON pointers of the references that do not resolve. */
  unresolvedAt: string[];
  /** Features that the product does not have (R26). */
  unknownFeatures: string[];
};

/** An offer to be specified, stored or not. */
export type ToSpecify = Pick<
  OfferRow,
  | 'id'
  | 'name'
  | 'partner'
  | 'offer_type'
  | 'product_id'
  | 'buyer_id'
  | 'contact_ids'
  | 'expire_time'
  | 'end_time'
> & { info: JsonObject; metaInfo: JsonObject };

/** Resolves what an offer refers to, for its marketplace. */
export async function specify(scope: OrgTransaction, offer: ToSpecify): Promise<Specified> {
  const missing: [pointer: string, text: string][] = [];
  const product = offer.product_id ? await findProduct(scope, offer.product_id) : undefined;
  if (offer.product_id && !product) missing.push(['/productID', `There is no product ${offer.product_id}.`]);
  const buyer = offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined;
  if (offer.buyer_id && !buyer) missing.push(['/buyerID', `There is no buyer ${offer.buyer_id}.`]);
  const contacts = new Set(offer.contact_ids?.length ? await findContacts(scope, offer.contact_ids) : []);
  for (const [index, id] of (offer.contact_ids ?? []).entries())
    if (!contacts.has(id)) missing.push([`/contactIds/${index}`, `There is no contact ${id}.`]);
  const spec: OfferSpec = {
    key: offer.id,
    name: offer.name ?? undefined,
    offerType: offer.offer_type,
    productId: offer.product_id ?? undefined,
    externalProductId: product?.external_id ?? undefined,
    externalBuyerId: buyer?.external_id ?? undefined,
    buyerName: buyer?.name ?? undefined,
    expireTime: offer.expire_time ?? undefined,
    endTime: offer.end_time ?? undefined,
    info: offer.info,
    metaInfo: offer.metaInfo,
    basedOn: await basisOf(scope, offer),
    externalSetId: offer.info.mkAOfferSetId ? await externalSetOf(scope, offer.id) : undefined,
  };
  return {
    spec,
    unresolved: missing.map(([, text]) => text),
    unresolvedAt: missing.map(([pointer]) => pointer),
    unknownFeatures: product ? featuresBeyond(product.info, spec.info) : [],
  };
}

export type Refusal = { pointer: string; raw: string; readable: string };

/** Finds why a marketplace cannot take a private offer, before it is asked. */
export function refusalsOf(
  partner: string | null,
  unknownFeatures: readonly string[],
  adapter: MarketplaceAdapter | undefined,
): Refusal[] {
  if (!adapter)
    return [
      {
        pointer: '/partner',
        raw: `no integration with ${partner}`,
        readable: `The organization has no integration with ${partner}. Connect the marketplace, then create the offer again.`,
      },
    ];
  const refusals: Refusal[] = [];
  if (!adapter.describe().privateOffers)
    refusals.push({
      pointer: '/partner',
      raw: `${partner} has no private offers`,
      readable: `The marketplace ${partner} does not let sellers make private offers. Sell there by a public offer.`,
    });
  const names = unknownFeatures.join(', ');
  if (names)
    refusals.push({
      pointer: '/info/mkCFeatures',
      raw: `unknown features: ${names}`,
      readable: withoutFeatures(unknownFeatures),
    });
  return refusals;
}

const withoutFeatures = (names: readonly string[]): string =>
  `The product has no feature named ${names.join(', ')}. Use the names of its own list.`;

/** @throws 400 when an offer that is to be published names features that its product does not have (R26) */
export async function requireFeatures(scope: OrgTransaction, offer: WorkloadOffer): Promise<void> {
  if (!namesFeatures(offer)) return;
  const product = await findProduct(scope, offer.productID as string);
  const unknown = product ? featuresBeyond(product.info, offer.info as JsonObject) : [];
  if (unknown.length > 0)
    throw invalid([{ pointer: '/info/mkCFeatures', message: withoutFeatures(unknown) }]);
}

type FeatureList = { featureName?: string; name?: string }[];

/** Names in the offer's mkCFeatures that the product's list, if it has one, does not hold. */
function featuresBeyond(productInfo: string, offerInfo: JsonObject): string[] {
  const { mkCProduct } = JSON.parse(productInfo) as {
    mkCProduct?: {
      features?: FeatureList;
      listingSpec?: { purchaseSpec?: { features?: FeatureList } };
    };
  };
  const features = mkCProduct?.listingSpec?.purchaseSpec?.features ?? mkCProduct?.features;
  if (!Array.isArray(features)) return [];
  const known = new Set(features.map((feature) => feature?.featureName ?? feature?.name));
  const wanted = (offerInfo.mkCFeatures ?? []) as { featureName?: string }[];
  return wanted.flatMap(({ featureName: name }) => (name && !known.has(name) ? [name] : []));
}
