import { useQuery } from '@tanstack/react-query';
import type { Overview } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useNow } from '../../organization.ts';
import { Sparkline } from '../../ui/bars.tsx';
import { Money } from '../../ui/money.tsx';
import { Stat } from '../../ui/stat.tsx';
import { changeOf, decisionsOf, firstDayOfDays } from './sums.ts';

/** The number of days of a small chart; the period before it has the same length. */
const days = 30;

/** The numbers of an organization, each with its course and its change against the period before. */
export function Numbers({ orgId, data: { offers, entitlements } }: { orgId: string; data: Overview }) {
  const created = useSeries(orgId, 'offersCreated');
  const begun = useSeries(orgId, 'entitlementsCreated');
  const { accepted, decided } = decisionsOf(offers.byStatus);
  // The currency with most entitlements comes first.
  const annualized = entitlements.annualized.toSorted((one, other) => other.count - one.count);
  const inForce = (entitlements.byStatus.ACTIVE ?? 0) + (entitlements.byStatus.PENDING_CANCEL ?? 0);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat
        label="Open offers"
        value={(offers.byStatus.PENDING_ACCEPTANCE ?? 0).toLocaleString()}
        note={
          <>
            <Sums of={offers.open} none="No offer awaits its buyer." />
            {decided > 0 && (
              <p>
                {accepted.toLocaleString()} of {decided.toLocaleString()} decided{' '}
                {decided === 1 ? 'offer was' : 'offers were'} accepted.
              </p>
            )}
          </>
        }
      />
      <Stat
        label={`New offers, ${days} days`}
        value={created?.total.toLocaleString() ?? '–'}
        change={created && `was ${created.was.toLocaleString()} in the ${days} days before`}
      >
        <Sparkline values={created?.values ?? []} />
      </Stat>
      <Stat
        label="Annual contract value"
        value={<First of={annualized} />}
        note={
          <Sums
            of={annualized.slice(1)}
            none={`In ${inForce.toLocaleString()} ${inForce === 1 ? 'entitlement' : 'entitlements'}.`}
          />
        }
      />
      <Stat
        label={`New entitlements, ${days} days`}
        value={begun?.total.toLocaleString() ?? '–'}
        change={begun && `was ${begun.was.toLocaleString()} in the ${days} days before`}
        note={`${inForce.toLocaleString()} in force.`}
      >
        <Sparkline values={begun?.values ?? []} />
      </Stat>
    </div>
  );
}

type Sum = Overview['offers']['open'][number];

/** Amounts of different currencies are never added. */
const Sums = ({ of, none }: { of: readonly Sum[]; none: string }) =>
  of.length === 0 ? (
    none
  ) : (
    <ul className="flex flex-wrap gap-x-3">
      {of.map(({ currency, amount }) => (
        <li key={currency}>
          <Money of={amount} in={currency} />
        </li>
      ))}
    </ul>
  );

const First = ({ of: [first] }: { of: readonly Sum[] }) =>
  first ? <Money of={first.amount} in={first.currency} /> : '–';

/** Returns the values of the last days, with their sum and the sum of as many days before. */
function useSeries(orgId: string, metric: 'offersCreated' | 'entitlementsCreated') {
  const now = useNow(orgId);
  const from = now && firstDayOfDays(2 * days, now);
  const { data } = useQuery({
    queryKey: keys.list(orgId, 'series', { metric, from }),
    queryFn: ({ signal }) => tradepost.in(orgId).series.get({ metric, by: 'day', from }, { signal }),
    enabled: from !== undefined,
    staleTime: 60_000,
  });
  return data && changeOf(data.points.map(({ value }) => value));
}
