import { defineErrors } from '../../platform/errors.ts';

export const walletErrors = defineErrors({
  wallet_not_found: [404, 'There is no such wallet'],
  wallet_state: [400, 'The wallet is in a state in which this cannot be done'],
  wallet_type: [400, 'This cannot be done with a wallet of this type'],
  wallet_in_use: [400, 'A payment with the wallet is under way'],
});
