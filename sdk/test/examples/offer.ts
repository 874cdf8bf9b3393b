import { tradepost } from './client.ts';

const { position } = await tradepost.events.read();
const [product] = await tradepost.products.list({ partner: 'MKA', productType: 'CONTRACT' });
if (!product) throw new Error('Synchronize the products of marketplace A first.');
const offer = await tradepost.offers.create({
  partner: 'MKA',
  name: 'First offer',
  productID: product.id,
  expireTime: '2035-12-31',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    buyerMkAAccountIds: ['100000000001'],
    commits: [{ key: 'team', rate: 1200, length: 1, timeUnit: 'YEAR' }],
  },
});
console.log(offer.status); // PENDING_CREATE

for await (const event of tradepost.events.follow({ after: position }))
  if (event.type === 'PENDING_ACCEPTANCE.OFFER' && event.entityID === offer.id) break;

await tradepost.sandbox.acceptOffer(offer.id); // acts as the buyer, in TEST organizations
for await (const event of tradepost.events.follow({ after: position }))
  if (event.type === 'CREATE.ENTITLEMENT' && event.data?.offerID === offer.id) {
    console.log(event.data.status); // ACTIVE
    break;
  }
