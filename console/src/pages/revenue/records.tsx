import type { RevenueRecord } from '@tradepost/sdk';
import { listRevenueRecords } from '../../generated/revenueRecords.ts';
import { paths } from '../../paths.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Time } from '../../ui/time.tsx';
import { amountColumns } from './columns.tsx';

export const { ListPage } = resourcePages<RevenueRecord>({
  noun: ['revenue record', 'revenue records'],
  path: paths.revenueRecords,
  list: {
    operation: listRevenueRecords,
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
      ...amountColumns,
      {
        name: 'Payment due',
        width: 'day',
        cell: ({ paymentDueDate }) => <Time at={paymentDueDate} only="utcDay" />,
      },
      {
        name: 'Paid out on',
        width: 'day',
        cell: ({ disburseDate }) => <Time at={disburseDate} only="utcDay" />,
      },
    ],
    empty: 'No revenue in the last 30 days',
    about:
      'The revenue of each entitlement and day at one marketplace. Choose another marketplace or another time.',
  },
});
