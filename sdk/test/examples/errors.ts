import { TradepostError } from '@tradepost/sdk';
import { tradepost } from './client.ts';

try {
  await tradepost.offers.create({ partner: 'MKC', metaInfo: { discount: 20 } });
} catch (error) {
  if (!(error instanceof TradepostError)) throw error;
  console.log(error.status, error.code, error.requestId); // 400 invalid_request req_…
  for (const { pointer, message } of error.errors) console.log(pointer, message);
}
