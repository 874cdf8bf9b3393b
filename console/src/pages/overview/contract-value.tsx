import type { Overview } from '@tradepost/sdk';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { ShortTable } from '../../ui/short-table.tsx';

type Value = Overview['entitlements']['contractValue'][number];
type Line = { name: ReactNode; key: string; amountOf: (value: Value) => number | undefined };

const total: Line = { name: <strong>All years</strong>, key: 'total', amountOf: ({ amount }) => amount };

/** The committed amounts of the terms in force, by calendar year, with a column for each currency. */
export function ContractValue({ of }: { of: readonly Value[] }) {
  if (of.length === 0) return null;
  const years = [...new Set(of.flatMap((value) => value.years.map(({ year }) => year)))].sort(
    (a, b) => a - b,
  );
  const lines: Line[] = years.map((year) => ({
    name: year,
    key: String(year),
    amountOf: ({ years: own }) => own.find((one) => one.year === year)?.amount,
  }));
  return (
    <Card
      title="Contract value in force, by year"
      help="The commits of current terms, split over calendar years by their days. The annual contract value instead converts each commit to one year, whatever the length of its term."
      isFlush
    >
      <ShortTable
        label="Contract value in force, by year"
        isFlush
        rows={[...lines, total]}
        keyOf={({ key }) => key}
        columns={[
          { name: 'Year', cell: ({ name }) => name },
          ...of.map((value) => ({
            name: value.currency,
            align: 'end' as const,
            cell: ({ key, amountOf }: Line) => (
              <span className={key === total.key ? 'font-semibold' : ''}>
                <Money of={amountOf(value)} in={value.currency} />
              </span>
            ),
          })),
        ]}
      />
    </Card>
  );
}
