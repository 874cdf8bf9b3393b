import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { invoiceErrors } from '../errors.ts';
import type { TaxRates } from '../tax.ts';
import type { InvoicePrinter, InvoiceRow } from './columns.ts';
import { redraw } from './drafts.ts';
import type { InvoiceHooks } from './hooks.ts';
import { invoiceChange, invoicesPath, lockExisting } from './preconditions.ts';
import { BillingInvoiceInfo, UpdateInvoiceInfoRequest } from './records.ts';

export const updateInvoiceRoute = (hooks: InvoiceHooks, printer: InvoicePrinter) =>
  route({
    ...invoiceChange,
    path: `${invoicesPath}/{invoiceId}/info`,
    operationId: 'updateInvoiceInfo',
    summary: 'Change a draft invoice',
    description:
      'Changes due date, overall discount or memo. Other fields, and issued invoices, cannot be changed. ' +
      'Absent fields stay as they are.',
    body: UpdateInvoiceInfoRequest,
    example: { discountType: 'PERCENTAGE', discountAmount: 10, memo: 'Thank you' },
    response: BillingInvoiceInfo,
    responseDescription: 'The changed info',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(
          printer.showInfo(await updateInvoiceInfo(scope, params.invoiceId, body, hooks.taxRates)),
        ),
      }),
    },
  });

/**
 * Changes a draft. Absent fields stay, and null removes a field (R8). @throws 400 if it is not a draft, or a
 * value is invalid
 */
async function updateInvoiceInfo(
  scope: OrgTransaction,
  id: string,
  request: UpdateInvoiceInfoRequest,
  rates: TaxRates,
): Promise<InvoiceRow> {
  const invoice = await lockExisting(scope, id);
  if (invoice.status !== 'DRAFT')
    throw invoiceErrors.invoice_state(`The invoice is ${invoice.status}; it must be DRAFT.`);
  const { dueDate, memo } = request;
  const due =
    dueDate === undefined
      ? invoice.due_date
      : dueDate && new Date(millisecondsOf(dueDate) as number).toISOString();
  return redraw(scope, invoice, rates, {
    ...discountOf(invoice, request),
    due_date: due || null,
    memo: memo === undefined ? invoice.memo : memo || null,
  });
}

function discountOf(
  invoice: InvoiceRow,
  { discountType, discountAmount }: UpdateInvoiceInfoRequest,
): Pick<InvoiceRow, 'discount_type' | 'discount_value'> {
  const value = discountAmount === undefined ? numberOf(invoice.discount_value) : discountAmount;
  const given = discountType === undefined ? invoice.discount_type : discountType;
  if (value === null) return { discount_type: given, discount_value: null };
  const type = given ?? 'ABSOLUTE';
  const problem =
    type === 'PERCENTAGE'
      ? value > 100
        ? 'must be at most 100 percent'
        : undefined
      : coinProblem(value, invoice.currency);
  const findings: Finding[] = problem ? [{ pointer: '/discountAmount', message: problem }] : [];
  if (findings.length > 0) throw invalid(findings);
  return { discount_type: type, discount_value: String(value) };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
