import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Series } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useNow } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { Chart, type Line } from '../../ui/chart.tsx';
import { Field, Row } from '../../ui/controls.tsx';
import { money } from '../../ui/money.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { firstDayOf, type Span, spans } from './spans.ts';

const metrics = [
  ['grossRevenue', 'Billed to buyers'],
  ['invoicedRevenue', 'Invoiced'],
  ['disbursedRevenue', 'Paid out'],
] as const;

type Props = { orgId: string /** The currencies of sales and offers. */; currencies: readonly string[] };

/** A chart of revenue over time, in the currency and period of the URL. */
export function Revenue({ orgId, currencies }: Props) {
  const search = useSearch({ strict: false }) as { currency?: string; by?: string };
  const now = useNow(orgId);
  const by = spans.find(({ name }) => name === search.by)?.name ?? 'month';
  const asked = /^[A-Z]{3}$/.test(search.currency ?? '') ? search.currency : undefined;
  const currency = asked ?? currencies[0] ?? 'USD';
  const from = now && firstDayOf(by, now);
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'series', { currency, by, from }),
    queryFn: async ({ signal }) => {
      const { series } = tradepost.in(orgId);
      const read = (metric: (typeof metrics)[number][0]) =>
        series.get({ metric, by, from, currency }, { signal });
      return { currency, series: await Promise.all(metrics.map(([metric]) => read(metric))) };
    },
    enabled: from !== undefined,
    // The previous chart, labelled with its currency, stays until the next chart is loaded, so that the layout does not
    // shift.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return (
    <Card title="Revenue">
      <Choice by={by} currency={currency} currencies={[...new Set([...currencies, currency])]} />
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Course {...data} />}
    </Card>
  );
}

type ChoiceProps = { by: Span; currency: string; currencies: readonly string[] };

function Choice({ by, currency, currencies }: ChoiceProps) {
  const navigate = useNavigate();
  const choose = (name: 'by' | 'currency', value: string) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) => ({ ...before, [name]: value }),
      replace: true,
    } as never);
  return (
    <Row>
      <Field label="Currency">
        <select value={currency} onChange={({ target }) => choose('currency', target.value)}>
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </Field>
      <Field label="Time">
        <select value={by} onChange={({ target }) => choose('by', target.value)}>
          {spans.map(({ name, words }) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </Field>
    </Row>
  );
}

function Course({ series, currency }: { series: readonly Series[]; currency: string }) {
  const lines: Line[] = metrics.map(([, name], at) => ({ name, points: series[at]?.points ?? [] }));
  const isAny = lines.some(({ points }) => points.some(({ value }) => value !== 0));
  if (!isAny)
    return (
      <p>
        No revenue in {currency} in this period. Revenue appears when marketplaces report it, and with
        invoices of direct sales.
      </p>
    );
  return (
    <Chart title={`Revenue in ${currency}`} isPart lines={lines} format={(value) => money(value, currency)} />
  );
}
