import type { Logger } from 'pino';
import { z } from 'zod';
import { documentHeaders } from '../../files/index.ts';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import { type Answer, RawJson, route } from '../../platform/http/route.ts';
import { linkErrors, linkParameters } from '../../platform/secrets/signed-links.ts';
import {
  BillingInvoice,
  type InvoiceRow,
  invoiceErrors,
  requestMail,
  requireContacts,
  selectInvoice,
} from '../invoices/index.ts';
import { type Content, contentOf, type Printed } from './content.ts';
import { invoiceHtml } from './html.ts';
import { type InvoiceLinks, pagePath, pdfPath } from './links.ts';
import { invoiceMail } from './mail-job.ts';
import { invoicePdf } from './pdf.ts';
import { readMailed, readPrinted } from './read.ts';

export type DocumentDeps = {
  links: InvoiceLinks;
  inOrganization: InOrganization;
  now: () => Date;
  log: Logger;
};

const notFound = invoiceErrors.invoice_not_found.definition;
const opened = {
  method: 'GET',
  group: 'Billing',
  access: 'public',
  hidden: true,
  query: linkParameters,
  response: z.string(),
  errors: [linkErrors.link_invalid.definition, linkErrors.link_expired.definition, notFound],
} as const;

/** The documents of invoices: the mail as it looks, and what its links open. */
export const documentRoutes = (deps: DocumentDeps) => [
  route({
    method: 'GET',
    path: '/org/{orgId}/invoice/{invoiceId}/preview',
    operationId: 'previewInvoiceEmail',
    group: 'Billing',
    summary: 'See the mail of an invoice',
    description: 'The HTML that its contacts are sent when it is issued, as the invoice is now.',
    access: 'billing:read',
    response: z.string(),
    responseDescription: 'The HTML',
    responseExample: '<!doctype html>…',
    errors: [notFound],
    isAnew: true,
    run: {
      kind: 'outside',
      handle: async ({ transaction }, { params }) => {
        const printed = required(await transaction((scope) => readMailed(scope, params.invoiceId)));
        return { body: (await invoiceMail(deps.links, printed)).html };
      },
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/notifyContacts',
    operationId: 'notifyInvoiceContacts',
    group: 'Billing',
    summary: 'Mail an issued invoice once more',
    description:
      'To the contacts that the body names, each by itself; when absent, to all of the buyer, else to the buyer’s own address.',
    access: 'billing:write',
    body: z.array(z.string().max(200)).max(1000),
    example: [],
    response: BillingInvoice,
    responseDescription: 'The invoice',
    errors: [notFound, invoiceErrors.invoice_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(deps.links.show(await mailAgain(scope, params.invoiceId, body))),
      }),
    },
  }),
  route({
    ...opened,
    path: pdfPath,
    operationId: 'downloadInvoicePdf',
    summary: 'An invoice as PDF, by a link that is good for a time',
    responseDescription: 'The PDF',
    run: {
      kind: 'plain',
      handle: async ({ params, query, requestId }) => {
        const linked = deps.links.openPdf(params.invoiceId, query, deps.now());
        const { content, printed } = await read(deps, linked, requestId);
        const name = `invoice-${printed.invoice.number ?? printed.invoice.id}.pdf`;
        const headers = documentHeaders({ name, content_type: 'application/pdf' });
        return {
          headers,
          body: await invoicePdf(content, new Date(printed.invoice.last_update_time), deps.log),
        };
      },
    },
  }),
  route({
    ...opened,
    path: pagePath,
    operationId: 'invoicePage',
    summary: 'The page of an invoice, by a link that is good for a time',
    responseDescription: 'The page',
    run: {
      kind: 'plain',
      handle: async ({ params, query, requestId }) => {
        const linked = deps.links.openPage(params.invoiceId, query, deps.now());
        const { content } = await read(deps, linked, requestId);
        const { pdfUrl } = deps.links.addresses(linked);
        return pageOf(await invoiceHtml(content, { url: pdfUrl }));
      },
    },
  }),
];

/** @throws 400 where it is not issued, or a contact has no address here */
async function mailAgain(
  scope: OrgTransaction,
  id: string,
  contactIds: readonly string[] | undefined,
): Promise<InvoiceRow> {
  const invoice = required((await scope.query<InvoiceRow>(selectInvoice(scope, id)))[0]);
  if (invoice.status !== 'FINALIZED')
    throw invoiceErrors.invoice_state(`The invoice is ${invoice.status}; it must be FINALIZED.`);
  await requireContacts(scope, contactIds);
  await scope.query(requestMail(scope, id, contactIds));
  return invoice;
}

function required<T>(printed: T | undefined): T {
  if (!printed) throw invoiceErrors.invoice_not_found();
  return printed;
}

async function read(
  { inOrganization }: DocumentDeps,
  { organizationId, id }: { organizationId: string; id: string },
  requestId: string,
): Promise<{ printed: Printed; content: Content }> {
  const printed = required(
    await inOrganization(organizationId, requestId, (scope) => readPrinted(scope, id)),
  );
  return { printed, content: contentOf(printed) };
}

/** A page that loads nothing, runs nothing, stands in no frame and is kept by no cache. */
const pageOf = (html: string): Answer => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  },
  body: html,
});
