import { setTimeout as delay } from 'node:timers/promises';
import { startMkA } from '../test/fakes/mkA/server.ts';

/** The commands of the bench's marketplace. Each command waits for the response to the previous command. */
export type MarketplaceOrder =
  /**
   * Adds accounts, each with a role that requires one of these external ids, a queue, and unaccepted offers.
   */
  | { kind: 'sellers'; externalIds: readonly string[]; offers: number }
  /** Accepts these offers as buyers, sequentially at a steady rate. */
  | { kind: 'accept'; offerIds: readonly string[]; perSecond: number }
  /** Counts the reads of queues since the previous count. */
  | { kind: 'reads' };

export type Keys = { accessKeyId: string; secretAccessKey: string };
export type Address = { url: string; operator: Keys };
export type MarketplaceSeller = { roleArn: string; queueArn: string; offerIds: string[] };
/** An agreement, and the time in milliseconds at which its events were put into the seller's queue. */
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
