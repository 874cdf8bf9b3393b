import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeInvoice, invoiceColumns } from './columns.ts';
import { invoiceErrors } from './errors.ts';
import { BillingInvoice, InvoiceStatusFilter } from './records.ts';
import { selectInvoice } from './store.ts';

const path = '/org/{orgId}/invoice';
const id = (description: string) => z.string().max(200).optional().meta({ description });

export const invoiceRoutes = () => [
  route({
    method: 'GET',
    path,
    operationId: 'listInvoices',
    group: 'Billing',
    summary: 'List invoices',
    description:
      'In order of creation time and id. Those that were DELETED, drafts that were withdrawn, are listed only when asked for.',
    access: 'billing:read',
    query: z.object({
      ...pageParameters(),
      entitlementId: id('Only of this entitlement'),
      buyerId: id('Only of this buyer'),
      status: InvoiceStatusFilter.optional().meta({ description: 'Only in this state' }),
    }),
    response: z.array(BillingInvoice),
    responseDescription: 'The invoices',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId, buyerId, status } = request.query;
        return listBatch(scope, request, {
          table: 'invoice',
          columns: invoiceColumns,
          filters: {
            ...(entitlementId === undefined ? {} : { entitlement_id: entitlementId }),
            ...(buyerId === undefined ? {} : { buyer_id: buyerId }),
            ...(status ? { status } : {}),
          },
          hiddenStatus: 'DELETED',
          encode: encodeInvoice,
        });
      },
    },
  }),
  readRoute({
    path: `${path}/{invoiceId}`,
    operationId: 'getInvoice',
    group: 'Billing',
    summary: 'Get an invoice',
    description: 'One that was withdrawn is answered with the status DELETED.',
    access: 'billing:read',
    response: BillingInvoice,
    responseDescription: 'The invoice',
    select: (scope, { invoiceId }) => selectInvoice(scope, invoiceId),
    missing: invoiceErrors.invoice_not_found,
    encode: encodeInvoice,
  }),
];
