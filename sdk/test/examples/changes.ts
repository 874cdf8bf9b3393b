import { answerOf, TradepostError } from '@tradepost/sdk';
import { tradepost } from './client.ts';

const buyer = await tradepost.buyers.create(
  { partner: 'PAYA', companyInfo: { name: 'Example Ltd' } },
  { idempotencyKey: 'crm-account-4711' },
);

const shown = await tradepost.buyers.get(buyer.id);
await tradepost.buyers.update(buyer.id, { customerId: '4711' });
try {
  await tradepost.buyers.update(buyer.id, { customerId: null }, { ifMatch: answerOf(shown)?.etag });
} catch (error) {
  if (!(error instanceof TradepostError && error.code === 'changed_meanwhile')) throw error;
  console.log('The buyer has changed since it was read.');
}
