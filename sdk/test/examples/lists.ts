import { answerOf } from '@tradepost/sdk';
import { tradepost } from './client.ts';

const page = await tradepost.offers.list({ status: ['ACCEPTED'], order: 'desc', limit: 20, count: true });
console.log(page.length, answerOf(page)?.total);

for await (const entitlement of tradepost.entitlements.list({ partner: 'MKA' }))
  console.log(entitlement.name, entitlement.status);
