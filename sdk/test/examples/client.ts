import { createTradepost } from '@tradepost/sdk';

export const tradepost = createTradepost({
  baseUrl: process.env.TRADEPOST_URL ?? 'http://127.0.0.1:8080',
  organization: process.env.TRADEPOST_ORG,
  clientId: process.env.TRADEPOST_CLIENT_ID,
  clientSecret: process.env.TRADEPOST_CLIENT_SECRET,
});
