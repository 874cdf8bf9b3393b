import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InvoiceTotal } from '../prices/index.ts';
import type { Taxes, TaxRates } from '../tax/index.ts';
import type { InvoiceRow } from './columns.ts';
import { exactNumber } from './exact-json.ts';
import { type Parties, readParties } from './parties.ts';

/** What taxes an invoice of these parties has. */
export const taxesOf = (rates: TaxRates, { issuer, buyer, language }: Parties): Taxes =>
  rates.of({ seller: issuer, buyer: buyer ?? {}, language });

/** What taxes a draft has, by its parties as they are now. */
export const readTaxes = async (
  scope: OrgTransaction,
  invoice: Pick<InvoiceRow, 'buyer_id' | 'entitlement_id'>,
  rates: TaxRates,
): Promise<Taxes> => taxesOf(rates, await readParties(scope, invoice));

/** Taxes as the info of an invoice has them; what it has none of takes the place of what it had. */
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
