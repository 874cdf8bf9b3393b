import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { type Discount, discountsOn } from './discount.ts';
import { total } from './fee.ts';

/** What an invoice says beside its lines. */
export type Adjustments = {
  /** What was paid as commit that this usage is part of (R61). */
  deductible?: Exact | undefined;
  discount?: Discount | undefined;
  minimum?: Exact | undefined;
  /** Of each tax, in percent. */
  taxPercents?: readonly Exact[] | undefined;
};

/** The sums of an invoice, each in whole coins: due is subtotal less discount, more what is missing, more taxes. */
export type InvoiceTotal = {
  /** What of the lines a commit has paid. */
  deducted: Exact;
  /** The lines less what is deducted. */
  subtotal: Exact;
  discount: Exact;
  /** What the least amount of the invoice adds. */
  missing: Exact;
  taxes: Exact[];
  due: Exact;
};

/** Sums an invoice up: its rounded lines, what a commit has paid of them, the discount, the least amount, taxes. */
export function invoiceTotal(
  lines: readonly { amount: Exact }[],
  { deductible, discount: given, minimum, taxPercents = [] }: Adjustments,
  currency: string,
): InvoiceTotal {
  const nothing = new Exact(0);
  const charged = total(lines.map(({ amount }) => amount));
  const deducted = Exact.max(nothing, Exact.min(charged, deductible ?? nothing));
  const subtotal = charged.minus(deducted);
  const discount = roundTo(currency, total(discountsOn([subtotal], given)));
  const left = subtotal.minus(discount);
  const missing = Exact.max(nothing, roundTo(currency, minimum ?? nothing).minus(left));
  const taxable = left.plus(missing);
  const taxes = taxPercents.map((percent) => roundTo(currency, taxable.times(percent).dividedBy(100)));
  return { deducted, subtotal, discount, missing, taxes, due: taxable.plus(total(taxes)) };
}
