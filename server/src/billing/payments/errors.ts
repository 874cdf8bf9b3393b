import { defineErrors } from '../../platform/errors.ts';

export const paymentErrors = defineErrors({
  payment_transaction_not_found: [404, 'There is no such payment transaction'],
  payment_transaction_state: [400, 'The payment transaction is in a state in which this cannot be done'],
  no_means_of_payment: [400, 'The buyer has nothing to pay the invoice with'],
});
