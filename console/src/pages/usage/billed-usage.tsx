import type { UsageMeteringDailyVerification } from '@tradepost/sdk';
import { listUsageMeteringDailyVerifications } from '../../generated/usageMeteringDailyVerifications.ts';
import { paths } from '../../paths.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { quantity } from './quantities.tsx';

type Day = UsageMeteringDailyVerification;

const match = ({ isQuantityMatched, isAmountMatched, billedDate }: Day) => {
  if (isQuantityMatched && isAmountMatched) return <Badge kind="good">Equal</Badge>;
  if (!billedDate) return <Badge kind="waiting">Not billed yet</Badge>;
  return <Badge kind="bad">{isQuantityMatched ? 'Other amount' : 'Other quantity'}</Badge>;
};

export const { ListPage } = resourcePages<Day>({
  noun: ['day', 'days'],
  path: paths.billedUsage,
  list: {
    title: 'Billed usage',
    operation: listUsageMeteringDailyVerifications,
    query: { order: 'desc' },
    filters: [
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
    ],
    columns: [
      {
        name: 'Day (UTC)',
        width: 'narrow',
        cell: ({ reportedDate, billedDate }) => <Time at={reportedDate ?? billedDate} only="utcDay" />,
      },
      {
        name: 'Entitlement',
        width: 'wide',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      { name: 'Dimension', cell: ({ key }) => key },
      { name: 'Accepted', align: 'end', cell: ({ reportedQuantity }) => quantity(reportedQuantity) },
      { name: 'Billed', align: 'end', cell: ({ billedQuantity }) => quantity(billedQuantity) },
      { name: 'Accepted amount', align: 'end', cell: ({ reportedAmount }) => quantity(reportedAmount) },
      { name: 'Billed amount', align: 'end', cell: ({ billedAmount }) => quantity(billedAmount) },
      { name: 'Comparison', cell: match },
    ],
    empty: 'Nothing to compare in the last 30 days',
    about:
      'The usage that the marketplace accepted, compared with the usage that it bills. A difference needs a question to the marketplace.',
  },
});
