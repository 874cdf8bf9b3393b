import { findBuyer, findContacts } from '../buyers/index.ts';
import {
  authorizationsOf,
  isSet,
  type JsonObject,
  type MarketplaceAdapter,
  missingFeatures,
  type OfferSpec,
  offerSetField,
  resaleTypes,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { findProduct, type ProductRow } from '../products/index.ts';
import type { OfferRow } from './columns.ts';
import { amendments, idInName, namesFeatures } from './prepare/relations.ts';
import type { WorkloadOffer } from './records.ts';
import { findReplaced } from './replaced.ts';
import { externalSetOf, findOffer, findOfferByExternalId } from './store.ts';

/** Specification of an offer for an adapter, with its unresolved references. */
export type OfferSpecification = {
  spec: OfferSpec;
  /** Messages, in the order of `unresolvedAt`. */
  unresolved: string[];
  /** JSON pointers of the unresolved references. */
  unresolvedAt: string[];
  /** Where the offer contradicts its product, and features that the product does not have (R26). */
  contradictions: readonly Refusal[];
};

/** An offer to be specified, whether stored or not. */
type OfferToSpecify = Pick<
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

/** Resolves the references of an offer for its marketplace. */
export async function specify(scope: OrgTransaction, offer: OfferToSpecify): Promise<OfferSpecification> {
  const missing: [pointer: string, text: string][] = [];
  const product = offer.product_id ? await findProduct(scope, offer.product_id) : undefined;
  if (offer.product_id && !product) missing.push(['/productID', `Product not found: ${offer.product_id}.`]);
  const buyer = offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined;
  if (offer.buyer_id && !buyer) missing.push(['/buyerID', `Buyer not found: ${offer.buyer_id}.`]);
  const contacts = new Set(offer.contact_ids?.length ? await findContacts(scope, offer.contact_ids) : []);
  for (const [index, id] of (offer.contact_ids ?? []).entries())
    if (!contacts.has(id)) missing.push([`/contactIds/${index}`, `Contact not found: ${id}.`]);
  const productInfo = product && (JSON.parse(product.info) as JsonObject);
  const spec: OfferSpec = {
    key: offer.id,
    name: offer.name ?? undefined,
    offerType: offer.offer_type,
    productId: offer.product_id ?? undefined,
    externalProductId: product?.external_id ?? undefined,
    productInfo,
    externalBuyerId: buyer?.external_id ?? undefined,
    buyerName: buyer?.name ?? undefined,
    expireTime: offer.expire_time ?? undefined,
    endTime: offer.end_time ?? undefined,
    info: offer.info,
    metaInfo: offer.metaInfo,
    basedOn: await basisOf(scope, offer),
    externalSetId: offer.info[offerSetField] ? await externalSetOf(scope, offer.id) : undefined,
  };
  return {
    spec,
    unresolved: missing.map(([, text]) => text),
    unresolvedAt: missing.map(([pointer]) => pointer),
    contradictions: product ? contradictionsOf(offer, product, productInfo ?? {}) : [],
  };
}

type Refusal = { pointer: string; raw: string; readable: string };

/** Finds known reasons why a marketplace cannot accept a private offer, without a call to the marketplace. */
export function refusalsOf(
  partner: string | null,
  contradictions: readonly Refusal[],
  adapter: MarketplaceAdapter | undefined,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (!adapter)
    refusals.push({
      pointer: '/partner',
      raw: `no integration with ${partner}`,
      readable: `The organization has no integration with ${partner}. Connect the marketplace, then create the offer again.`,
    });
  else if (!adapter.describe().privateOffers)
    refusals.push({
      pointer: '/partner',
      raw: `${partner} has no private offers`,
      readable: `The marketplace ${partner} does not support private offers created by sellers. Use a public offer.`,
    });
  return [...refusals, ...contradictions];
}

/** Finds where an offer on a marketplace contradicts its product. */
function contradictionsOf(
  { partner, info }: OfferToSpecify,
  product: Pick<ProductRow, 'partner'>,
  productInfo: JsonObject,
): Refusal[] {
  const found: Refusal[] = missingFeatures(info, productInfo).map(({ field, names }) => ({
    pointer: `/info/${field}`,
    raw: `unknown features: ${names.join(', ')}`,
    readable: withoutFeatures(names),
  }));
  if (product.partner && product.partner !== partner)
    found.push({
      pointer: '/productID',
      raw: `product on ${product.partner}`,
      readable: `The product is sold on ${product.partner}, not on ${partner}. Select a product of ${partner}.`,
    });
  const { currency } = productInfo;
  if (isSet(currency) && isSet(info.currency) && currency !== info.currency)
    found.push({
      pointer: '/info/currency',
      raw: `product in ${currency}`,
      readable: `The product is priced in ${currency}. Set info.currency to ${currency}, or remove it.`,
    });
  return found;
}

const withoutFeatures = (names: readonly string[]): string =>
  `The product has no feature named ${names.join(', ')}. Use names from the product’s feature list.`;

/**
 * Requires that the product has the features of an offer to be published (R26).
 * @throws 400 that lists the unknown features
 */
export async function requireFeatures(scope: OrgTransaction, offer: WorkloadOffer): Promise<void> {
  if (!namesFeatures(offer)) return;
  const product = await findProduct(scope, offer.productID as string);
  const unknown = product ? missingFeatures(offer.info ?? {}, JSON.parse(product.info)) : [];
  if (unknown.length > 0)
    throw invalid(
      unknown.map(({ field, names }) => ({ pointer: `/info/${field}`, message: withoutFeatures(names) })),
    );
}

/** Finds an offer by its id or its marketplace's id. */
export const findNamed = async (scope: OrgTransaction, name: string): Promise<OfferRow | undefined> =>
  (await findOffer(scope, name)) ?? (await findOfferByExternalId(scope, name));

type Based = Pick<OfferToSpecify, 'info' | 'metaInfo' | 'offer_type' | 'partner'>;

/** Reads the marketplace's ids of the offers and agreements on which an offer is based. */
async function basisOf(scope: OrgTransaction, offer: Based): Promise<OfferSpec['basedOn']> {
  const { info, metaInfo, offer_type: offerType, partner } = offer;
  const [amendment] = amendments({ partner, offerType, info, metaInfo });
  if (!amendment) return authorizationOf(scope, offer);
  const { by, name } = amendment;
  // A reseller amends an agreement with a new authorization.
  if (by === 'agreement') return { agreementId: name, ...(await authorizationOf(scope, offer)) };
  if (by === 'upgrade') return { offerId: (await findNamed(scope, name))?.external_id ?? name };
  return { offerId: (await findReplaced(scope, name))?.external_id ?? idInName(name) };
}

/** Reads the authorization of an offer that resells. */
async function authorizationOf(scope: OrgTransaction, offer: Based): Promise<OfferSpec['basedOn']> {
  const [reference] = authorizationsOf(offer);
  if (offer.offer_type !== resaleTypes.resold || !reference) return undefined;
  const received = await findNamed(scope, reference.name);
  return {
    authorizationId: received?.external_id ?? reference.name,
    ...(received ? { authorizationInfo: JSON.parse(received.info) as JsonObject } : {}),
  };
}
