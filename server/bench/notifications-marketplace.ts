import { startMkB } from '../test/fakes/mkB/server.ts';

/** A seller's application at the bench's marketplace, and a genuine notification to it. */
export type NotifyingSeller = {
  url: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  authorization: string;
  rawBody: string;
};

const mkB = await startMkB();
const seller = mkB.addSeller();
const one = mkB.buyerPurchases(seller.addProduct());
mkB.becomesSubscribed(one);
mkB.renews(one);
// Without an address, the notification is not sent.
await mkB.sendNotifications();
const { authorization, rawBody } = mkB.lastNotification(one);
const { tenantId, clientId, clientSecret } = seller;
process.on('disconnect', () => process.exit());
process.send?.({
  url: mkB.url,
  tenantId,
  clientId,
  clientSecret,
  authorization,
  rawBody,
} satisfies NotifyingSeller);
