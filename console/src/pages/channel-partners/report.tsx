import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ChannelPartnerReport } from '@tradepost/sdk';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { callOperation } from '../../ui/operation/call.ts';
import type { Operation, Params } from '../../ui/operation/operation.ts';
import { CsvButton } from '../../ui/resource/csv-button.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { nameOf } from '../../ui/words.ts';

type Search = { startDate?: string; endDate?: string };
type Props = { orgId: string; operation: Operation; params: Params };

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** The offers, deals and sales of a channel partner in a period, by default the last 30 days. */
export function PartnerReport({ orgId, operation, params }: Props) {
  const { startDate, endDate } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const query = {
    ...(isDay(startDate) ? { startDate } : {}),
    ...(isDay(endDate) ? { endDate } : {}),
  };
  const { data, error } = useQuery({
    queryKey: readKey(orgId, operation, params, query),
    queryFn: ({ signal }) =>
      callOperation(orgId, operation, { params, query, signal }) as Promise<ChannelPartnerReport>,
    placeholderData: (before) => before,
  });
  const choose = (name: keyof Search, value: string) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, [name]: value || undefined }),
      replace: true,
    } as never);
  return (
    <>
      <Card
        title="Report"
        help="Days in UTC"
        actions={
          <>
            {(['startDate', 'endDate'] as const).map((name) => (
              <label key={name} className="flex items-center gap-2 text-sm text-quiet">
                {name === 'startDate' ? 'From' : 'To'}
                <input
                  type="date"
                  value={query[name] ?? data?.[name] ?? ''}
                  onChange={({ target }) => choose(name, target.value)}
                />
              </label>
            ))}
            <CsvButton orgId={orgId} operation={operation} params={params} query={query} />
          </>
        }
        isFlush
      >
        {error ? <Failure error={error} /> : data ? <Sales of={data} /> : <Loading />}
      </Card>
      {data && <Counts of={data} />}
    </>
  );
}

const Sales = ({ of: { sales = [] } }: { of: ChannelPartnerReport }) =>
  sales.length === 0 ? (
    <p className="px-4 py-3 text-quiet">No sales in these days.</p>
  ) : (
    <ShortTable
      label="Sales"
      isFlush
      rows={sales}
      keyOf={({ kind, currency }) => `${kind} ${currency}`}
      columns={[
        { name: 'Sales', cell: ({ kind }) => nameOf(kind) },
        { name: 'Entitlements', cell: ({ count }) => count, align: 'end' },
        { name: 'Amount', cell: ({ gross, currency }) => <Money of={gross} in={currency} />, align: 'end' },
        {
          name: 'Expected share',
          cell: ({ expectedShare, currency }) => <Money of={expectedShare} in={currency} />,
          align: 'end',
        },
        {
          name: 'Earned share',
          cell: ({ earnedShare, currency }) => <Money of={earnedShare} in={currency} />,
          align: 'end',
        },
      ]}
    />
  );

const Counts = ({ of: { deals = [], offers = [] } }: { of: ChannelPartnerReport }) => (
  <Card title="Deals and offers" isFlush>
    {deals.length + offers.length === 0 ? (
      <p className="px-4 py-3 text-quiet">No deals and no offers in these days.</p>
    ) : (
      <ShortTable
        label="Deals and offers"
        isFlush
        rows={[
          ...deals.map((row) => ({ ...row, kind: 'Deals' })),
          ...offers.map((row) => ({ ...row, kind: 'Offers', amount: undefined })),
        ]}
        keyOf={({ kind, status, currency }) => `${kind} ${status} ${currency}`}
        columns={[
          { name: 'Records', cell: ({ kind }) => kind },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
          { name: 'Number', cell: ({ count }) => count, align: 'end' },
          {
            name: 'Expected amount',
            cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
            align: 'end',
          },
        ]}
      />
    )}
  </Card>
);
