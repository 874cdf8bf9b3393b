import { useQuery } from '@tanstack/react-query';
import type { EntitlementInfo, PaymentInstallment } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useNow, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { money } from '../../ui/money.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';

/** The addons of an entitlement. */
export const Addons = ({ info }: { info: EntitlementInfo }) =>
  info.addons &&
  info.addons.length > 0 && (
    <Card title="Addons" isFlush>
      <ShortTable
        isFlush
        label="Addons"
        rows={info.addons}
        keyOf={({ id = '' }) => id}
        columns={[
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'Amount', align: 'end', cell: ({ amount }) => money(amount, info.currency) },
          { name: 'Charged', cell: ({ chargeOn }) => <Time at={chargeOn} only="utcDay" /> },
          { name: 'Purpose', cell: ({ description }) => description || '–' },
        ]}
      />
    </Card>
  );

type PaymentsProps = { orgId: string; info: EntitlementInfo };

/** The scheduled payments as agreed, past and future. */
export function Payments({ orgId, info: { paymentInstallments = [], currency } }: PaymentsProps) {
  const now = useNow(orgId);
  if (paymentInstallments.length === 0) return null;
  const isPast = ({ chargeOn = '' }: PaymentInstallment) => now !== undefined && new Date(chargeOn) <= now;
  return (
    <Card title="Payments" isFlush>
      <ShortTable
        isFlush
        label="Payments"
        rows={paymentInstallments}
        keyOf={({ chargeOn }, at) => `${at} ${chargeOn}`}
        columns={[
          { name: 'Charged', cell: ({ chargeOn }) => <Time at={chargeOn} only="utcDay" /> },
          { name: 'Amount', align: 'end', cell: ({ amount }) => money(amount, currency) },
          { name: 'Credit', align: 'end', cell: ({ credit }) => (credit ? money(credit, currency) : '–') },
          {
            name: 'State',
            cell: (payment) => (
              <Badge kind={isPast(payment) ? 'bad' : 'quiet'}>
                {isPast(payment) ? 'Overdue' : 'Upcoming'}
              </Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** The next scheduled changes to a test entitlement, by the organization's clock. */
export function ComingUp({ orgId, entitlementId }: { orgId: string; entitlementId: string }) {
  const { organization } = useOrganization(orgId);
  const isTest = organization?.environment === 'TEST';
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'upcoming', { entitlementId }),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.listUpcoming({ most: 100 }, { signal }),
    enabled: isTest,
  });
  if (!isTest) return null;
  const own = data?.filter((due) => due.entityId === entitlementId) ?? [];
  return (
    <Card title="Due next">
      {error && <Failure error={error} />}
      {data && own.length === 0 && <p>Nothing is due for this entitlement.</p>}
      <ol className="grid gap-2">
        {own.map(({ at, kind = '' }) => (
          <li key={`${at} ${kind}`}>
            <Time at={at} />: {inWords(kind)}
          </li>
        ))}
      </ol>
    </Card>
  );
}
