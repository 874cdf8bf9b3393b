import type { MarketplaceAdapter } from '../adapter.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { Calls } from './calls.ts';
import { isDenied, refusal } from './errors.ts';
import { createProducer } from './private-offers/producer.ts';
import type { Procurement } from './procurement/procurement.ts';
import { idIn, productOf } from './procurement/records.ts';
import { productIn, serviceOf } from './services.ts';

type Port = Pick<
  MarketplaceAdapter,
  'createProduct' | 'findProduct' | 'updateProduct' | 'publishProduct' | 'readProduct' | 'listProducts'
>;

const refuse = async (): Promise<never> => {
  throw refusal(
    'NOT_SUPPORTED',
    'This marketplace does not let sellers create or publish products through its interface. Create the product in the marketplace’s portal.',
  );
};

/** Returns undefined if the service account may not read products: the right is needed for private offers only. */
const noneIfDenied = (error: unknown): undefined => {
  if (isDenied(error)) return undefined;
  throw error;
};

/**
 * Creates the adapter methods for products, which are created in the portal. They are known from the interface for
 * private offers, if the service account may read it, from the seller's settings, and from orders.
 */
export function createProductPort(calls: Calls, { list }: Procurement): Port {
  const producer = createProducer(calls);
  const { settings } = calls;
  const configured = (): string[] => settings().serviceNames.map(productIn);
  const readProduct = async (externalId: string): Promise<ProductSnapshot | undefined> => {
    const service = await producer.readService(serviceOf(externalId, settings())).catch(noneIfDenied);
    const isKnown =
      service !== undefined ||
      configured().includes(externalId) ||
      ((await list({ where: { product_external_name: externalId }, pageSize: 1 })).entitlements ?? [])
        .length > 0;
    return isKnown ? show(externalId, service?.title) : undefined;
  };
  return {
    createProduct: refuse,
    findProduct: async () => undefined,
    publishProduct: refuse,
    readProduct,
    updateProduct: async (externalId, { name }) => {
      const shown = await readProduct(externalId);
      if (!shown)
        throw refusal(
          'NOT_FOUND',
          'The marketplace has no orders of this product, and the settings do not name it.',
        );
      // The sign-up URL is set in the portal, and buyers reach the seller's own page through the landing page.
      if (name !== undefined && ![externalId, shown.name].includes(name))
        throw refusal('NOT_SUPPORTED', 'Change the name of the product in the marketplace’s portal.');
    },
    listProducts: async ({ cursor } = {}) => {
      const { entitlements = [], nextPageToken } = await list({ cursor });
      const services = cursor === undefined ? await producer.listServices().catch(noneIfDenied) : [];
      const names = new Set([
        ...(cursor === undefined ? configured() : []),
        ...(services ?? []).flatMap(({ name }) => (name ? productIn(idIn(name)) : [])),
        ...entitlements.flatMap((one) => productOf(one) ?? []),
      ]);
      return {
        items: [...names].map((externalId) => ({ externalId })),
        cursor: nextPageToken || undefined,
      };
    },
  };
}

const show = (externalId: string, title: string | undefined): ProductSnapshot => ({
  key: undefined,
  externalId,
  status: 'PUBLIC',
  name: title || externalId,
  productType: undefined,
  fulfillmentUrl: undefined,
  vendorName: undefined,
  failure: undefined,
  terms: {},
  mirror: {},
});
