import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, followed, type MkAWorld, newKey, type Seller, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
let productId: string;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('events');
  productId = seller.addProduct({ dimensions: ['seats', 'usedHours'] }).id;
});
afterAll(() => world.stop());

let made = 0;
async function agreed(): Promise<{ offerId: string; id: string }> {
  const info = { ...contract('', '').info, dimensions: [{ key: 'usedHours', rate: 0.1 }] };
  const offer = contract(`ofr_${++made}`, productId, { info });
  const change = await seller.adapter.createOffer(offer, newKey());
  const { externalId: offerId = '' } = await followed(world.service, seller.adapter, change);
  return { offerId, id: world.service.buyerAccepts(offerId).id };
}

describe('events', () => {
  const connect = () => world.connect(seller, seller.externalId, { queueArn: seller.queueArn });
  const empty = async () => {
    const adapter = connect();
    for (;;) {
      const pulled = (await adapter.pullNotifications?.(AbortSignal.timeout(300))) ?? [];
      if (pulled.length === 0) return;
      await adapter.acknowledgeNotifications?.(pulled.map(({ receipt }) => receipt));
    }
  };

  test('events are received from the queue, name the records to read again, and are deleted once acknowledged', async () => {
    await empty();
    const adapter = connect();
    const { offerId, id } = await agreed();
    const subjects: { kind: string; externalId: string }[] = [];
    const ids = new Set<string>();
    for (let turn = 0; turn < 10; turn++) {
      const pulled = (await adapter.pullNotifications?.(AbortSignal.timeout(1000))) ?? [];
      if (pulled.length === 0) break;
      for (const { raw } of pulled) {
        const notification = await adapter.verifyNotification(raw);
        ids.add(notification.id);
        subjects.push(...notification.subjects);
      }
      await adapter.acknowledgeNotifications?.(pulled.map(({ receipt }) => receipt));
    }
    expect(subjects).toContainEqual({ kind: 'AGREEMENT', externalId: id });
    expect(subjects).toContainEqual({ kind: 'OFFER', externalId: offerId });
    expect(subjects.some(({ kind }) => kind === 'CHANGE')).toBe(true);
    expect(world.service.messagesOf(seller.accountId)).toEqual([]);
  });

  test('a redelivered event has the same id', async () => {
    await empty();
    const adapter = connect();
    world.service.deliver({ copies: 2 });
    const { id } = await agreed();
    world.service.deliver({ copies: 1 });
    const seen: string[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const pulled = (await adapter.pullNotifications?.(AbortSignal.timeout(1000))) ?? [];
      if (pulled.length === 0) break;
      for (const { raw } of pulled)
        if (raw.rawBody.includes(id)) seen.push((await adapter.verifyNotification(raw)).id);
      await adapter.acknowledgeNotifications?.(pulled.map(({ receipt }) => receipt));
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBeLessThan(seen.length);
  });

  test('each queue is polled from a second of its own, so that queues are not polled together', async () => {
    const waitsOf = async (name: string) => {
      const one = world.newSeller(name);
      const adapter = world.connect(one, one.externalId, { queueArn: one.queueArn });
      for (let look = 0; look < 2; look++) {
        world.service.injectMessage(one.accountId, '{}');
        await adapter.pullNotifications?.(AbortSignal.timeout(5000));
      }
      return world.service.log
        .of('ReceiveMessage')
        .filter(({ account }) => account === one.accountId)
        .map(({ input }) => (input as { WaitTimeSeconds: number }).WaitTimeSeconds);
    };
    const waits: number[][] = [];
    for (let count = 0; count < 8; count++) waits.push(await waitsOf(`waiting ${count}`));
    expect(waits.map(([, second]) => second)).toEqual(Array.from({ length: 8 }, () => 20));
    expect(new Set(waits.map(([first]) => first)).size).toBeGreaterThan(3);
  });

  test('a wait for events ends with the signal', async () => {
    await empty();
    const stop = new AbortController();
    const waiting = connect().pullNotifications?.(stop.signal);
    stop.abort();
    expect(await waiting).toEqual([]);
  });

  test('events of another seller’s queue are not received', async () => {
    const other = world.newSeller('queue');
    const adapter = world.connect(other, other.externalId, { queueArn: seller.queueArn });
    await expect(adapter.pullNotifications?.(AbortSignal.timeout(2000))).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    // With an access key the account is initially unknown, because the vendor rejects the call.
    const { accessKeyId, secretAccessKey } = other;
    const byKey = world.connector.connect({
      organizationId: 'org_two',
      externalId: 'x',
      settings: {
        info: { mkAIntegration: { queueArn: seller.queueArn } },
        credentials: { accessKeyId, secretAccessKey },
      },
      takeRate: async () => {},
    });
    await expect(byKey.pullNotifications?.(AbortSignal.timeout(2000))).rejects.toBeDefined();
  });
});
