import { z } from 'zod';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import {
  BillingInvoice,
  BillingPaymentStatus,
  type InvoicePrinter,
  invoiceErrors,
} from '../invoices/index.ts';
import { bankPaymentRoutes } from './bank.ts';
import { encodeTransaction, transactionColumns } from './columns.ts';
import { paymentErrors } from './errors.ts';
import { payInvoice } from './pay.ts';
import { BillingPaymentTransaction, BillingPaymentTransactionType } from './records.ts';
import { refund } from './refunds.ts';
import { selectOfBuyer } from './store.ts';

const group = 'Billing';
const id = (description: string) => z.string().max(200).optional().meta({ description });
const columns = transactionColumns.map(([, column]) => column);
const pathOfRefunds = '/org/{orgId}/buyer/{buyerId}/paymentTransaction/{paymentTransactionId}/refund';
const notFound = paymentErrors.payment_transaction_not_found;

/** A positive decimal in a query string. */
const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,8})?$/, 'must be an amount')
  .transform(Number)
  .meta({
    description: 'How much is paid back, in the currency of the charge',
    override: { type: 'number', minimum: 0, maximum: 1e15 },
  });

const reads = () => [
  route({
    method: 'GET',
    path: '/org/{orgId}/paymentTransaction',
    operationId: 'listPaymentTransactions',
    group,
    summary: 'List payment transactions',
    description: 'Charges and refunds, in order of creation time and id.',
    access: 'billing:read',
    query: z.object({
      ...pageParameters(),
      buyerId: id('Only of this buyer'),
      entitlementId: id('Only of this entitlement'),
      invoiceId: id('Only of this invoice'),
      status: BillingPaymentStatus.optional().meta({ description: 'Only in this state' }),
      type: BillingPaymentTransactionType.optional().meta({ description: 'Only of this type' }),
    }),
    response: z.array(BillingPaymentTransaction),
    responseDescription: 'The transactions',
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
  }),
  listUnderRoute({
    path: pathOfRefunds,
    operationId: 'listRefundOfPaymentTransaction',
    group,
    summary: 'List the refunds of a charge',
    description: 'In order of creation time and id, with those that failed.',
    access: 'billing:read',
    query: z.object(pageParameters()),
    response: z.array(BillingPaymentTransaction),
    responseDescription: 'The refunds',
    parent: {
      select: (scope, { buyerId, paymentTransactionId }) =>
        selectOfBuyer(scope, buyerId, paymentTransactionId),
      missing: notFound,
    },
    list: (_, { params }) => ({
      table: 'payment_transaction',
      columns,
      filters: { parent_id: params.paymentTransactionId },
      encode: encodeTransaction,
    }),
  }),
];

export const paymentRoutes = (printer: InvoicePrinter) => [
  route({
    method: 'PATCH',
    path: '/org/{orgId}/invoice/{invoiceId}/pay',
    operationId: 'payInvoice',
    condition: { of: '/org/{orgId}/invoice/{invoiceId}', lock: lockRows(['invoice', 'invoiceId']) },
    group,
    summary: 'Pay an invoice',
    description:
      'Invoices are paid by themselves: by credit of the buyer when they are issued, and by the default wallet when they ' +
      'are due. This does so now, also after that failed. What the payment provider says comes later: until then the ' +
      'payment is PROCESSING, and another call changes nothing.',
    access: 'billing:write',
    response: BillingInvoice,
    responseDescription: 'The invoice',
    errors: [
      invoiceErrors.invoice_not_found.definition,
      invoiceErrors.invoice_state.definition,
      paymentErrors.no_means_of_payment.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(printer.show(await payInvoice(scope, params.invoiceId))),
      }),
    },
  }),
  ...bankPaymentRoutes(),
  ...reads(),
  route({
    method: 'POST',
    path: pathOfRefunds,
    operationId: 'createRefund',
    group,
    summary: 'Refund some of a charge',
    description:
      'As often as something is left of the charge. Credit goes back to its wallet at once; what came by bank the seller sends ' +
      'back by bank, and this says so; of others the payment provider ' +
      'says later what became of it. The invoice stays paid.',
    access: 'billing:write',
    query: z.object({ amount }),
    response: BillingPaymentTransaction,
    responseDescription: 'The refund',
    errors: [notFound.definition, paymentErrors.payment_transaction_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => {
        const { buyerId, paymentTransactionId: transactionId } = params;
        const made = await refund(scope, { buyerId, transactionId }, query.amount);
        return { body: new RawJson(encodeTransaction(made)) };
      },
    },
  }),
];
