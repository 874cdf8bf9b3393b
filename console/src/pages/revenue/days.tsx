import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RevenueRecord } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { listDailyRevenueRecords } from '../../generated/dailyRevenueRecords.ts';
import { keys, useNow } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Bars } from '../../ui/bars.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/controls.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { Money, money } from '../../ui/money.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Stat } from '../../ui/stat.tsx';
import { Time } from '../../ui/time.tsx';
import { amountColumns } from './columns.tsx';
import { InvoicedByMarketplace } from './invoiced.tsx';
import { barsOf, currenciesOf, invoicedByMarketplace, lastDays, totalsOf } from './sums.ts';

type SummaryProps = { orgId: string; query: Readonly<Record<string, unknown>> };

/** The sums of the listed days in one currency, with bars by marketplace. */
function Summary({ orgId, query }: SummaryProps) {
  const { currency: asked } = useSearch({ strict: false }) as { currency?: string };
  const now = useNow(orgId);
  const isChosen = Boolean(query.startDate || query.endDate);
  const { data = [] } = useQuery({
    queryKey: keys.list(orgId, 'dailyRevenueRecords', { sums: query }),
    queryFn: ({ signal }) => tradepost.in(orgId).dailyRevenueRecords.list(query, { signal }),
    placeholderData: (before) => before,
  });
  const currencies = currenciesOf(data);
  const currency = currencies.find((one) => one === asked) ?? currencies[0];
  if (currency === undefined) return null;
  const own = data.filter((record) => record.currency === currency);
  return (
    <>
      <Totals of={totalsOf(data, currency)} currency={currency} />
      <InvoicedByMarketplace of={invoicedByMarketplace(data, currency)} currency={currency} />
      <Card
        title="Billed to buyers by day"
        help={`${isChosen ? 'Of the chosen time' : 'Of the last 30 days'}, as marketplaces report it; without direct sales.`}
        actions={<Currency value={currency} currencies={currencies} />}
      >
        <Bars
          title={`Billed to buyers by day, in ${currency}`}
          groups={barsOf(
            own,
            'day',
            ({ partner }) => marketplaceName(partner),
            (record) => record.amount,
            isChosen || !now ? undefined : lastDays(now),
          )}
          format={(value) => money(value, currency)}
        />
      </Card>
    </>
  );
}

type TotalsProps = { of: ReturnType<typeof totalsOf>; currency: string };

/** The sums in one currency. */
function Totals({ of, currency }: TotalsProps) {
  const { gross, fee, invoiced, collectable, disbursed, tax } = of;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat
        label="Billed to buyers"
        value={<Money of={gross} in={currency} />}
        note="Without tax, after refunds"
      />
      <Stat
        label="After the marketplace’s fee"
        value={<Money of={collectable} in={currency} />}
        note={
          <>
            Fee: <Money of={fee} in={currency} />
          </>
        }
      />
      <Stat
        label="Invoiced"
        value={<Money of={invoiced} in={currency} />}
        note={
          <>
            Without tax, before refunds
            {tax !== 0 && (
              <p>
                Tax: <Money of={tax} in={currency} />
              </p>
            )}
          </>
        }
      />
      <Stat
        label="Paid out"
        value={<Money of={disbursed} in={currency} />}
        note="With the tax that you collect"
      />
    </div>
  );
}

type CurrencyProps = { value: string; currencies: readonly string[] };

/** The choice of the currency, if there are several. */
function Currency({ value, currencies }: CurrencyProps) {
  const navigate = useNavigate();
  if (currencies.length < 2) return null;
  const choose = (currency: string) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, currency }), replace: true } as never);
  return (
    <Field label="Currency" isBare>
      <Select value={value} options={currencies} onChange={choose} />
    </Field>
  );
}

export const { ListPage } = resourcePages<RevenueRecord>({
  noun: ['day', 'days'],
  path: paths.revenue,
  list: {
    title: 'Revenue of marketplaces',
    operation: listDailyRevenueRecords,
    filters: ['partner', { name: 'startDate', label: 'From' }, { name: 'endDate', label: 'To' }],
    Summary,
    columns: [
      { name: 'Day (UTC)', width: 'day', cell: ({ date }) => <Time at={date} only="utcDay" /> },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      ...amountColumns,
    ],
    empty: 'No revenue in the last 30 days',
    about:
      'Revenue of each day, marketplace and currency, as marketplaces report it. It appears a day or more after a sale; choose an earlier time to see older revenue.',
  },
});
