import { startMkC } from '../../../fakes/mkC/server.ts';
import type { Chance } from '../../seeded.ts';
import { baseUrl } from '../parts.ts';
import type { World } from '../world.ts';

/** Starts the local service of marketplace C with a seller, a product and a subscription that is pulled. */
export async function startSide(chance: Chance) {
  const service = await startMkC({ seed: String(chance.seed) });
  const seller = await service.addSeller();
  const product = seller.addProduct({
    domain: new URL(baseUrl).hostname,
    plans: [{ name: 'gold', isUsageBased: true }, { name: 'silver', isUsageBased: true }, { name: 'bronze' }],
  });
  const subscription = service.addSubscription(seller);
  return {
    partner: 'MKC' as const,
    endpoint: service.url,
    service,
    seller,
    product,
    integration: {
      credentials: { serviceAccountKey: JSON.stringify(seller.keyFile) },
      info: {
        mkCIntegration: {
          partnerId: seller.providerId,
          pubsubSubscription: subscription.name,
          serviceNames: [product.serviceName],
        },
      },
    },
    unread: () => service.backlog(subscription),
  };
}
export type SideC = Awaited<ReturnType<typeof startSide>>;
export type WorldC = World<SideC>;
