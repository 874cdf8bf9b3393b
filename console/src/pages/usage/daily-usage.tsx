import type { UsageMeteringDailyRecord } from '@tradepost/sdk';
import { listUsageMeteringDailyRecords } from '../../generated/usageMeteringDailyRecords.ts';
import { paths } from '../../paths.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Time } from '../../ui/time.tsx';
import { quantity } from './quantities.tsx';

export const { ListPage } = resourcePages<UsageMeteringDailyRecord>({
  noun: ['day', 'days'],
  path: paths.dailyUsage,
  list: {
    title: 'Daily usage',
    operation: listUsageMeteringDailyRecords,
    query: { order: 'desc' },
    filters: [
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
    ],
    columns: [
      { name: 'Day (UTC)', width: 'day', cell: ({ date }) => <Time at={date} only="utcDay" /> },
      {
        name: 'Entitlement',
        width: 'wide',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      {
        name: 'Dimension',
        cell: ({ key, groupBysExpression: group }) => (group ? `${key} (${group})` : key),
      },
      { name: 'Quantity', align: 'end', cell: (row) => quantity(row.quantity) },
      { name: 'Cost at unit price', align: 'end', cell: ({ amount }) => quantity(amount) },
    ],
    empty: 'No settled usage in the last 30 days',
    about:
      'The settled usage of each entitlement, dimension and day, before credits and commits. Choose another marketplace or another time.',
  },
});
