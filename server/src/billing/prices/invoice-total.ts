import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { type Discount, discountsOn } from './dimension.ts';
import { total } from './models.ts';

/** Adjustments to the sum of an invoice’s lines. */
export type Adjustments = {
  /** Paid commit that covers this usage (R61). */
  deductible?: Exact | undefined;
  discount?: Discount | undefined;
  minimum?: Exact | undefined;
  /** Percentage of each tax. */
  taxPercents?: readonly Exact[] | undefined;
};

/**
 * Totals of an invoice, each rounded to the smallest currency unit. `due` is subtotal less discount, plus
 * missing, plus taxes.
 */
export type InvoiceTotal = {
  /** Part of the lines’ amount that a commit covers. */
  deducted: Exact;
  /** Sum of the lines less `deducted`. */
  subtotal: Exact;
  discount: Exact;
  /** Amount that is added to reach the invoice’s minimum. */
  missing: Exact;
  taxes: Exact[];
  due: Exact;
};

/** Computes the totals of an invoice from its rounded lines: deducted commit, discount, minimum, taxes. */
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
