import type { InvoiceIssuer } from './records.ts';

/** Reads the issuer of documents from the row of an organization; by default it has the organization's name. */
export function issuerOf(seller: { name: string; info: string } | undefined): InvoiceIssuer {
  const { invoiceIssuer = {} } = JSON.parse(seller?.info ?? '{}') as { invoiceIssuer?: InvoiceIssuer };
  return { name: seller?.name ?? '', ...invoiceIssuer };
}
