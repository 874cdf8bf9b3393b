import type { Dimension, Offer, Product, ProductKind, Term } from './catalog/entities.ts';
import type { World } from './server.ts';

export type NewProduct = {
  kind?: ProductKind;
  title?: string;
  visibility?: Product['visibility'];
  fulfillmentUrl?: string;
  hasPublicOffer?: boolean;
  isOlder?: boolean;
  /**
   * Dimension keys. Keys that begin with `use` or are instance types of a model are metered; all others are
   * entitled.
   */
  dimensions?: readonly (string | Dimension)[];
};

export type NewOffer = {
  name?: string;
  /** The buyer's account; absent for a public offer. */
  buyer?: string;
  /** Last day of acceptance, YYYY-MM-DD. */
  until?: string;
  /** The agreement that the offer replaces. */
  agreementId?: string;
  terms?: Term[];
};

const dimensionOf = (given: string | Dimension): Dimension =>
  typeof given === 'object' ? given : { Key: given, Name: given, Description: given, ...unitOf(given) };

/** Returns the metered units of a model: host hours or inferences. */
function unitOf(key: string): Pick<Dimension, 'Unit' | 'Types'> {
  if (key === 'm.i.c') return { Unit: 'Requests', Types: ['Metered'] };
  if (/^ml\..*\.(m\.i\.[br]|a\.t)$/.test(key)) return { Unit: 'HostHrs', Types: ['Metered'] };
  return { Unit: 'Units', Types: key.startsWith('use') ? ['ExternallyMetered', 'Metered'] : ['Entitled'] };
}

/** Creates the functions that create products and offers, as the marketplace's portal does. */
export function createListings({ ids, clock, entities }: Pick<World, 'ids' | 'clock' | 'entities'>) {
  const addProduct = (owner: string, given: NewProduct = {}): Product => {
    const product: Product = {
      id: ids.product(),
      owner,
      revision: 1,
      createdAtMs: clock.now(),
      modifiedAtMs: clock.now(),
      kind: given.kind ?? 'SaaSProduct',
      title: given.title ?? 'Product',
      productCode: ids.productCode(),
      visibility: given.visibility ?? 'Limited',
      manufacturer: `Manufacturer ${owner}`,
      shortDescription: 'A product',
      dimensions: (given.dimensions ?? ['seats', 'usedHours']).map(dimensionOf),
      deliveryOptionId: `do-${ids.word(13)}`,
      fulfillmentUrl: given.fulfillmentUrl,
      hasPublicOffer: given.hasPublicOffer ?? true,
      isOlder: given.isOlder ?? false,
    };
    entities.put(product);
    return product;
  };
  /** Creates a released offer, either public or for one buyer. */
  const addOffer = (
    product: Product,
    { name = 'Offer', buyer, until = '2099-12-31', agreementId, terms }: NewOffer = {},
  ) => {
    const offer: Offer = {
      id: ids.offer(),
      owner: product.owner,
      revision: 1,
      createdAtMs: clock.now(),
      modifiedAtMs: clock.now(),
      releasedAtMs: clock.now(),
      kind: 'Offer',
      state: 'Released',
      name,
      description: name,
      productId: product.id,
      pricingModel: 'Contract',
      targeting: buyer === undefined ? {} : { PositiveTargeting: { BuyerAccounts: [buyer] } },
      ...(buyer !== undefined && { availabilityEndDate: until }),
      ...(agreementId !== undefined && { agreementId }),
      terms: terms ?? termsFor(product),
    };
    entities.put(offer);
    return offer;
  };
  return { addProduct, addOffer };
}

/**
 * Returns price terms for a product's dimensions: entitled dimensions for a year, metered dimensions by
 * usage.
 */
function termsFor({ dimensions }: Product): Term[] {
  const isMetered = ({ Types }: Dimension) => Types.some((type) => /Metered$/.test(type));
  const rates = (which: readonly Dimension[], Price: string) =>
    which.map(({ Key }) => ({ DimensionKey: Key, Price }));
  const [metered, entitled] = [dimensions.filter(isMetered), dimensions.filter((one) => !isMetered(one))];
  const choice = { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' };
  const year = { Type: 'Duration', Value: 'P12M' };
  const ahead = [{ Selector: year, Constraints: choice, RateCard: rates(entitled, '100.00') }];
  const byUse = [{ RateCard: rates(metered, '0.10') }];
  return [
    ...(entitled.length > 0
      ? [{ Type: 'ConfigurableUpfrontPricingTerm', CurrencyCode: 'USD', RateCards: ahead }]
      : []),
    ...(metered.length > 0 ? [{ Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: byUse }] : []),
    { Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] },
    { Type: 'SupportTerm', RefundPolicy: 'None.' },
  ];
}
