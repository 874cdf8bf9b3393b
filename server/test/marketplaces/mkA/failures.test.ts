import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../../src/marketplaces/index.ts';
import { createMarketplaceA } from '../../../src/marketplaces/mkA/index.ts';
import { contract, followed, type MkAWorld, newKey, type Seller, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
let productId: string;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('failures');
  productId = seller.addProduct().id;
});
beforeEach(() => world.service.clearFaults());
afterAll(() => world.stop());

let made = 0;
const spec = () => contract(`ofr_${++made}`, productId);
const failureOf = async (call: Promise<unknown>): Promise<MarketplaceError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MarketplaceError);
  return error as MarketplaceError;
};
const create = () => seller.adapter.createOffer(spec(), newKey());

describe('kinds of failures', () => {
  test('too many calls are throttled, for the time that the marketplace requires', async () => {
    world.service.throttleNext('StartChangeSet', { retryAfterS: 7 });
    expect(await failureOf(create())).toMatchObject({ kind: 'throttled', retryAfterMs: 7000 });
    expect(world.service.log.calls.filter(({ outcome }) => outcome === 'ThrottlingException')).toHaveLength(
      1,
    );
  });

  test('a call about an entity that another change has locked is throttled', async () => {
    const { externalId } = await followed(world.service, seller.adapter, await create());
    await seller.adapter.extendOffer(externalId as string, '2092-01-01T00:00:00Z', newKey());
    const locked = seller.adapter.extendOffer(externalId as string, '2093-01-01T00:00:00Z', newKey());
    expect(await failureOf(locked)).toMatchObject({ kind: 'throttled' });
    world.service.settle();
  });

  test.each([
    ['InternalServiceException', 500],
    ['ServiceUnavailable', 503],
  ])(
    'an error %s leaves the outcome of a write unknown, and that of a read unreachable',
    async (code, status) => {
      world.service.failNext('StartChangeSet', { code, status, message: 'broken' });
      expect((await failureOf(create())).kind).toBe('unknown');
      world.service.failNext('DescribeEntity', { code, status, message: 'broken' });
      expect((await failureOf(seller.adapter.readProduct(productId))).kind).toBe('unreachable');
    },
  );

  test('after a lost response the outcome is unknown; the offer is found by its key, or created once by a retry', async () => {
    for (const afterCommit of [true, false]) {
      const [offer, key] = [spec(), newKey()];
      world.service.dropNextAnswer('StartChangeSet', { afterCommit });
      expect((await failureOf(seller.adapter.createOffer(offer, key))).kind).toBe('unknown');
      const found = await seller.adapter.findOffer?.(offer.key);
      expect(found !== undefined).toBe(afterCommit);
      const again = await seller.adapter.createOffer(offer, key);
      expect(found === undefined || found.handle === again.handle).toBe(true);
      world.service.settle();
      const sets = world.service.changeSets().filter(({ name }) => name === `offer:${offer.key}`);
      expect(sets).toHaveLength(1);
    }
  });

  test('an offer whose response was lost the day before is found, although the retry has other content', async () => {
    const [offer, key] = [spec(), newKey()];
    world.service.dropNextAnswer('StartChangeSet', { afterCommit: true });
    await failureOf(seller.adapter.createOffer(offer, key));
    world.service.pass(24 * 3_600_000);
    const again = await followed(world.service, seller.adapter, await seller.adapter.createOffer(offer, key));
    expect(again).toMatchObject({ state: 'DONE' });
    expect(world.service.changeSets().filter(({ name }) => name === `offer:${offer.key}`)).toHaveLength(1);
  });

  test('an offer withdrawn by a call whose response was lost before midnight is withdrawn once', async () => {
    const { externalId = '' } = await followed(world.service, seller.adapter, await create());
    const key = newKey();
    // Advances to a minute before the end of the day.
    const day = 24 * 3_600_000;
    world.service.pass(day - (world.service.now() % day) - 60_000);
    world.service.dropNextAnswer('StartChangeSet', { afterCommit: true });
    expect((await failureOf(seller.adapter.cancelOffer(externalId, key))).kind).toBe('unknown');
    world.service.pass(61_000);
    const again = await seller.adapter.cancelOffer(externalId, key);
    expect(again).toMatchObject({ state: 'RUNNING', externalId });
    expect(await followed(world.service, seller.adapter, again)).toMatchObject({ state: 'DONE' });
    expect(world.service.changeSets().filter(({ name }) => name === `cancel:${key}`)).toHaveLength(1);
  });

  test('a service that does not respond is unreachable', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const connector = createMarketplaceA({
      obtain: () => Promise.reject(new Error('none')),
      now: () => new Date(),
      endpoint: `http://127.0.0.1:${port}`,
    });
    const credentials = { accessKeyId: 'AKIAAAAAAAAAAAAAAAAA', secretAccessKey: 'nothing' };
    const adapter = connector.connect({
      organizationId: 'org_one',
      externalId: 'x',
      settings: { info: {}, credentials },
      takeRate: async () => {},
    });
    expect((await failureOf(adapter.createOffer(spec(), newKey()))).kind).toBe('unreachable');
    expect((await failureOf(adapter.listProducts())).kind).toBe('unreachable');
  });

  test('a refusal has a message that names no vendor', async () => {
    const unknown = contract('ofr_unknown', 'prod-nothing');
    const refused = await failureOf(seller.adapter.createOffer(unknown, newKey()));
    expect(refused.kind).toBe('refused');
    expect(refused.readable).not.toMatch(/aws|amazon/i);
    const stranger = world.newSeller('refused').addProduct().id;
    expect(
      (await failureOf(seller.adapter.createOffer(contract('ofr_foreign', stranger), newKey()))).kind,
    ).toBe('refused');
  });

  test('a wrong clock makes one call unreachable, and is corrected for the next', async () => {
    const late = world.newSeller('late');
    const { id } = late.addProduct();
    expect(await late.adapter.readProduct(id)).toBeDefined();
    world.service.clockSkew(40 * 60_000);
    try {
      expect((await failureOf(late.adapter.readProduct(id))).kind).toBe('unreachable');
      expect(await late.adapter.readProduct(id)).toBeDefined();
    } finally {
      world.service.clockSkew(0);
    }
  });
});

