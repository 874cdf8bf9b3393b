import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { GetRevenueReportParams, RevenueRecord } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { getRevenueReport } from '../../generated/revenueReport.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Bars } from '../../ui/bars.tsx';
import { Card } from '../../ui/card.tsx';
import { Toolbar } from '../../ui/filters.tsx';
import { Money, money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { defaultedOf, filtersOf, queryOf, ResourceFilters } from '../../ui/resource/filters.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { barsOf, currenciesOf, type Span } from './sums.ts';

/** The amounts of a report, with their refunds. */
const amounts: Readonly<Record<string, { name: string; of: (record: RevenueRecord) => number | undefined }>> =
  {
    GrossAmount: { name: 'Billed to buyers', of: ({ amount }) => amount },
    InvoicedAmount: { name: 'Invoiced', of: ({ invoiceAmount }) => invoiceAmount },
    CollectableAmount: { name: 'After the marketplace’s fee', of: ({ collectableAmount: of }) => of },
    DisbursedAmount: { name: 'Paid out', of: ({ disburseAmount }) => disburseAmount },
  };
const refundOf = ({ refundInvoiceAmount, refundDisburseAmount }: RevenueRecord): number | undefined => {
  const refund = refundInvoiceAmount ?? refundDisburseAmount;
  return refund ? -refund : undefined;
};

const choice = (name: string, label: string, words: Readonly<Record<string, string>>) => ({
  name,
  label,
  kind: 'choice',
  hasDefault: true,
  values: Object.entries(words).map(([value, text]) => ({ value, label: text })),
});
const filters = [
  choice(
    'reportType',
    'Amount',
    Object.fromEntries(Object.entries(amounts).map(([code, { name }]) => [code, name])),
  ),
  choice('groupBy', 'By', { month: 'By month', day: 'By day' }),
  ...filtersOf({ params: ['partner'], query: getRevenueReport.fields ?? [] }, [
    { name: 'startDate', label: 'From' },
    { name: 'endDate', label: 'To' },
  ]),
];

/** The page of a revenue report: an amount of a marketplace by month or day. */
export function ListPage() {
  const { orgId } = useParams({ strict: false }) as { orgId: string };
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const chosen = { ...queryOf(filters, search), ...defaultedOf(filters, search) };
  const by: Span = chosen.groupBy === 'day' ? 'day' : 'month';
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'revenueReport', chosen),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).revenueReport.get(chosen as GetRevenueReportParams, { signal }),
  });
  const records = data?.revenueRecords ?? [];
  return (
    <Page title="Revenue report">
      <PageTabs orgId={orgId} path={paths.revenueReport} />
      <Toolbar>
        <ResourceFilters filters={filters} />
      </Toolbar>
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && records.length === 0 && (
        <Empty title="No revenue at this marketplace">
          <p className="max-w-lg">
            The report covers the last twelve months, unless you choose a time. Choose another marketplace or
            another time.
          </p>
        </Empty>
      )}
      {currenciesOf(records).map((currency) => (
        <Report
          key={currency}
          records={records.filter((record) => record.currency === currency)}
          currency={currency}
          type={chosen.reportType ?? ''}
          by={by}
        />
      ))}
    </Page>
  );
}

type ReportProps = { records: readonly RevenueRecord[]; currency: string; type: string; by: Span };

/** The bars of a report in one currency; refunds are below the line, and tax is not part of the sum. */
function Report({ records, currency, type, by }: ReportProps) {
  const { name = '', of = () => undefined } = amounts[type] ?? {};
  const total = records.reduce((sum, record) => sum + (of(record) ?? 0) + (refundOf(record) ?? 0), 0);
  const refunds = records.some((record) => refundOf(record) !== undefined);
  const tax = records.reduce((sum, { taxAmount = 0 }) => sum + taxAmount, 0);
  const title = `${name}, in ${currency}`;
  return (
    <Card
      title={title}
      help={
        <>
          <Money of={rounded(total)} in={currency} /> in all{refunds && ', less refunds'}
          {tax !== 0 && (
            <>
              , without <Money of={rounded(tax)} in={currency} /> of tax
            </>
          )}
        </>
      }
    >
      <Bars
        title={title}
        only={by === 'month' ? 'utcMonth' : 'utcDay'}
        groups={[
          ...barsOf(records, by, () => name, of),
          ...(refunds ? barsOf(records, by, () => 'Refunds', refundOf) : []),
          ...(tax === 0
            ? []
            : barsOf(
                records,
                by,
                () => 'Tax',
                ({ taxAmount }) => taxAmount,
              )),
        ]}
        kind={refunds || tax !== 0 ? 'beside' : 'stacked'}
        format={(value) => money(value, currency)}
      />
    </Card>
  );
}

/** Removes binary rounding errors of a sum. */
const rounded = (sum: number): number => Math.round(sum * 1e8) / 1e8;
