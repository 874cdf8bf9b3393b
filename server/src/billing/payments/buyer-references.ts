import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';

/**
 * What buyers paid. Records of money are moved with their buyers and have no events of that: what they say of money
 * stays the same.
 */
export const paymentReferences: BuyerReferences = {
  repointBuyers: async (scope, from, to) => {
    const values = [scope.organizationId, from, to, scope.now];
    await scope.query({
      name: 'repoint_payment_transactions',
      text: `UPDATE payment_transaction SET buyer_id = $3, last_update_time = $4
             WHERE organization_id = $1 AND buyer_id = ANY ($2)`,
      values,
    });
  },
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query({
      name: 'find_open_payment_of_buyer',
      text: `SELECT t.id FROM payment_transaction t WHERE t.organization_id = $1 AND t.buyer_id = $2
               AND t.status IN ('PENDING', 'PROCESSING') LIMIT 1`,
      values: [scope.organizationId, buyerId],
    });
    return rows.length > 0;
  },
  held: buyerErrors.buyer_has_invoices,
  dropContact: async () => {},
};
