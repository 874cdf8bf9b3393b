import { useQuery } from '@tanstack/react-query';
import type { AIInvoice, AIUsage, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { getAIInvoice, listAIInvoices } from '../../generated/aiInvoices.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Money } from '../../ui/money.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Stat } from '../../ui/stat.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

type Invoice = WithId<AIInvoice>;

/** An amount of cents, which may have fractions, in the currency of the operator. */
const Cents = ({ of, currency }: { of: number | null | undefined; currency?: string | undefined }) => (
  <Money of={of === null || of === undefined ? of : Math.round(of * 1e6) / 1e8} in={currency ?? 'USD'} />
);

const month = (of: string | undefined) => <Time at={of && `${of}-01T00:00:00Z`} only="utcMonth" />;

/** The AI usage of the current month and its limits. */
function Usage({ orgId }: { orgId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'aiUsage'),
    queryFn: ({ signal }) => tradepost.in(orgId).aiUsage.get({}, { signal }),
  });
  if (error && !data) return <Failure error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.enabled === false && (
        <Callout kind="info" title="AI features are switched off">
          <p>Answers to support tickets and questions need AI features. An admin can enable them.</p>
        </Callout>
      )}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat label="Used this month" value={<Cents of={data.usedCents} />} note={calls(data)} />
        <Stat label="Free usage" value={<Cents of={data.creditCents} />} />
        <Stat label="To be billed" value={<Cents of={data.chargedCents} />} note={cap(data)} />
        <Stat
          label="Reserved"
          value={<Cents of={data.reservedCents} />}
          note="For calls that are in progress"
        />
      </div>
    </>
  );
}

const calls = ({ calls: count = 0 }: AIUsage) => (count === 1 ? '1 call' : `${count.toLocaleString()} calls`);
const cap = ({ spendingCapCents }: AIUsage) =>
  spendingCapCents === null || spendingCapCents === undefined ? (
    'No spending cap'
  ) : (
    <>
      Spending cap: <Cents of={spendingCapCents} />
    </>
  );

export const { ListPage, RecordPage } = resourcePages<Invoice>({
  noun: ['AI invoice', 'AI invoices'],
  path: paths.ai,
  recordPath: paths.aiInvoice,
  list: {
    title: 'AI usage',
    operation: listAIInvoices,
    query: { order: 'desc' },
    Summary: Usage,
    columns: [
      { name: 'Month', cell: ({ month: of }) => month(of) },
      { name: 'Calls', align: 'end', cell: (invoice) => invoice.calls },
      {
        name: 'Used',
        align: 'end',
        cell: ({ usedCents, currency }) => <Cents of={usedCents} currency={currency} />,
      },
      {
        name: 'Free usage',
        align: 'end',
        cell: ({ creditCents, currency }) => <Cents of={creditCents} currency={currency} />,
      },
      {
        name: 'Amount due',
        align: 'end',
        cell: ({ amountCents, currency }) => <Cents of={amountCents} currency={currency} />,
      },
    ],
    empty: 'No AI invoices yet',
    about:
      'The operator of the service bills AI features by month: the usage beyond the free usage. The first invoice appears at the end of a month with usage.',
  },
  record: {
    operation: getAIInvoice,
    title: ({ month: of }) => `AI invoice for ${of}`,
    summary: ({ amountCents, currency }) => <Cents of={amountCents} currency={currency} />,
    facts: [
      { name: 'Month', cell: ({ month: of }) => month(of) },
      { name: 'Calls', cell: (invoice) => invoice.calls },
      { name: 'Used', cell: ({ usedCents, currency }) => <Cents of={usedCents} currency={currency} /> },
      {
        name: 'Free usage',
        cell: ({ creditCents, currency }) => <Cents of={creditCents} currency={currency} />,
      },
      {
        name: 'Amount due',
        cell: ({ amountCents, currency }) => <Cents of={amountCents} currency={currency} />,
      },
      { name: 'Sent to', cell: ({ billingEmail }) => billingEmail },
    ],
    timeline: 'AI_INVOICE',
  },
});
