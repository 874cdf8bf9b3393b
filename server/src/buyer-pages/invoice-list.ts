import type { InvoiceLinks } from '../billing/index.ts';
import type { Statement } from '../platform/database/statement.ts';
import { badge, card, pageTable } from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { type InvoiceViewRow, invoiceViewColumns, viewInvoice } from './views/invoice.ts';

/** The creator of links to invoices, and the organization of the invoices. */
export type InvoiceSource = { links: Pick<InvoiceLinks, 'addresses'>; organizationId: string };

/** The number of invoices that a page lists. */
const most = 12;

/** Selects the newest issued invoices of an entitlement or a buyer. */
export const selectInvoicesOf = (
  by: 'entitlement' | 'buyer',
  organizationId: string,
  id: string,
): Statement => ({
  name: `invoices_of_${by}_page`,
  text: `SELECT ${invoiceViewColumns} FROM invoice i
    WHERE i.organization_id = $1 AND i.${by}_id = $2 AND i.status IN ('FINALIZED', 'CANCELED')
    ORDER BY i.creation_time DESC, i.id DESC LIMIT ${most}`,
  values: [organizationId, id],
});

/** Lists invoices with links to their pages and PDFs; nothing without invoices. */
export function invoiceCard(
  { links, organizationId }: InvoiceSource,
  rows: readonly InvoiceViewRow[],
): Html[] {
  if (rows.length === 0) return [];
  const shown = rows.map(viewInvoice).map(({ id, number, issued, amount, state }) => {
    const { pageUrl, pdfUrl } = links.addresses({ organizationId, id });
    return [
      html`<a href="${pageUrl}">Invoice ${number}</a>`,
      issued,
      badge(state.text, state.tone),
      amount,
      html`<a href="${pdfUrl}" aria-label="PDF of invoice ${number}">PDF</a>`,
    ];
  });
  const columns = [
    { name: 'Invoice' },
    { name: 'Issued' },
    { name: 'Payment' },
    { name: 'Amount', isNumber: true as const },
    { name: 'Document' },
  ];
  const heading = rows.length === most ? `Latest ${most} invoices` : 'Invoices';
  return [card(heading, pageTable({ columns, rows: shown }))];
}
