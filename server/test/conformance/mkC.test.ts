import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { specOf } from '../marketplaces/mkC/private-offers.fixture.ts';
import { activate, type MkCWorld, type Seller, startWorld } from '../marketplaces/mkC/world.fixture.ts';
import { conforms, type World } from './suite.ts';

const hourMs = 3_600_000;
let real: MkCWorld;
let seller: Seller;
let stranger: Seller;
let product: ReturnType<Seller['addProduct']>;
beforeAll(async () => {
  real = await startWorld();
  [seller, stranger] = await Promise.all([real.newSeller(), real.newSeller()]);
  product = seller.addProduct({ plans: [{ name: 'gold', isUsageBased: true }, { name: 'silver' }] });
});
afterAll(() => real.stop());

describe('marketplace C', () => {
  const world: World = {
    partner: 'MKC',
    adapter: () => seller.adapter,
    stranger: () => stranger.adapter,
    accepted: (key) => ({ ...specOf(product.externalName), key }),
    refused: (key) => ({ ...specOf(product.externalName, { currency: 'EUR' }), key }),
    agreement: async (waits) => {
      const { id } = waits ? real.service.buyerPurchases(product) : await activate(real, seller, product);
      return id;
    },
    settle: () => real.service.settle(),
    now: async () => new Date(real.service.now()),
    pass: (seconds) => real.service.pass(seconds * 1000),
    dimension: 'requests',
    // The marketplace accepts the usage of an hour after the hour only.
    usageHour: (now) => new Date(Math.floor(now.getTime() / hourMs) * hourMs - hourMs),
    acceptsGaps: true,
    hidesOfferUrls: true,
    notification: ({ externalId }) => ({
      method: 'PULL',
      query: '',
      headers: {},
      rawBody: JSON.stringify({
        messageId: randomUUID(),
        data: Buffer.from(
          JSON.stringify({
            eventId: randomUUID(),
            eventType: 'ENTITLEMENT_ACTIVE',
            entitlement: { id: externalId },
          }),
        ).toString('base64'),
      }),
    }),
  };
  conforms(world);
});
