import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import {
  contract,
  eventOf,
  followed,
  type MkAWorld,
  newKey,
  type Seller,
  startWorld,
} from '../marketplaces/mkA/world.fixture.ts';
import { conforms, type World } from './suite.ts';

let real: MkAWorld;
let seller: Seller;
let stranger: Seller;
let productId: string;
let otherProductId: string;
beforeAll(async () => {
  real = await startWorld();
  [seller, stranger] = [real.newSeller('conforms'), real.newSeller('stranger')];
  productId = seller.addProduct({ dimensions: ['seats', 'usedHours'] }).id;
  otherProductId = seller.addProduct({ dimensions: ['seats'] }).id;
});
afterAll(() => real.stop());

const info = { dimensions: [{ key: 'usedHours', rate: 0.1 }] };
const sold = (key: string) =>
  contract(key, productId, { info: { ...contract(key, productId).info, ...info } });

describe('marketplace A', () => {
  const world: World = {
    partner: 'MKA',
    adapter: () => seller.adapter,
    stranger: () => stranger.adapter,
    accepted: (key) => contract(key, productId, { expireTime: '2090-01-01T00:00:00.000Z' }),
    refused: (key) => contract(key, productId, { name: 'x'.repeat(151) }),
    inSet: (key, place) =>
      contract(key, place === 0 ? productId : otherProductId, { expireTime: '2090-01-01T00:00:00.000Z' }),
    baseless: (key) =>
      contract(key, productId, {
        basedOn: { agreementId: 'agmt-nothing' },
        endTime: '2092-01-01T00:00:00.000Z',
      }),
    agreement: async () => {
      const change = await seller.adapter.createOffer(sold(randomUUID()), newKey());
      const { externalId = '' } = await followed(real.service, seller.adapter, change);
      const { id } = real.service.buyerAccepts(externalId);
      real.service.settle();
      return id;
    },
    settle: async () => {
      real.service.settle();
    },
    now: async () => new Date(real.service.now()),
    pass: async (seconds) => {
      real.service.pass(seconds * 1000);
    },
    dimension: 'usedHours',
    notification: eventOf,
  };
  conforms(world);
});
