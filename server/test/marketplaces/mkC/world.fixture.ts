import type { Connection, MarketplaceAdapter } from '../../../src/marketplaces/index.ts';
import { createMarketplaceC } from '../../../src/marketplaces/mkC/index.ts';
import { startMkC } from '../../fakes/mkC/server.ts';

export const start = '2031-05-12T10:20:00Z';
/** Address of the installation, whose host name is the domain of the products. */
export const baseUrl = 'https://tradepost.example';
export const organizationId = 'org_one';
export const notificationUrl = `${baseUrl}/marketplaces/MKC/notifications/${organizationId}`;

export type Settings = { info?: Record<string, unknown>; credentials?: Record<string, unknown> };

/** Starts the local service and the connector, and creates adapters of sellers. */
export async function startWorld({
  at = start,
  installation = () => baseUrl,
}: {
  at?: string;
  installation?: () => string;
} = {}) {
  const service = await startMkC({ now: () => Date.parse(at) });
  const connector = createMarketplaceC({
    baseUrl: installation,
    now: () => new Date(service.now()),
    endpoint: service.url,
  });
  const connect = (settings: Connection['settings'], more: Partial<Connection> = {}): MarketplaceAdapter =>
    connector.connect({ organizationId, externalId: 'unused', settings, takeRate: async () => {}, ...more });
  /** Creates a seller with a pulled subscription, and its adapter. */
  const newSeller = async ({ info = {}, credentials = {} }: Settings = {}) => {
    const seller = await service.addSeller();
    const subscription = service.addSubscription(seller);
    const settings = {
      info: {
        mkCIntegration: {
          partnerId: seller.providerId,
          pubsubSubscription: subscription.name,
          ...info,
        },
      },
      credentials: { serviceAccountKey: JSON.stringify(seller.keyFile), ...credentials },
    };
    const addProduct = (given: Parameters<typeof seller.addProduct>[0] = {}) =>
      seller.addProduct({ domain: 'tradepost.example', ...given });
    return { ...seller, addProduct, subscription, settings, adapter: connect(settings) };
  };
  return { service, connector, connect, newSeller, stop: () => service.stop() };
}
export type MkCWorld = Awaited<ReturnType<typeof startWorld>>;
export type Seller = Awaited<ReturnType<MkCWorld['newSeller']>>;

/** Returns the kind of the error with which a call fails; `let in` if the call succeeds. */
export const kindOf = (call: Promise<unknown> | undefined): Promise<string> =>
  Promise.resolve(call).then(
    () => 'let in',
    (error: { kind?: string }) => error.kind ?? String(error),
  );

/** Returns the operations that were called since the given number of calls. */
export const operationsSince = ({ service }: MkCWorld, count: number): string[] =>
  service.log.calls.slice(count).map(({ operation }) => operation);

/** Orders a plan, and approves the order. */
export async function activate(
  { service }: MkCWorld,
  { adapter }: Pick<Seller, 'adapter'>,
  product: ReturnType<Seller['addProduct']>,
  wanted: Parameters<MkCWorld['service']['buyerPurchases']>[1] = {},
) {
  const order = service.buyerPurchases(product, wanted);
  await adapter.approveAgreement(order.id);
  await service.settle();
  return order;
}
