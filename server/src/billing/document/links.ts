import type { Row } from '../../platform/database/statement.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createPageLinks } from '../../platform/secrets/page-links.ts';
import { createSignedLinks, type VersionedTarget } from '../../platform/secrets/signed-links.ts';
import {
  encodeInvoice,
  encodeInvoiceInfo,
  type InvoicePrinter,
  type InvoiceRow,
  type LinkVersions,
  linkVersionOf,
  parseExact,
  printExact,
  type ShownCreditNote,
  taxedCreditNotes,
} from '../invoices/index.ts';

export const pdfPath = '/public/invoice/{invoiceId}/pdf';
export const notePdfPath = '/public/creditNote/{creditNoteId}/pdf';

/** The paths of the pages of invoices: by the link of the record (`spa`), and by the link of a mail (`page`). */
export const invoicePaths = {
  spa: '/spa/invoice',
  page: '/public/invoice/{invoiceId}',
  notePage: '/public/creditNote/{creditNoteId}',
} as const;

const weekMs = 7 * 86_400_000;
/** Shortest validity of a link, in weeks. */
const weeks = 5;

/**
 * Creates signed links to the documents of invoices. The signature replaces a token; a link is valid for at
 * least five weeks, and the link to the page in an invoice’s `info` for a year. A link changes once a week, so that the ETag of an invoice is stable within the week.
 * Links are not stored. Their version is that of the links to the invoice’s buyer.
 */
export function createInvoiceLinks(deps: { vault: Vault; baseUrl: () => string; now: () => Date }) {
  const of = (purpose: string, path: string) =>
    createSignedLinks(deps, { purpose, path: path.replace(/\{\w+\}/, '{id}') });
  const [pdf, page] = [of('invoice pdf', pdfPath), of('invoice page', invoicePaths.page)];
  const [notePdf, notePage] = [
    of('credit note pdf', notePdfPath),
    of('credit note page', invoicePaths.notePage),
  ];
  const spa = createPageLinks(deps, { purpose: 'invoice spa', path: invoicePaths.spa });
  const until = () => new Date((Math.floor(deps.now().getTime() / weekMs) + 1 + weeks) * weekMs);
  const addresses = (linked: VersionedTarget) => ({
    pdfUrl: pdf.link(linked, until()),
    pageUrl: page.link(linked, until()),
  });
  const noteAddresses = (linked: VersionedTarget) => ({
    pdfUrl: notePdf.link(linked, until()),
    pageUrl: notePage.link(linked, until()),
  });
  /**
   * Adds taxes and document links to the credit notes in an invoice’s info. Invoices written by the previous
   * version of the program lack taxes and links.
   */
  const withNotes = (row: Row): Row => {
    const text = String(row.info);
    if (!text.includes('"creditNotes"')) return row;
    const { creditNotes = [], ...info } = parseExact<{ creditNotes?: ShownCreditNote[] }>(text);
    const shown = taxedCreditNotes(row as unknown as InvoiceRow, creditNotes).map((note) => {
      const { pdfUrl, pageUrl } = noteAddresses({ ...linkedOf(row), id: String(note.id) });
      return { ...note, creditNoteURL: pdfUrl, spaUrl: pageUrl };
    });
    return { ...row, info: printExact({ ...info, creditNotes: shown }) };
  };
  /** Adds the page link to an invoice’s info, except for a deleted invoice, which has no page. */
  const withPage = (given: Row): Row => {
    if (given.status === 'DELETED') return given;
    const row = withNotes(given);
    const rest = String(row.info).trim().slice(1, -1).trim();
    const week = new Date(Math.floor(deps.now().getTime() / weekMs) * weekMs);
    const spaUrl = `"spaUrl":${JSON.stringify(spa.link(linkedOf(row), week))}`;
    return { ...row, info: `{${rest ? `${spaUrl},${rest}` : spaUrl}}` };
  };
  const printer: InvoicePrinter = {
    show: (row) => {
      const shown = encodeInvoice(withPage(row));
      if (row.status === 'DELETED') return shown;
      const url = pdf.link(linkedOf(row), until());
      return `{"invoiceURL":${JSON.stringify(url)},${shown.slice(1)}`;
    },
    showInfo: (row) => encodeInvoiceInfo(withPage(row)),
  };
  return {
    addresses,
    noteAddresses,
    openPdf: pdf.open,
    openPage: page.open,
    verifySpa: spa.verify,
    openNotePdf: notePdf.open,
    openNotePage: notePage.open,
    ...printer,
  };
}

/** Returns the record of links to an invoice. */
export const linkedOf = (row: Row & LinkVersions): VersionedTarget => ({
  organizationId: String(row.organization_id),
  id: String(row.id),
  version: linkVersionOf(row),
});

export type InvoiceLinks = ReturnType<typeof createInvoiceLinks>;
