import { useQuery } from '@tanstack/react-query';
import type { EntitlementInfo, PaymentInstallment } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useNow, useOrganization } from '../../organization.ts';
import { Rows } from '../../ui/rows.tsx';
import { Failure } from '../../ui/states.tsx';
import { inWords } from '../../ui/status.tsx';
import { money, Time } from '../../ui/time.tsx';

/** What was added to an entitlement after it was sold. */
export const Addons = ({ info }: { info: EntitlementInfo }) =>
  info.addons &&
  info.addons.length > 0 && (
    <section>
      <h2>Addons</h2>
      <Rows
        label="Addons"
        rows={info.addons}
        keyOf={({ id = '' }) => id}
        columns={[
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'Amount', cell: ({ amount }) => money(amount, info.currency) },
          { name: 'Charged', cell: ({ chargeOn }) => <Time at={chargeOn} only="utcDay" /> },
          { name: 'What it is for', cell: ({ description }) => description || '–' },
        ]}
      />
    </section>
  );

type PaymentsProps = { orgId: string; info: EntitlementInfo };

/** The payments on dates, as they were agreed on; those to come and those whose day has passed. */
export function Payments({ orgId, info: { paymentInstallments = [], currency } }: PaymentsProps) {
  const now = useNow(orgId);
  if (paymentInstallments.length === 0) return null;
  const isPast = ({ chargeOn = '' }: PaymentInstallment) => now !== undefined && new Date(chargeOn) <= now;
  return (
    <section>
      <h2>Payments</h2>
      <Rows
        label="Payments"
        rows={paymentInstallments}
        keyOf={({ chargeOn }, at) => `${at} ${chargeOn}`}
        columns={[
          { name: 'Charged', cell: ({ chargeOn }) => <Time at={chargeOn} only="utcDay" /> },
          { name: 'Amount', cell: ({ amount }) => money(amount, currency) },
          { name: 'Credit', cell: ({ credit }) => (credit ? money(credit, currency) : '–') },
          { name: 'State', cell: (payment) => (isPast(payment) ? 'Its day has passed' : 'To come') },
        ]}
      />
    </section>
  );
}

/** What will happen to an entitlement of a test next, by the clock of the organization. */
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
    <section>
      <h2>What falls due next</h2>
      {error && <Failure error={error} />}
      {data && own.length === 0 && <p>Nothing of this entitlement is among what falls due next.</p>}
      <ol>
        {own.map(({ at, kind = '' }) => (
          <li key={`${at} ${kind}`}>
            <Time at={at} />: {inWords(kind)}
          </li>
        ))}
      </ol>
    </section>
  );
}
