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

describe('a failure is of a kind', () => {
  test('too many calls: throttled, for as long as the marketplace says', async () => {
    world.service.throttleNext('StartChangeSet', { retryAfterS: 7 });
    expect(await failureOf(create())).toMatchObject({ kind: 'throttled', retryAfterMs: 7000 });
    expect(world.service.log.calls.filter(({ outcome }) => outcome === 'ThrottlingException')).toHaveLength(
      1,
    );
  });

  test('an entity that another change has locked: throttled', async () => {
    const { externalId } = await followed(world.service, seller.adapter, await create());
    await seller.adapter.extendOffer(externalId as string, '2092-01-01T00:00:00Z', newKey());
    const locked = seller.adapter.extendOffer(externalId as string, '2093-01-01T00:00:00Z', newKey());
    expect(await failureOf(locked)).toMatchObject({ kind: 'throttled' });
    world.service.settle();
  });

  test.each([
    ['InternalServiceException', 500],
    ['ServiceUnavailable', 503],
  ])('%s: the outcome of a write is not known, that of a read is nothing', async (code, status) => {
    world.service.failNext('StartChangeSet', { code, status, message: 'broken' });
    expect((await failureOf(create())).kind).toBe('unknown');
    world.service.failNext('DescribeEntity', { code, status, message: 'broken' });
    expect((await failureOf(seller.adapter.readProduct(productId))).kind).toBe('unreachable');
  });

  test('an answer that is lost: unknown, and found by the offer’s key or made by the same call again, once', async () => {
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

  test('an answer that was lost the day before is found, though the same offer is asked for in other words now', async () => {
    const [offer, key] = [spec(), newKey()];
    world.service.dropNextAnswer('StartChangeSet', { afterCommit: true });
    await failureOf(seller.adapter.createOffer(offer, key));
    world.service.pass(24 * 3_600_000);
    const again = await followed(world.service, seller.adapter, await seller.adapter.createOffer(offer, key));
    expect(again).toMatchObject({ state: 'DONE' });
    expect(world.service.changeSets().filter(({ name }) => name === `offer:${offer.key}`)).toHaveLength(1);
  });

  test('an offer that was taken back by an answer that was lost before midnight is taken back once', async () => {
    const { externalId = '' } = await followed(world.service, seller.adapter, await create());
    const key = newKey();
    // A minute before the day is over.
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

  test('nobody who listens: unreachable', async () => {
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

  test('what it says no to: refused, in words that name no vendor', async () => {
    const unknown = contract('ofr_unknown', 'prod-nothing');
    const refused = await failureOf(seller.adapter.createOffer(unknown, newKey()));
    expect(refused.kind).toBe('refused');
    expect(refused.readable).not.toMatch(/aws|amazon/i);
    const stranger = world.newSeller('refused').addProduct().id;
    expect(
      (await failureOf(seller.adapter.createOffer(contract('ofr_foreign', stranger), newKey()))).kind,
    ).toBe('refused');
  });

  test('a clock that is wrong: unreachable once, and right from then on', async () => {
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
    'with %s is told with its code, and in words',
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

  test('by the marketplace’s own fault may be asked for again', async () => {
    world.service.changeSetBreaks();
    expect(await followed(world.service, seller.adapter, await create())).toMatchObject({
      state: 'FAILED',
      again: true,
    });
  });

  test('as the day was over on which a payment was asked for, may be asked for again, and is of the new day then', async () => {
    const agreed = await followed(world.service, seller.adapter, await create());
    const { id: agreementId } = world.service.buyerAccepts(agreed.externalId as string);
    const day = 24 * 3_600_000;
    const ahead = contract('ofr_ahead', productId, {
      basedOn: { agreementId },
      endTime: '2092-01-01T00:00:00.000Z',
    });
    // Half a minute before the day is over: what is taken now is prepared on the next one.
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

  test('as the day was over before the call was let in, may be asked for again, too', async () => {
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

  test('and is not what a look-up finds', async () => {
    const offer = spec();
    world.service.changeSetFails('INVALID_BUYER_ACCOUNTS');
    await followed(world.service, seller.adapter, await seller.adapter.createOffer(offer, newKey()));
    expect(await seller.adapter.findOffer?.(offer.key)).toBeUndefined();
    const second = await seller.adapter.createOffer(offer, newKey());
    expect(await seller.adapter.findOffer?.(offer.key)).toMatchObject({ handle: second.handle });
    expect(await followed(world.service, seller.adapter, second)).toMatchObject({ state: 'DONE' });
  });

  test('one that nobody knows has failed', async () => {
    expect(await seller.adapter.readChange?.('nothing')).toMatchObject({ state: 'FAILED' });
    expect(await seller.adapter.readChange?.('not a handle')).toMatchObject({ state: 'FAILED' });
  });
});

test('calls keep to the rate that replicas share, and say by which interface', async () => {
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
