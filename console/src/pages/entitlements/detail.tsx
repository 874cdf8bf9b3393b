import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadEntitlement, WorkloadEntitlementTerm } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { EntitlementAttributions } from '../../ui/attributions.tsx';
import { Card } from '../../ui/card.tsx';
import { money } from '../../ui/money.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { splitWords } from '../../ui/words.ts';
import { EntitlementActions } from './actions.tsx';
import { BurnDown } from './burn-down.tsx';
import { Addons, ComingUp, Payments } from './schedule.tsx';
import { Terms } from './terms.tsx';

/** The page of an entitlement, with its agreement, usage, schedule and history. */
export function EntitlementPage() {
  const { orgId, entitlementId } = useParams({ from: paths.entitlement });
  const {
    data: entitlement,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'entitlements', entitlementId),
    queryFn: ({ signal }) => tradepost.in(orgId).entitlements.get(entitlementId, { signal }),
  });
  if (error && !entitlement) return <Failure error={error} again={() => void refetch()} />;
  if (!entitlement) return <Loading />;
  const { info } = entitlement;
  return (
    <Page title={entitlement.name || entitlement.id} status={<Status of={entitlement.status} />}>
      <EntitlementActions orgId={orgId} entitlement={entitlement} />
      <Agreed orgId={orgId} entitlement={entitlement} />
      <TermsAndUse orgId={orgId} entitlement={entitlement} />
      {info && <Addons info={info} />}
      {info && <Payments orgId={orgId} info={info} />}
      <ComingUp orgId={orgId} entitlementId={entitlementId} />
      <EntitlementAttributions orgId={orgId} id={entitlementId} />
      <Timeline orgId={orgId} entityType="ENTITLEMENT" entityId={entitlementId} />
    </Page>
  );
}

type Props = { orgId: string; entitlement: WithId<WorkloadEntitlement> };

/** The agreed terms. */
function Agreed({ orgId, entitlement }: Props) {
  const { info, metaInfo, offerID: offerId } = entitlement;
  const scheduled = metaInfo?.entitlementCancellationSchedule;
  return (
    <Facts
      of={[
        ['Marketplace', entitlement.partner || 'Direct sale'],
        ['Committed', money(info?.commitAmount, info?.currency)],
        ['Annualized value', money(info?.annualizedAmount, info?.currency)],
        ['From', <Time key="from" at={entitlement.startTime} />],
        ['To', entitlement.endTime ? <Time key="to" at={entitlement.endTime} /> : 'No end date'],
        ['Renews automatically', info?.autoRenew ? 'Yes' : 'No'],
        [
          'Offer',
          offerId && (
            <Link key="offer" to={paths.offer} params={{ orgId, offerId }}>
              {offerId}
            </Link>
          ),
        ],
        ['At the marketplace', entitlement.externalID],
        ['Cancellation scheduled', scheduled && (scheduled.cancelDate || splitWords(scheduled.type ?? ''))],
        ['Identifier', <code key="id">{entitlement.id}</code>],
      ]}
    />
  );
}

/** The terms, with the burn-down chart of the term in the URL or, by default, of the current term. */
function TermsAndUse({ orgId, entitlement }: Props) {
  const { id: entitlementId, info } = entitlement;
  const { term: asked } = useSearch({ strict: false }) as { term?: string };
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'terms', { entitlementId }),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).entitlements.listTerms(entitlementId, { limit: 500 }, { signal }),
  });
  const shown = data && termOf(data, asked, entitlement.entitlementTermID);
  return (
    <>
      <Card title="Terms">
        {error ? <Failure error={error} again={() => void refetch()} /> : !data && <Loading />}
        {data?.length === 0 && <p>No terms yet.</p>}
        {data && data.length > 0 && (
          <Terms
            orgId={orgId}
            entitlementId={entitlementId}
            terms={data}
            currency={info?.currency}
            shownId={shown?.id}
          />
        )}
      </Card>
      {shown && (
        <BurnDown
          key={shown.id}
          orgId={orgId}
          entitlementId={entitlementId}
          term={shown}
          currency={info?.currency}
        />
      )}
    </>
  );
}

type Term = WithId<WorkloadEntitlementTerm>;

/** Returns the requested term, otherwise the current term, otherwise the last term. */
const termOf = (terms: readonly Term[], asked?: string, running?: string): Term | undefined =>
  terms.find(({ id }) => id === asked) ?? terms.find(({ id }) => id === running) ?? terms.at(-1);
