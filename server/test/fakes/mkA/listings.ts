import type { Dimension, Offer, Product, ProductKind, Term } from './catalog/entities.ts';
import type { World } from './server.ts';

export type NewProduct = {
  kind?: ProductKind;
  title?: string;
  visibility?: Product['visibility'];
  fulfillmentUrl?: string;
  hasPublicOffer?: boolean;
  isOlder?: boolean;
  /** Keys; those that begin with `use` are metered, others entitled. */
  dimensions?: readonly (string | Dimension)[];
};

export type NewOffer = {
  name?: string;
  /** The account that it is for; without one it is public. */
  buyer?: string;
  /** YYYY-MM-DD */
  until?: string;
  /** The agreement that it replaces. */
  agreementId?: string;
  terms?: Term[];
};

const dimensionOf = (given: string | Dimension): Dimension =>
  typeof given === 'object'
    ? given
    : {
        Key: given,
        Name: given,
        Description: given,
        Unit: 'Units',
        Types: given.startsWith('use') ? ['ExternallyMetered', 'Metered'] : ['Entitled'],
      };

/** Puts products and offers there as if they had been made in the marketplace's portal. */
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
  /** An offer that is out: for all, or for one buyer. */
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

/** Prices of a product's dimensions: of entitled ones for a year, of metered ones by use. */
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
