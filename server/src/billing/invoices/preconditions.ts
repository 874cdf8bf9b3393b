import { contactAddresses } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { isMoveAllowed, statesBefore } from '../../platform/records/moves.ts';
import { invoiceErrors } from '../errors.ts';
import type { InvoiceRow } from './columns.ts';
import { type InvoiceStatus, invoiceMoves } from './states.ts';
import { lockInvoice } from './store.ts';

export const invoicesPath = '/org/{orgId}/invoice';

export const invoiceChange = {
  method: 'PATCH',
  group: 'Billing',
  access: 'billing:write',
  condition: { of: `${invoicesPath}/{invoiceId}`, lock: lockRows(['invoice', 'invoiceId']) },
  errors: [invoiceErrors.invoice_not_found.definition, invoiceErrors.invoice_state.definition],
} as const;

export async function lockExisting(scope: OrgTransaction, id: string): Promise<InvoiceRow> {
  const invoice = await lockInvoice(scope, id);
  if (!invoice) throw invoiceErrors.invoice_not_found();
  return invoice;
}

/** Requires that the status allows the move. @throws 400 that names the status and the allowed ones */
export function requireMove({ status }: InvoiceRow, to: InvoiceStatus): void {
  if (isMoveAllowed(invoiceMoves, status, to)) return;
  const before = statesBefore(invoiceMoves, to).join(' or ');
  throw invoiceErrors.invoice_state(`The invoice is ${status}; it must be ${before}.`);
}

/** Requires an e-mail address for each chosen contact. @throws 400 that names the contacts without one */
export async function requireContacts(
  scope: OrgTransaction,
  contactIds: readonly string[] | undefined,
): Promise<void> {
  if (!contactIds) return;
  const found = await contactAddresses(scope, contactIds);
  const findings = contactIds.flatMap((id, index) =>
    found.has(id)
      ? []
      : [{ pointer: `/${index}`, message: 'does not match a contact with an e-mail address' }],
  );
  if (findings.length > 0) throw invalid(findings);
}
