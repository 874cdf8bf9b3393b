import { findBuyer } from '../../buyers/index.ts';
import { organizationName } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { BillingInvoiceInfo, InvoiceRow } from '../invoices/index.ts';
import { selectInvoice } from '../invoices/index.ts';
import type { Printed } from './content.ts';

/** Reads an invoice with all that its documents show; nothing where it is not there, or was withdrawn. */
export async function readPrinted(scope: OrgTransaction, id: string): Promise<Printed | undefined> {
  const [invoice] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  return invoice && invoice.status !== 'DELETED' ? printedOf(scope, invoice) : undefined;
}

/** Reads what the documents of an invoice show beside it: of a draft who issues it and whom it is for are read as they are. */
export async function printedOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<Printed> {
  const info = JSON.parse(invoice.info) as BillingInvoiceInfo;
  return {
    invoice,
    info,
    issuer: info.issuer ?? { name: (await organizationName(scope)) ?? '' },
    buyer: info.buyer ?? (await buyerOf(scope, invoice.buyer_id)),
  };
}

async function buyerOf(scope: OrgTransaction, id: string | null): Promise<{ name?: string }> {
  const buyer = id === null ? undefined : await findBuyer(scope, id);
  return buyer?.name ? { name: buyer.name } : {};
}
