import type { Row } from '../../platform/database/statement.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createSignedLinks } from '../../platform/secrets/signed-links.ts';
import { encodeInvoice, encodeInvoiceInfo, type InvoicePrinter } from '../invoices/index.ts';

export const pdfPath = '/public/invoice/{invoiceId}/pdf';
export const pagePath = '/public/invoice/{invoiceId}';

const weekMs = 7 * 86_400_000;
/** The weeks for which an address is good at least. */
const weeks = 5;

type Linked = { organizationId: string; id: string };

/**
 * Addresses of the documents of invoices, which open without a token for five weeks at least. They are the same for a week, so
 * that what a read shows has one tag meanwhile, and kept nowhere.
 */
export function createInvoiceLinks(deps: { vault: Vault; baseUrl: () => string; now: () => Date }) {
  const of = (purpose: string, path: string) =>
    createSignedLinks(deps, { purpose, path: path.replace('{invoiceId}', '{id}') });
  const [pdf, page] = [of('invoice pdf', pdfPath), of('invoice page', pagePath)];
  const until = () => new Date((Math.floor(deps.now().getTime() / weekMs) + 1 + weeks) * weekMs);
  const addresses = (linked: Linked) => ({
    pdfUrl: pdf.link(linked, until()),
    pageUrl: page.link(linked, until()),
  });
  /** One that was withdrawn has no page. */
  const withPage = (row: Row): Row => {
    if (row.status === 'DELETED') return row;
    const rest = String(row.info).trim().slice(1, -1).trim();
    const spaUrl = `"spaUrl":${JSON.stringify(page.link(linkedOf(row), until()))}`;
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
  return { addresses, openPdf: pdf.open, openPage: page.open, ...printer };
}

const linkedOf = (row: Row): Linked => ({ organizationId: String(row.organization_id), id: String(row.id) });

export type InvoiceLinks = ReturnType<typeof createInvoiceLinks>;
