import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Kept, WorkloadEntitlementTerm } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Facts, Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { inWords, Status } from '../../ui/status.tsx';
import { money, Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { EntitlementActions } from './actions.tsx';

/** An entitlement: what was agreed on, how much of it is used, and what has happened to it. */
export function EntitlementPage() {
  const { orgId, entitlementId } = useParams({ from: paths.entitlement });
  const api = tradepost.in(orgId);
  const {
    data: entitlement,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'entitlements', entitlementId),
    queryFn: ({ signal }) => api.entitlements.get(entitlementId, { signal }),
  });
  const terms = useQuery({
    queryKey: keys.list(orgId, 'terms', { entitlementId }),
    queryFn: ({ signal }) => api.entitlements.listTerms(entitlementId, {}, { signal }),
  });
  if (error && !entitlement) return <Failure error={error} again={() => void refetch()} />;
  if (!entitlement) return <Loading />;
  const { info, metaInfo } = entitlement;
  const scheduled = metaInfo?.entitlementCancellationSchedule;
  return (
    <Page title={entitlement.name || entitlement.id} actions={<Status of={entitlement.status} />}>
      <EntitlementActions orgId={orgId} entitlement={entitlement} />
      <Facts
        of={[
          ['Marketplace', entitlement.partner || 'Direct sale'],
          ['Committed', money(info?.commitAmount, info?.currency)],
          ['In a year', money(info?.annualizedAmount, info?.currency)],
          ['From', <Time key="from" at={entitlement.startTime} />],
          ['To', entitlement.endTime ? <Time key="to" at={entitlement.endTime} /> : 'Without an end'],
          ['Renews by itself', info?.autoRenew ? 'Yes' : 'No'],
          [
            'Offer',
            entitlement.offerID && (
              <Link key="offer" to={paths.offer} params={{ orgId, offerId: entitlement.offerID }}>
                {entitlement.offerID}
              </Link>
            ),
          ],
          ['At the marketplace', entitlement.externalID],
          ['Is to be cancelled', scheduled && (scheduled.cancelDate || spokenType(scheduled.type))],
        ]}
      />
      <section>
        <h2>Terms</h2>
        {terms.error && <Failure error={terms.error} />}
        <ul>
          {terms.data?.map((term) => (
            <li key={term.id}>
              <Term term={term} currency={info?.currency} />
            </li>
          ))}
        </ul>
      </section>
      {info?.addons && info.addons.length > 0 && (
        <section>
          <h2>Addons</h2>
          <ul>
            {info.addons.map(({ id, name, amount }) => (
              <li key={id}>
                {name || id}: {money(amount, info.currency)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Timeline orgId={orgId} entityType="ENTITLEMENT" entityId={entitlementId} />
    </Page>
  );
}

const spokenType = (type = ''): string => inWords(type.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1'));

type TermProps = { term: Kept<WorkloadEntitlementTerm>; currency: string | undefined };

/** A term, and how much of what was committed to is used. */
function Term({ term, currency }: TermProps) {
  const { startTime, endTime, commitAmount = 0, usedCommitAmount = 0 } = term;
  return (
    <>
      <Time at={startTime} only="day" /> to {endTime ? <Time at={endTime} only="day" /> : 'no end'}
      {commitAmount > 0 && (
        <>
          : {money(usedCommitAmount, currency)} of {money(commitAmount, currency)} used{' '}
          <progress
            max={commitAmount}
            value={Math.min(usedCommitAmount, commitAmount)}
            aria-label="Used of the commit"
          />
        </>
      )}
    </>
  );
}
