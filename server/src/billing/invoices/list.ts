import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { sortParameter } from '../../platform/lists/sorting.ts';
import { invoiceErrors } from '../errors.ts';
import { gatheredLinkVersions, type InvoicePrinter, invoiceColumns, invoiceSorts } from './columns.ts';
import { invoicesPath } from './preconditions.ts';
import { BillingInvoice, InvoiceStatusFilter } from './records.ts';
import { selectInvoice } from './store.ts';

const id = (description: string) => z.string().max(200).optional().meta({ description });

export const listInvoicesRoute = (printer: InvoicePrinter) =>
  route({
    method: 'GET',
    path: invoicesPath,
    operationId: 'listInvoices',
    group: 'Billing',
    summary: 'List invoices',
    description:
      'Sorted by creation time and id, unless sort names a field. DELETED invoices, which are drafts without fees, are listed only ' +
      'if requested by status.',
    access: 'billing:read',
    query: z.object({
      ...sortParameter(invoiceSorts),
      ...pageParameters(),
      entitlementId: id('Only invoices of this entitlement'),
      buyerId: id('Only invoices of this buyer'),
      status: InvoiceStatusFilter.optional().meta({ description: 'Only invoices with this status' }),
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
          gathered: [gatheredLinkVersions],
          sorts: invoiceSorts,
          filters: {
            ...(entitlementId === undefined ? {} : { entitlement_id: entitlementId }),
            ...(buyerId === undefined ? {} : { buyer_id: buyerId }),
            ...(status ? { status } : {}),
          },
          hiddenStatus: 'DELETED',
          encode: printer.show,
        });
      },
    },
  });

export const getInvoiceRoute = (printer: InvoicePrinter) =>
  readRoute({
    path: `${invoicesPath}/{invoiceId}`,
    operationId: 'getInvoice',
    group: 'Billing',
    summary: 'Get an invoice',
    description: 'A deleted draft is returned with the status DELETED.',
    access: 'billing:read',
    response: BillingInvoice,
    responseDescription: 'The invoice',
    select: (scope, { invoiceId }) => selectInvoice(scope, invoiceId),
    notFound: invoiceErrors.invoice_not_found,
    encode: printer.show,
  });
