import { expect, test } from 'vitest';
import { overdueCard } from './invoice-list.ts';
import type { InvoiceViewRow } from './views/invoice.ts';

const now = new Date('2027-04-20T10:00:00Z');
const source = {
  links: { addresses: ({ id }: { id: string }) => ({ pageUrl: `/page/${id}`, pdfUrl: `/pdf/${id}` }) },
  organizationId: 'org_1',
};
const row = (number: number, given: Partial<InvoiceViewRow> = {}): InvoiceViewRow => ({
  id: `inv_${number}`,
  number,
  status: 'FINALIZED',
  payment_status: 'PENDING',
  currency: 'USD',
  issue_date: '2027-03-01T00:00:00Z',
  due_date: `2027-03-${String(number).padStart(2, '0')}T00:00:00Z`,
  due_amount: '1000.1',
  paid_amount: '0',
  credited_amount: '0',
  ...given,
});
const textOf = (rows: readonly InvoiceViewRow[]) =>
  overdueCard(source, rows, now)
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .join('');

test('overdue invoices are summed by currency, and the oldest are linked first', () => {
  const text = textOf([
    row(5, { currency: 'EUR' }),
    row(4, { paid_amount: '1000.1' }),
    row(3, { credited_amount: '0.1' }),
    row(2),
    row(1),
  ]);
  expect(text).toContain('4 invoices are overdue: 3,000.20 USD, 1,000.10 EUR in total.');
  expect(text).toContain('The oldest was due on 1 March 2027.');
  expect(text.match(/\/page\/inv_\d/g)).toEqual(['/page/inv_1', '/page/inv_2', '/page/inv_3']);
});

test('the total of a full page is a minimum; an invoice is not overdue on its due date, nor while it is paid', () => {
  expect(textOf(Array.from({ length: 12 }, (_, at) => row(12 - at)))).toContain('At least 12 invoices');
  expect(
    textOf([row(1, { due_date: '2027-04-20T09:00:00Z' }), row(2, { payment_status: 'PROCESSING' })]),
  ).toBe('');
  expect(textOf([row(1, { due_date: '2027-04-19T23:59:00Z' })])).toContain('is overdue: 1,000.10 USD');
});
