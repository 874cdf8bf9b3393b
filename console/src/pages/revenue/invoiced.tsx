import { Card } from '../../ui/card.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { Money } from '../../ui/money.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import type { Invoiced } from './sums.ts';

type InvoicedProps = { of: readonly Invoiced[]; currency: string };

/** The invoiced amounts of each marketplace in one currency: net amounts, and the tax separately. */
export function InvoicedByMarketplace({ of, currency }: InvoicedProps) {
  if (of.length === 0) return null;
  const amount = (name: string, read: (row: Invoiced) => number) => ({
    name,
    align: 'end' as const,
    cell: (row: Invoiced) => (
      <span className={row.partner ? '' : 'font-semibold'}>
        <Money of={read(row)} in={currency} />
      </span>
    ),
  });
  return (
    <Card
      title="Invoiced by marketplace"
      help="Invoiced, refunded and net amounts are without tax; net is invoiced less refunds."
      isFlush
    >
      <ShortTable
        label={`Invoiced by marketplace, in ${currency}`}
        isFlush
        rows={of}
        keyOf={({ partner }) => partner ?? ''}
        columns={[
          {
            name: 'Marketplace',
            cell: ({ partner }) =>
              partner ? <Marketplace of={partner} /> : <strong>All marketplaces</strong>,
          },
          amount('Invoiced', ({ invoiced }) => invoiced),
          amount('Refunded', ({ refunded }) => refunded),
          amount('Net', ({ net }) => net),
          amount('Tax', ({ tax }) => tax),
        ]}
      />
    </Card>
  );
}