describe('a change that fails later', () => {
  test.each(['INVALID_BUYER_ACCOUNTS', 'TOO_MANY_OFFERS', 'SOMETHING_NEW'])(
    'a change that fails with %s has the code and a message',
    async (code) => {
      world.service.changeSetFails(code, 'An AWS account is wrong.');
      const end = await followed(world.service, seller.adapter, await create());
      expect(end).toMatchObject({ state: 'FAILED', again: false });
      if (end.state !== 'FAILED') return;
      expect(end.code).toBe(`${code}: An AWS account is wrong.`);
      expect(end.readable).not.toMatch(/aws|amazon/i);
      expect(end.readable.length).toBeGreaterThan(30);
    },
  );

  test('a change that failed by the marketplace’s own fault may be requested again', async () => {
    world.service.changeSetBreaks();
    expect(await followed(world.service, seller.adapter, await create())).toMatchObject({
      state: 'FAILED',
      again: true,
    });
  });

  test('a payment whose date passed before the change was processed may be requested again, and then has the new date', async () => {
    const agreed = await followed(world.service, seller.adapter, await create());
    const { id: agreementId } = world.service.buyerAccepts(agreed.externalId as string);
    const day = 24 * 3_600_000;
    const ahead = contract('ofr_ahead', productId, {
      basedOn: { agreementId },
      endTime: '2092-01-01T00:00:00.000Z',
    });
    // Half a minute before the end of the day, so that a change accepted now is processed on the next day.
    world.service.pass(day - (world.service.now() % day) - 30_000);
    const late = await followed(
      world.service,
      seller.adapter,
      await seller.adapter.createOffer(ahead, newKey()),
    );
    expect(late).toMatchObject({
      state: 'FAILED',
      again: true,
      code: expect.stringContaining('CHARGE_DATES'),
    });
    const again = await seller.adapter.createOffer(ahead, newKey());
    expect(await followed(world.service, seller.adapter, again)).toMatchObject({ state: 'DONE' });
  });

  test('a payment whose date passed before the call was made may be requested again, too', async () => {
    const agreed = await followed(world.service, seller.adapter, await create());
    const { id: agreementId } = world.service.buyerAccepts(agreed.externalId as string);
    const { endTime } = { endTime: '2092-01-01T00:00:00.000Z' };
    const ahead = contract('ofr_waits', productId, { basedOn: { agreementId }, endTime });
    const day = 24 * 3_600_000;
    world.service.pass(day - (world.service.now() % day) - 30_000);
    let isOver = false;
    const waiting = world.connect(
      seller,
      seller.externalId,
      {},
      {
        takeRate: async (rate) => {
          if (isOver || !rate.startsWith('startChangeSet')) return;
          isOver = true;
          world.service.pass(60_000);
        },
      },
    );
    const late = await followed(world.service, waiting, await waiting.createOffer(ahead, newKey()));
    expect(isOver).toBe(true);
    expect(late).toMatchObject({ state: 'FAILED', again: true });
    const again = await waiting.createOffer(ahead, newKey());
    expect(await followed(world.service, waiting, again)).toMatchObject({ state: 'DONE' });
  });

  test('a failed change is not found by its key', async () => {
    const offer = spec();
    world.service.changeSetFails('INVALID_BUYER_ACCOUNTS');
    await followed(world.service, seller.adapter, await seller.adapter.createOffer(offer, newKey()));
    expect(await seller.adapter.findOffer?.(offer.key)).toBeUndefined();
    const second = await seller.adapter.createOffer(offer, newKey());
    expect(await seller.adapter.findOffer?.(offer.key)).toMatchObject({ handle: second.handle });
    expect(await followed(world.service, seller.adapter, second)).toMatchObject({ state: 'DONE' });
  });

  test('an unknown change has failed', async () => {
    expect(await seller.adapter.readChange?.('nothing')).toMatchObject({ state: 'FAILED' });
    expect(await seller.adapter.readChange?.('not a handle')).toMatchObject({ state: 'FAILED' });
  });
});

test('calls keep to the rate that replicas share, with the name of the interface', async () => {
  const taken: string[] = [];
  const takeRate = async (api: string) => void taken.push(api);
  const adapter = world.connect(seller, seller.externalId, {}, { takeRate });
  await adapter.createOffer(spec(), newKey());
  expect(taken).toEqual(['describeEntity', 'startChangeSet']);
  const full = () => Promise.reject(new MarketplaceError('full', { kind: 'throttled', retryAfterMs: 300 }));
  const waiting = world.connect(seller, seller.externalId, {}, { takeRate: full });
  expect(await failureOf(waiting.createOffer(spec(), newKey()))).toMatchObject({ retryAfterMs: 300 });
  world.service.settle();
});
