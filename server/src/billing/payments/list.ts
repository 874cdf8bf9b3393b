import { z } from 'zod';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { paymentErrors } from '../errors.ts';
import { BillingPaymentStatus } from '../invoices/index.ts';
import { encodeTransaction, transactionColumns } from './columns.ts';
import { BillingPaymentTransaction, BillingPaymentTransactionType } from './records.ts';
import { pathOfRefunds } from './refund.ts';
import { selectOfBuyer } from './store.ts';

const id = (description: string) => z.string().max(200).optional().meta({ description });
const columns = transactionColumns.map(([, column]) => column);

export const listTransactionsRoute = route({
  method: 'GET',
  path: '/org/{orgId}/paymentTransaction',
  operationId: 'listPaymentTransactions',
  group: 'Billing',
  summary: 'List payment transactions',
  description: 'Charges and refunds, sorted by creation time and id.',
  access: 'billing:read',
  query: z.object({
    ...pageParameters(),
    buyerId: id('Only transactions of this buyer'),
    entitlementId: id('Only transactions of this entitlement'),
    invoiceId: id('Only transactions of this invoice'),
    status: BillingPaymentStatus.optional().meta({ description: 'Only transactions with this status' }),
    type: BillingPaymentTransactionType.optional().meta({ description: 'Only transactions of this type' }),
  }),
  response: z.array(BillingPaymentTransaction),
  responseDescription: 'A page of payment transactions',
  run: {
    kind: 'batch',
    batch: (scope, request) => {
      const { buyerId, entitlementId, invoiceId, status, type } = request.query;
      return listBatch(scope, request, {
        table: 'payment_transaction',
        columns,
        filters: {
          buyer_id: buyerId,
          entitlement_id: entitlementId,
          invoice_id: invoiceId,
          status,
          type,
        },
        encode: encodeTransaction,
      });
    },
  },
});

export const listRefundsRoute = listUnderRoute({
  path: pathOfRefunds,
  operationId: 'listRefundOfPaymentTransaction',
  group: 'Billing',
  summary: 'List the refunds of a charge',
  description: 'Sorted by creation time and id; failed refunds are included.',
  access: 'billing:read',
  query: z.object(pageParameters()),
  response: z.array(BillingPaymentTransaction),
  responseDescription: 'A page of refunds',
  parent: {
    select: (scope, { buyerId, paymentTransactionId }) => selectOfBuyer(scope, buyerId, paymentTransactionId),
    missing: paymentErrors.payment_transaction_not_found,
  },
  list: (_, { params }) => ({
    table: 'payment_transaction',
    columns,
    filters: { parent_id: params.paymentTransactionId },
    encode: encodeTransaction,
  }),
});
