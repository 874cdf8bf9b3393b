import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Series } from '@tradepost/sdk';
import type { ComponentProps, ReactNode } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useNow } from '../../organization.ts';
import { type BarGroup, Bars } from '../../ui/bars.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Row } from '../../ui/controls.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { money } from '../../ui/money.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { firstDayOf, type Span, spans } from './spans.ts';

/** The amounts without tax that are compared, with the tax for itself. */
const metrics = [
  ['grossRevenue', 'Sold'],
  ['netInvoicedRevenue', 'Invoiced'],
  ['disbursedRevenue', 'Paid out'],
  ['invoicedTax', 'Tax'],
] as const;

type Metric = (typeof metrics)[number][0] | 'usageAmount';

type Props = { orgId: string /** The currencies of sales and offers. */; currencies: readonly string[] };

/** Revenue and usage over time and by marketplace, in the currency and period of the URL. */
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
      const read = (metric: Metric) =>
        tradepost.in(orgId).series.get({ metric, by, from, currency, split: 'partner' }, { signal });
      const [usage, ...series] = await Promise.all([
        read('usageAmount'),
        ...metrics.map(([metric]) => read(metric)),
      ]);
      return { currency, by, series, usage };
    },
    enabled: from !== undefined,
    // The previous chart, labelled with its currency, stays until the next chart is loaded, so that the layout does not
    // shift.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return (
    <Card
      title="Revenue and usage"
      help="Sold, invoiced and used amounts are without tax; payouts include the tax that you collect."
      actions={<Choice by={by} currency={currency} currencies={[...new Set([...currencies, currency])]} />}
    >
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading lines={8} />}
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
      <Field label="Currency" isBare>
        <select value={currency} onChange={({ target }) => choose('currency', target.value)}>
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </Field>
      <Field label="Time" isBare>
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

type CourseProps = { series: readonly Series[]; usage: Series; currency: string; by: Span };

function Course({ series, usage, currency, by }: CourseProps) {
  const groups = metrics.map(([, name], at) => ({ name, points: series[at]?.points ?? [] }));
  const look = {
    format: (value: number) => money(value, currency),
    only: by === 'month' ? 'utcMonth' : 'utcDay',
  } as const;
  return (
    <>
      {hasAmount(groups) ? (
        <Bars title={`Revenue in ${currency}`} kind="beside" groups={groups} {...look} />
      ) : (
        <p className="text-quiet">
          No revenue in {currency} in this period. Revenue appears when marketplaces report it, and with
          invoices of direct sales.
        </p>
      )}
      <ByMarketplace name="Sold" of={series[0]} currency={currency} look={look} />
      <ByMarketplace name="Usage" of={usage} currency={currency} look={look}>
        Usage that marketplaces accepted, by day of use, and usage on invoices of direct sales, by day of
        issue. Included units, credits and deducted commits are not counted.
      </ByMarketplace>
    </>
  );
}

type Look = Pick<ComponentProps<typeof Bars>, 'format' | 'only'>;
type PartsProps = {
  name: string;
  of: Series | undefined;
  currency: string;
  look: Look;
  children?: ReactNode;
};

/** The parts of a series by marketplace, if it has any amount, with an explanation. */
function ByMarketplace({ name, of, currency, look, children }: PartsProps) {
  const parts = (of?.parts ?? []).map(({ partner, points }) => ({ name: marketplaceName(partner), points }));
  if (!hasAmount(parts)) return null;
  return (
    <>
      <h3>{name} by marketplace</h3>
      {children && <p className="text-sm text-quiet">{children}</p>}
      <Bars title={`${name} by marketplace, in ${currency}`} groups={parts} {...look} />
    </>
  );
}

/** Whether the bars of any group have an amount. */
const hasAmount = (groups: readonly BarGroup[]): boolean =>
  groups.some(({ points }) => points.some(({ value }) => value !== 0));
