import type { Connection, MarketplaceAdapter } from '../../../src/marketplaces/index.ts';
import { createMarketplaceB } from '../../../src/marketplaces/mkB/index.ts';
import type { NewProduct } from '../../fakes/mkB/door.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import { type MkB, startMkB } from '../../fakes/mkB/server.ts';

export const startTime = '2031-05-12T10:20:00.000Z';
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

type Credentials = { tenantId: string; clientId: string; clientSecret: string };

/** The settings of an integration that signs in with a secret. */
export const settingsOf = (
  { tenantId, clientId, clientSecret }: Credentials,
  more: Record<string, unknown> = {},
): Connection['settings'] => ({
  info: { mkBIntegration: { tenantID: tenantId, clientID: clientId, ...more } },
  credentials: { clientSecret },
});

/** Plans of most tests: one by seat, one with a flat price, both with the dimension calls. */
export const plans: NewProduct['plans'] = [
  { planId: 'seats', displayName: 'Seats', isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 },
  { planId: 'flat', displayName: 'Flat' },
];

/** Starts the local service, and the adapters of sellers. The clock is fixed unless a test passes time. */
export async function startWorld({ now = () => Date.parse(startTime) } = {}) {
  const service = await startMkB({ now });
  const connector = createMarketplaceB({ now: () => new Date(service.now()), endpoint: service.url });
  /** Connects an organization with settings. */
  const connect = (settings: Connection['settings'], more: Partial<Connection> = {}): MarketplaceAdapter =>
    connector.connect({
      organizationId: 'org_one',
      externalId: 'tp_external',
      settings,
      takeRate: async () => {},
      ...more,
    });
  const newSeller = () => {
    const seller = service.addSeller();
    return { ...seller, adapter: connect(settingsOf(seller)), settings: settingsOf(seller) };
  };
  return { service, connector, connect, newSeller, stop: () => service.stop() };
}
export type MkBWorld = Awaited<ReturnType<typeof startWorld>>;
export type Seller = ReturnType<MkBWorld['newSeller']>;

/** Buys two seats of a product. The purchase waits for the seller, unless it is active. */
export function purchaseOf(service: MkB, product: Product, { isActive = true } = {}) {
  const one = service.buyerPurchases(product, { planId: 'seats', quantity: 2 });
  if (isActive) service.becomesSubscribed(one);
  return one;
}

/** Returns the number of calls of an operation that reached the service. */
export const callsOf = (service: MkB, operation: string): number =>
  service.log.calls.filter((call) => call.operation === operation).length;

/** Returns the kind of the error with which a call fails. */
export const kindOf = (call: Promise<unknown> | undefined): Promise<string> =>
  Promise.resolve(call).then(
    () => 'done',
    (error: { kind?: string }) => error.kind ?? 'broken',
  );
