import type { MarketplaceAdapter } from '../adapter.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { Calls } from './calls.ts';
import { refusal } from './errors.ts';
import type { Procurement } from './procurement/procurement.ts';
import { productOf } from './procurement/records.ts';
import { productIn } from './services.ts';

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

/**
 * Creates the adapter methods for products. The marketplace has no interface for products: they are known from the
 * seller's settings and from orders.
 */
export function createProductPort({ settings }: Pick<Calls, 'settings'>, { list }: Procurement): Port {
  const configured = (): string[] => settings().serviceNames.map(productIn);
  const readProduct = async (externalId: string): Promise<ProductSnapshot | undefined> => {
    const isKnown =
      configured().includes(externalId) ||
      ((await list({ where: { product_external_name: externalId }, pageSize: 1 })).entitlements ?? [])
        .length > 0;
    return isKnown ? show(externalId) : undefined;
  };
  return {
    createProduct: refuse,
    findProduct: async () => undefined,
    publishProduct: refuse,
    readProduct,
    updateProduct: async (externalId, { name }) => {
      if (!(await readProduct(externalId)))
        throw refusal(
          'NOT_FOUND',
          'The marketplace has no orders of this product, and the settings do not name it.',
        );
      // The sign-up URL is set in the portal, and buyers reach the seller's own page through the landing page.
      if (name !== undefined && name !== externalId)
        throw refusal('NOT_SUPPORTED', 'Change the name of the product in the marketplace’s portal.');
    },
    listProducts: async ({ cursor } = {}) => {
      const { entitlements = [], nextPageToken } = await list({ cursor });
      const names = new Set([
        ...(cursor === undefined ? configured() : []),
        ...entitlements.flatMap((one) => productOf(one) ?? []),
      ]);
      return {
        items: [...names].map((externalId) => ({ externalId })),
        cursor: nextPageToken || undefined,
      };
    },
  };
}

const show = (externalId: string): ProductSnapshot => ({
  key: undefined,
  externalId,
  status: 'PUBLIC',
  name: externalId,
  productType: undefined,
  fulfillmentUrl: undefined,
  vendorName: undefined,
  failure: undefined,
  terms: {},
  mirror: {},
});
