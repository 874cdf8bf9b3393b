import type { Logger } from 'pino';
import { z } from 'zod';
import { documentHeaders } from '../../files/index.ts';
import type { InOrganization } from '../../platform/access/scope.ts';
import { route } from '../../platform/http/route.ts';
import {
  linkErrors,
  type VersionedTarget,
  versionedLinkParameters,
} from '../../platform/secrets/signed-links.ts';
import { invoiceErrors } from '../errors.ts';
import { linkVersionOf, type ShownCreditNote } from '../invoices/index.ts';
import { type Content, contentOf, creditNoteContentOf, type DocumentRecords } from './content.ts';
import { type InvoiceLinks, notePdfPath, pdfPath } from './links.ts';
import { readCreditNote, readPrinted, requireFound } from './read.ts';
import { invoicePdf } from './render.ts';

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
  query: versionedLinkParameters,
  response: z.string(),
  errors: [linkErrors.link_invalid.definition, linkErrors.link_expired.definition, notFound],
} as const;

export const openPdfRoute = (deps: DocumentDeps) =>
  route({
    ...opened,
    path: pdfPath,
    operationId: 'downloadInvoicePdf',
    summary: 'Download an invoice as PDF through a signed link',
    responseDescription: 'PDF document',
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
  });

export const openNotePdfRoute = (deps: DocumentDeps) =>
  route({
    ...opened,
    path: notePdfPath,
    operationId: 'downloadCreditNotePdf',
    summary: 'Download a credit note as PDF through a signed link',
    responseDescription: 'PDF document',
    run: {
      kind: 'plain',
      handle: async ({ params, query, requestId }) => {
        const linked = deps.links.openNotePdf(params.creditNoteId, query, deps.now());
        const { content, note } = await readNote(deps, linked, requestId);
        const name = `credit-note-${note.number}.pdf`;
        return {
          headers: documentHeaders({ name, content_type: 'application/pdf' }),
          body: await invoicePdf(content, new Date(String(note.creationTime)), deps.log),
        };
      },
    },
  });

async function read(
  { inOrganization }: DocumentDeps,
  { organizationId, id, version }: VersionedTarget,
  requestId: string,
): Promise<{ printed: DocumentRecords; content: Content }> {
  const printed = requireFound(
    await inOrganization(organizationId, requestId, (scope) => readPrinted(scope, id)),
  );
  requireVersion(printed, version);
  return { printed, content: contentOf(printed) };
}

/** @throws 404 for a link that was revoked with the links of the buyer */
function requireVersion({ invoice }: DocumentRecords, version: number): void {
  if (linkVersionOf(invoice) !== version) throw linkErrors.link_invalid();
}

async function readNote(
  { inOrganization }: DocumentDeps,
  { organizationId, id, version }: VersionedTarget,
  requestId: string,
): Promise<{ note: ShownCreditNote; content: Content }> {
  const found = await inOrganization(organizationId, requestId, (scope) => readCreditNote(scope, id));
  if (!found) throw invoiceErrors.invoice_not_found();
  requireVersion(found.printed, version);
  return { note: found.note, content: creditNoteContentOf(found.printed, found.note) };
}
