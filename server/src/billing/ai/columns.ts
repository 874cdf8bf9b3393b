import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';

/** Column of each field of an AIInvoice. */
export const aiInvoiceColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['month', 'month', 'text'],
  ['calls', 'calls', 'number'],
  ['usedCents', 'used_cents', 'number'],
  ['creditCents', 'credit_cents', 'number'],
  ['amountCents', 'amount_cents', 'number'],
  ['currency', 'currency', 'text'],
  ['billingEmail', 'billing_email', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'ai_invoice'>;

export type AiInvoiceRow = RowOf<'ai_invoice', ColumnsOf<typeof aiInvoiceColumns>>;

export const encodeAiInvoice = recordEncoder(aiInvoiceColumns);
export const aiInvoiceColumnList = columnList(aiInvoiceColumns, 'i');
