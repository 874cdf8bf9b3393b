import { startMkB } from '../../../fakes/mkB/server.ts';
import type { Chance } from '../../seeded.ts';
import type { World } from '../world.ts';

/** Starts the local service of marketplace B with a seller and a product. */
export async function startSide(chance: Chance) {
  const service = await startMkB({ seed: String(chance.seed) });
  // The schema and the pages of the vendor disagree about this.
  service.withdrawsCustomerOffers(chance.below(2) === 0);
  const seller = service.addSeller();
  const product = seller.addProduct({
    plans: [
      { planId: 'seats', displayName: 'Seats', isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 },
      { planId: 'flat', displayName: 'Flat' },
      { planId: 'pro', displayName: 'Pro' },
    ],
  });
  const { tenantId: tenantID, clientId: clientID, clientSecret } = seller;
  return {
    partner: 'MKB' as const,
    endpoint: service.url,
    service,
    seller,
    product,
    integration: { credentials: { clientSecret }, info: { mkBIntegration: { tenantID, clientID } } },
    moveTo: (url: string, organizationId: string) =>
      service.configure(product, { webhook: `${url}/marketplaces/MKB/notifications/${organizationId}` }),
    hold: service.holdNotifications,
    release: service.letNotificationsGo,
    unread: (): unknown[] => [],
  };
}
export type SideB = Awaited<ReturnType<typeof startSide>>;
export type WorldB = World<SideB>;
