import type { InvoiceLinks } from '../billing/index.ts';
import type { Statement } from '../platform/database/statement.ts';
import { badge, card, pageTable } from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import {
  type BuyerViewInvoice,
  type InvoiceViewRow,
  invoiceViewColumns,
  totalsInWords,
  viewInvoice,
} from './views/invoice.ts';

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

/** The number of overdue invoices that the notice links. */
const mostLinked = 3;

/** Asks the buyer to pay the overdue invoices, with a link to the oldest; nothing without overdue invoices. */
export function overdueCard(
  { links, organizationId }: InvoiceSource,
  rows: readonly InvoiceViewRow[],
  now: Date,
): Html[] {
  const overdue = rows
    .map((row) => viewInvoice(row, now))
    .flatMap(({ id, version, number, overdue }) => (overdue ? [{ id, version, number, ...overdue }] : []))
    .reverse();
  const [oldest, next] = overdue;
  if (!oldest) return [];
  const link = ({ id, version, number }: Pick<BuyerViewInvoice, 'id' | 'version' | 'number'>) =>
    html`<a href="${links.addresses({ organizationId, id, version }).pageUrl}">Invoice ${number}</a>`;
  const text = next
    ? html`<p><strong>${rows.length === most ? 'At least ' : ''}${String(overdue.length)} invoices are overdue: ${totalsInWords(overdue)} in
        total.</strong> The oldest was due on ${oldest.due}.</p>
        <p>Pay: ${overdue.slice(0, mostLinked).map((one) => html` ${link(one)}`)}</p>`
    : html`<p>${link(oldest)} is overdue: ${oldest.amount} was due on ${oldest.due}.</p>`;
  return [html`<section class="note bad" aria-label="Overdue invoices">${text}</section>`];
}

/** Lists invoices with links to their pages and PDFs; nothing without invoices. */
export function invoiceCard(
  { links, organizationId }: InvoiceSource,
  rows: readonly InvoiceViewRow[],
  now: Date,
): Html[] {
  if (rows.length === 0) return [];
  const shown = rows
    .map((row) => viewInvoice(row, now))
    .map(({ id, version, number, issued, amount, state }) => {
      const { pageUrl, pdfUrl } = links.addresses({ organizationId, id, version });
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
