import { createTradepost } from '@tradepost/sdk';
import { renew, session } from './session.ts';

export const tradepost = createTradepost({
  baseUrl: session.baseUrl,
  token: (rejected) => (rejected === undefined ? session.token : renew(rejected)),
});
for (const { id, name } of await tradepost.organizations.list()) {
  const members = await tradepost.in(id).members.list();
  console.log(name, members.length);
}
