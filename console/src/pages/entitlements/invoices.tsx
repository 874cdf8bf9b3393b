import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';

/** The number of invoices that are shown. */
const most = 100;

/** The latest invoices of an entitlement. */
export function Invoices({ orgId, entitlementId }: { orgId: string; entitlementId: string }) {
  const { missingPermission } = useOrganization(orgId);
  const reason = missingPermission('billing:read');
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'invoices', { entitlementId }),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).invoices.list({ entitlementId, order: 'desc', limit: most }, { signal }),
    enabled: reason === undefined,
  });
  if (reason !== undefined)
    return (
      <Card title="Invoices">
        <p>{reason}</p>
      </Card>
    );
  if (error) return <Failure error={error} />;
  if (!data || data.length === 0)
    return (
      <Card title="Invoices">
        {data ? (
          <p className="text-quiet">No invoices. Marketplaces invoice their own sales.</p>
        ) : (
          <Loading />
        )}
      </Card>
    );
  return (
    <Card title="Invoices" isFlush>
      <ShortTable
        isFlush
        label="Invoices"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Number',
            cell: ({ invoiceURL, info }) =>
              invoiceURL ? (
                <SafeLink to={invoiceURL}>{info?.number ?? 'Draft'}</SafeLink>
              ) : (
                (info?.number ?? 'Draft')
              ),
          },
          { name: 'Kind', cell: ({ type }) => nameOf(type) },
          { name: 'State', cell: ({ status }) => <Status of={status} /> },
          { name: 'Payment', cell: ({ paymentStatus }) => <Status of={paymentStatus} /> },
          { name: 'Due', cell: ({ info }) => <Time at={info?.dueDate} only="utcDay" /> },
          {
            name: 'Amount',
            align: 'end',
            cell: ({ info }) => <Money of={info?.dueAmount} in={info?.currency} />,
          },
        ]}
      />
    </Card>
  );
}
