import { startTestApp } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkA/seller.fixture.ts';
import { startWorld } from '../marketplaces/mkA/world.fixture.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Creates a PROD seller with a product, connected to the local service that simulates marketplace A. */
export async function startSeller({ settings }: { settings?: (bucket: string) => object } = {}) {
  const world = await startWorld();
  const seller = world.service.addSeller();
  seller.addProduct();
  const app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  const productID = await at.connect(settings?.(seller.bucket));

  /** Sells an offer to its buyer. */
  async function sold(name: string): Promise<{ id: string; agreementId: string }> {
    const offer = await at.offer(name, productID);
    await at.pass(10 * minuteMs);
    const { externalID } = await at.call('GET', `offer/${offer.id}`);
    const { id: agreementId } = world.service.buyerAccepts(externalID);
    await at.pass(minuteMs);
    const [{ id }] = await at.call('GET', `entitlement?offerId=${offer.id}`);
    return { id, agreementId };
  }
  return {
    world,
    seller,
    app,
    org,
    at,
    sold,
    stop: async () => {
      await app.stop();
      await world.stop();
    },
  };
}
export type SellerJourney = Awaited<ReturnType<typeof startSeller>>;
