import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type InvoiceTotal, invoiceTotal } from '../prices/index.ts';
import type { Taxes, TaxRates } from '../tax.ts';
import type { InvoiceRow } from './columns.ts';
import type { Deduction } from './deductions.ts';
import { exactNumber } from './exact-json.ts';
import { type Parties, readParties } from './parties.ts';

/** Fields of an invoice that its totals depend on. */
type TotalsInput = {
  currency: string;
  discount_type: string | null;
  discount_value: string | null;
  /** JSON text. */
  deductions: string;
};

/** Computes the totals of an invoice: fees, less paid commits, less the overall discount, plus taxes. */
export function totalOf(
  fees: readonly { amount: string }[],
  invoice: TotalsInput,
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

/** Columns that store the totals. */
export const totalColumns = ({ deducted, subtotal, discount, taxes, due }: InvoiceTotal) => ({
  subtotal_amount: subtotal.toFixed(),
  discount_amount: discount.toFixed(),
  tax_amount: taxes.reduce((sum, tax) => sum.plus(tax), new Exact(0)).toFixed(),
  due_amount: due.toFixed(),
  deducted_commit_amount: deducted.toFixed(),
});

/** Taxes of an invoice between these parties. */
export const taxesOf = (rates: TaxRates, { issuer, buyer, language }: Parties): Taxes =>
  rates.of({ seller: issuer, buyer: buyer ?? {}, language });

/** Reads the taxes of a draft, from its current parties. */
export const readTaxes = async (
  scope: OrgTransaction,
  invoice: Pick<InvoiceRow, 'buyer_id' | 'entitlement_id'>,
  rates: TaxRates,
): Promise<Taxes> => taxesOf(rates, await readParties(scope, invoice));

/** Formats taxes for an invoice’s info. Undefined fields clear previous values. */
export const shownTaxes = ({ taxes, note }: Taxes, { taxes: amounts }: InvoiceTotal): object => ({
  taxes:
    taxes.length === 0
      ? undefined
      : taxes.map(({ name, percent }, index) => ({
          name,
          percent: exactNumber(percent),
          amount: exactNumber(amounts[index] ?? percent.times(0)),
        })),
  taxNote: note,
});
