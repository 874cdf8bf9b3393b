import type { BillableMetric, WithId } from '@tradepost/sdk';
import {
  createBillableMetric,
  getBillableMetric,
  listBillableMetrics,
  updateBillableMetric,
} from '../../generated/billableMetrics.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';

type Metric = WithId<BillableMetric>;

const aggregations: Readonly<Record<string, string>> = {
  COUNT: 'Number of records',
  UNIQUE_COUNT: 'Number of distinct values',
  SUM: 'Sum of the quantities',
  MAX: 'Largest quantity',
  LAST: 'Last quantity',
};
const aggregation = ({ aggregationType }: Metric) => aggregations[aggregationType ?? ''] ?? aggregationType;

const change = (status: 'ACTIVE' | 'DELETED', more: Partial<Action<Metric>>): Action<Metric> => ({
  operation: updateBillableMetric,
  omit: ['name', 'description', 'status'],
  preset: { status },
  ...more,
});

export const { ListPage, RecordPage } = resourcePages<Metric>({
  noun: ['billable metric', 'billable metrics'],
  path: paths.metrics,
  recordPath: paths.metric,
  list: {
    operation: listBillableMetrics,
    query: { order: 'desc' },
    filters: ['status'],
    columns: [
      { name: 'Name', cell: ({ name, id }) => name || id },
      { name: 'Counts', cell: aggregation },
      { name: 'Groups by', cell: ({ info }) => info?.groupBys?.join(', ') || '–' },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: 'No billable metrics yet',
    about:
      'A billable metric turns reported events into a quantity that is charged: it filters the events and counts or adds them. Price it in an offer.',
    actions: [
      {
        operation: createBillableMetric,
        label: 'New metric',
        kind: 'primary',
        fields: ['name', 'aggregationType', 'description', 'info/propertyUniqueOn', 'info/groupBys', 'info'],
        omit: ['creationTime', 'lastUpdateTime', 'organizationId', 'status'],
        labels: { aggregationType: 'Counts', 'info/groupBys': 'Group by properties' },
        help: 'The aggregation and the filters cannot be changed later, because past usage was counted with them.',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getBillableMetric,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      { name: 'Description', cell: ({ description }) => description },
      { name: 'Counts', cell: aggregation },
      { name: 'Distinct values of', cell: ({ info }) => info?.propertyUniqueOn },
      { name: 'Groups by', cell: ({ info }) => info?.groupBys?.join(', ') },
    ],
    actions: [
      { operation: updateBillableMetric, label: 'Edit', fields: ['name', 'description'], omit: ['status'] },
      change('DELETED', {
        label: 'Delete',
        kind: 'danger',
        question: 'The metric accepts no further usage. Past usage is kept, and the metric can be restored.',
        isHidden: ({ status }) => status === 'DELETED',
      }),
      change('ACTIVE', { label: 'Restore', isHidden: ({ status }) => status !== 'DELETED' }),
    ],
    sections: [{ title: 'Filters', Content: Filters }],
    timeline: 'BILLABLE_METRIC',
  },
});

/** The filters of a metric in words. */
function Filters({ record }: { record: Metric }) {
  const groups = record.info?.filterGroups ?? [];
  return (
    <Card title="Filters">
      {groups.length === 0 && <p className="text-quiet">All records of the metric count.</p>}
      {groups.length > 0 && (
        <>
          <p className="text-quiet">A record counts if it passes one filter of each group.</p>
          <ol className="grid list-decimal gap-1 pl-5">
            {groups.map(({ filters = [] }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a metric never change
              <li key={at}>
                {filters
                  .map(({ name, operation = '', value }) =>
                    [
                      name,
                      inWords(operation).toLowerCase(),
                      value === undefined || value === null ? '' : JSON.stringify(value),
                    ]
                      .join(' ')
                      .trim(),
                  )
                  .join(', or ')}
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}
