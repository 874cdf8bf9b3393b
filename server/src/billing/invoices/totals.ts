import { Exact } from '../../platform/money-and-time/exact.ts';
import { type InvoiceTotal, invoiceTotal } from '../prices/index.ts';
import type { Taxes } from '../tax/index.ts';
import type { Deduction } from './deductions.ts';

/** What an invoice is summed up of. */
export type Summed = {
  currency: string;
  discount_type: string | null;
  discount_value: string | null;
  /** JSON text. */
  deductions: string;
};

/** Sums an invoice up: its fees, what commits have paid of them, the discount on all, taxes. */
export function totalOf(
  fees: readonly { amount: string }[],
  invoice: Summed,
  { taxes }: Pick<Taxes, 'taxes'>,
): InvoiceTotal {
  const { currency, discount_type: type, discount_value: value } = invoice;
  const deductible = (JSON.parse(invoice.deductions) as Deduction[]).reduce(
    (sum, { amount }) => sum.plus(amount),
    new Exact(0),
  );
  const discount =
    type === null || value === null
      ? undefined
      : { discountType: type as 'PERCENTAGE' | 'ABSOLUTE', value: Number(value) };
  return invoiceTotal(
    fees.map(({ amount }) => ({ amount: new Exact(amount) })),
    { deductible, discount, taxPercents: taxes.map(({ percent }) => percent) },
    currency,
  );
}

/** The columns in which the sums lie. */
export const totalColumns = ({ deducted, subtotal, discount, taxes, due }: InvoiceTotal) => ({
  subtotal_amount: subtotal.toFixed(),
  discount_amount: discount.toFixed(),
  tax_amount: taxes.reduce((sum, tax) => sum.plus(tax), new Exact(0)).toFixed(),
  due_amount: due.toFixed(),
  deducted_commit_amount: deducted.toFixed(),
});
