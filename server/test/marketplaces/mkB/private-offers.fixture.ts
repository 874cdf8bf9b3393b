import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import type { MkB } from '../../fakes/mkB/server.ts';
import type { Seller } from './world.fixture.ts';

export const account = 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31';
export const commit = { key: 'silver', rate: 1200, length: 1, timeUnit: 'YEAR' };

export const portOf = ({ adapter }: Seller) => adapter as Required<MarketplaceAdapter>;

/** Creates the specification of an offer for seats of a product. */
export const specOf = (
  product: Product,
  info: Record<string, unknown> = {},
  more: Partial<OfferSpec> = {},
): OfferSpec => ({
  key: 'ofr_01m7z53rfeexsaxs9hq5zzmybg',
  name: 'Seats for Globex',
  offerType: 'PRIVATE',
  productId: 'prd_1',
  externalProductId: product.offerId,
  externalBuyerId: account,
  buyerName: 'Globex',
  expireTime: '2031-06-15T23:59:59.999Z',
  endTime: '2032-06-01T00:00:00Z',
  info: { currency: 'USD', commits: [commit], ...info },
  metaInfo: {},
  ...more,
});

/** Polls a change as its job does, until it ends. */
export async function endedBy(
  { mkB, port }: { mkB: MkB; port: Required<MarketplaceAdapter> },
  asked: Promise<Change>,
): Promise<Change> {
  let change = await asked;
  while (change.state === 'RUNNING') {
    await mkB.pass(change.askAgainMs);
    change = await port.readChange(change.handle);
  }
  return change;
}
