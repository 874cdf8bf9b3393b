import type { RevenueRecordDetail } from '@tradepost/sdk';
import { listRevenueRecordDetails } from '../../generated/revenueRecordDetails.ts';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/money.tsx';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { splitWords } from '../../ui/words.ts';
import { feedLineOf } from './feed.ts';

export const { ListPage } = resourcePages<RevenueRecordDetail>({
  noun: ['line', 'lines'],
  path: paths.revenueLines,
  list: {
    title: 'Revenue feed',
    operation: listRevenueRecordDetails,
    query: { order: 'desc' },
    filters: [
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
      {
        name: 'unmatched',
        label: 'Sales',
        options: ['true'],
        words: { true: 'Without a known entitlement' },
      },
    ],
    columns: [
      { name: 'Day (UTC)', width: 'day', cell: (row) => <Time at={feedLineOf(row).day} only="utcDay" /> },
      { name: 'Line', width: 'wide', cell: (row) => splitWords(feedLineOf(row).what ?? '') },
      {
        name: 'Entitlement',
        width: 'wide',
        cell: (row, { orgId }) => {
          const { entitlementId, isPayout } = feedLineOf(row);
          if (isPayout) return 'All sales of the payout';
          if (!entitlementId) return <Badge kind="bad">Unknown sale</Badge>;
          return <RecordLink orgId={orgId} kind="entitlement" id={entitlementId} />;
        },
      },
      {
        name: 'Amount',
        align: 'end',
        width: 'amount',
        cell: (row) => <Money of={feedLineOf(row).amount} in={feedLineOf(row).currency} />,
      },
      { name: 'Reference', cell: (row) => feedLineOf(row).reference },
    ],
    empty: 'No lines in the last 30 days',
    about:
      'The lines of the marketplace’s revenue feed, as the marketplace reported them. Lines of unknown sales belong to no entitlement: import the sale from the marketplace.',
  },
});
