import { setTimeout as delay } from 'node:timers/promises';
import { startMkA } from '../../test/fakes/mkA/server.ts';

/** What the marketplace of the bench is told to do; each order is answered before the next one is given. */
export type MarketplaceOrder =
  /** Accounts with a role that asks for one of these external ids each, a queue, and so many offers that nobody has accepted. */
  | { kind: 'sellers'; externalIds: readonly string[]; offers: number }
  /** Buyers accept these offers, one after the other at a steady rate. */
  | { kind: 'accept'; offerIds: readonly string[]; perSecond: number }
  /** How often queues were read since that was asked last. */
  | { kind: 'reads' };

export type Keys = { accessKeyId: string; secretAccessKey: string };
export type Address = { url: string; operator: Keys };
export type MarketplaceSeller = { roleArn: string; queueArn: string; offerIds: string[] };
/** An agreement, and when its events were put into the seller's queue, in milliseconds since 1970. */
export type Accepted = { agreementId: string; at: number };

const buyer = '111122223333';
const mkA = await startMkA();

function addSellers(externalIds: readonly string[], offers: number): MarketplaceSeller[] {
  return externalIds.map((externalId) => {
    const seller = mkA.addSeller({ externalId });
    const product = seller.addProduct({ title: 'Insight', fulfillmentUrl: 'https://seller.example/signup' });
    const offerIds = Array.from(
      { length: offers },
      (_, index) => seller.addOffer(product, { name: `Offer ${index}`, buyer }).id,
    );
    return { roleArn: seller.roleArn, queueArn: seller.queueArn, offerIds };
  });
}

async function accept(offerIds: readonly string[], perSecond: number): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  const began = performance.now();
  for (const [index, offerId] of offerIds.entries()) {
    await delay(Math.max(0, began + (index * 1000) / perSecond - performance.now()));
    const at = Date.now();
    accepted.push({ agreementId: mkA.buyerAccepts(offerId, { dimensions: { seats: 5 } }).id, at });
  }
  return accepted;
}

function countReads(): number {
  const count = mkA.log.count('ReceiveMessage');
  mkA.log.clear();
  return count;
}

process.on('message', async (order: MarketplaceOrder) => {
  if (order.kind === 'sellers') process.send?.(addSellers(order.externalIds, order.offers));
  else if (order.kind === 'accept') process.send?.(await accept(order.offerIds, order.perSecond));
  else process.send?.(countReads());
});
process.on('disconnect', () => process.exit());
const { accessKeyId, secretAccessKey } = mkA.operator;
process.send?.({ url: mkA.url, operator: { accessKeyId, secretAccessKey } } satisfies Address);
