import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { type InvoicePrinter, invoiceColumns } from './columns.ts';
import { issueInvoice, updateInvoiceInfo, voidInvoice } from './commands.ts';
import { invoiceErrors } from './errors.ts';
import type { InvoiceHooks } from './hooks.ts';
import {
  BillingInvoice,
  BillingInvoiceInfo,
  InvoiceStatusFilter,
  UpdateInvoiceInfoRequest,
} from './records.ts';
import { selectInvoice } from './store.ts';

const path = '/org/{orgId}/invoice';
const id = (description: string) => z.string().max(200).optional().meta({ description });

const changing = {
  method: 'PATCH',
  group: 'Billing',
  access: 'billing:write',
  condition: { of: `${path}/{invoiceId}`, lock: lockRows(['invoice', 'invoiceId']) },
  errors: [invoiceErrors.invoice_not_found.definition, invoiceErrors.invoice_state.definition],
} as const;

export const invoiceRoutes = (hooks: InvoiceHooks, printer: InvoicePrinter) => [
  ...invoiceReadRoutes(printer),
  route({
    ...changing,
    path: `${path}/{invoiceId}/info`,
    operationId: 'updateInvoiceInfo',
    summary: 'Change the draft of an invoice',
    description:
      'Its due date, the discount on all, its memo: nothing else can be changed, and of an issued invoice nothing. What is ' +
      'absent stays.',
    body: UpdateInvoiceInfoRequest,
    bodyRequired: true,
    example: { discountType: 'PERCENTAGE', discountAmount: 10, memo: 'Thank you' },
    response: BillingInvoiceInfo,
    responseDescription: 'What the invoice is of then',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(
          printer.showInfo(await updateInvoiceInfo(scope, params.invoiceId, body, hooks.taxRates)),
        ),
      }),
    },
  }),
  route({
    ...changing,
    path: `${path}/{invoiceId}/issue`,
    operationId: 'issueInvoice',
    summary: 'Issue an invoice',
    description:
      'Before it is issued by itself; it is to be paid that day, and it cannot be undone. One that was issued is answered as it ' +
      'is. The body names the contacts that it is mailed to; when absent, all of the buyer, else the buyer’s own address.',
    body: z.array(z.string().max(200)).max(1000),
    example: ['con_01m7z53qrwf3raysksbfq2fp2q'],
    response: BillingInvoice,
    responseDescription: 'The issued invoice',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(printer.show(await issueInvoice(scope, params.invoiceId, body, hooks))),
      }),
    },
  }),
  route({
    ...changing,
    path: `${path}/{invoiceId}/void`,
    operationId: 'voidInvoice',
    summary: 'Void an invoice',
    description:
      'Before payment only. What it was of is drafted anew, by an invoice of its own. One that was voided is answered as it is.',
    response: BillingInvoice,
    responseDescription: 'The voided invoice',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(printer.show(await voidInvoice(scope, params.invoiceId))),
      }),
    },
  }),
];

const invoiceReadRoutes = (printer: InvoicePrinter) => [
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
          encode: printer.show,
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
    encode: printer.show,
  }),
];
