import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadEntitlement, WorkloadEntitlementTerm } from '@tradepost/sdk';
import { lazy, Suspense } from 'react';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { Money } from '../../ui/money.tsx';
import { Columns, Facts, Page } from '../../ui/page.tsx';
import { RecordFailure } from '../../ui/record-failure.tsx';
import { PathButton, RecordLink } from '../../ui/resource/index.ts';
import { Stat } from '../../ui/stat.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { useTab } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { splitWords } from '../../ui/words.ts';
import { EntitlementActions } from './actions.tsx';
import { Addons, ComingUp, Payments } from './schedule.tsx';
import { Signups } from './signups.tsx';
import { Terms } from './terms.tsx';

/** The chart is loaded where it is shown. */
const BurnDown = lazy(async () => ({ default: (await import('./burn-down.tsx')).BurnDown }));

// The activity and the invoices are loaded after the page, or with their tab.
const Timeline = lazy(async () => ({ default: (await import('../../ui/timeline.tsx')).Timeline }));
const Invoices = lazy(async () => ({ default: (await import('./invoices.tsx')).Invoices }));

// Few sales have a channel partner, so that the code is loaded after the page.
const EntitlementAttributions = lazy(async () => ({
  default: (await import('../../ui/attributions.tsx')).EntitlementAttributions,
}));

// Buyers of few marketplaces request changes.
const Requests = lazy(async () => ({ default: (await import('./requests.tsx')).Requests }));
const withRequests = ['MKB', 'MKC'];

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'usage', label: 'Terms and usage' },
  { name: 'payments', label: 'Payments and invoices' },
];

/** The page of an entitlement, with its agreement, usage, schedule and history. */
export function EntitlementPage() {
  const { orgId, entitlementId } = useParams({ from: paths.entitlement });
  const tab = useTab(tabs);
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
    <Page
      title={entitlement.name || entitlement.id}
      crumbs={[
        <Link key="entitlements" to={paths.entitlements} params={{ orgId }}>
          Entitlements
        </Link>,
      ]}
      status={<Status of={entitlement.status} />}
      summary={
        <>
          <span className="text-lg font-semibold text-ink">
            <Money of={info?.commitAmount} in={info?.currency} />
          </span>
          {entitlement.buyerID && <RecordLink orgId={orgId} kind="buyer" id={entitlement.buyerID} />}
          <Marketplace of={entitlement.partner} />
        </>
      }
      lead={
        <>
          <RecordFailure status={entitlement.status} metaInfo={entitlement.metaInfo} />
          <EntitlementActions orgId={orgId} entitlement={entitlement} />
        </>
      }
      tabs={tabs}
    >
      <Columns side={<Side orgId={orgId} entitlement={entitlement} />}>
        {tab === 'overview' && (
          <>
            <Agreed orgId={orgId} entitlement={entitlement} />
            <BuyerRequests orgId={orgId} entitlement={entitlement} />
            <ComingUp orgId={orgId} entitlementId={entitlementId} />
            <Signups orgId={orgId} entitlement={entitlement} />
            <Suspense fallback={null}>
              <EntitlementAttributions orgId={orgId} id={entitlementId} />
            </Suspense>
            <Suspense fallback={<Loading />}>
              <Timeline orgId={orgId} entityType="ENTITLEMENT" entityId={entitlementId} />
            </Suspense>
          </>
        )}
        {tab === 'usage' && <TermsAndUse orgId={orgId} entitlement={entitlement} />}
        {tab === 'payments' && (
          <>
            {info && <Payments orgId={orgId} info={info} />}
            {info && <Addons info={info} />}
            <Suspense fallback={<Loading />}>
              <Invoices orgId={orgId} entitlementId={entitlementId} />
            </Suspense>
          </>
        )}
      </Columns>
    </Page>
  );
}

type Props = { orgId: string; entitlement: WithId<WorkloadEntitlement> };

/** The changes that the buyer requested, on marketplaces where the seller answers. */
const BuyerRequests = ({ orgId, entitlement }: Props) =>
  withRequests.includes(entitlement.partner ?? '') && (
    <Suspense fallback={null}>
      <Requests orgId={orgId} entitlement={entitlement} />
    </Suspense>
  );

/** The use of the current term, and the dates of the agreement. */
function Agreed({ orgId, entitlement }: Props) {
  const { id, entitlementTermID, info, startTime, endTime } = entitlement;
  const { data: term } = useQuery({
    queryKey: [...keys.one(orgId, 'entitlements', id), 'term', entitlementTermID],
    queryFn: ({ signal }) =>
      tradepost.in(orgId).entitlements.getTerm(id, entitlementTermID ?? '', { signal }),
    enabled: entitlementTermID !== undefined,
  });
  const amount = (of: number | undefined) => <Money of={of} in={info?.currency} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Stat
        label="Commit used in this term"
        value={amount(term?.usedCommitAmount ?? 0)}
        note={
          <>
            of {amount(term?.commitAmount ?? info?.commitAmount)}
            {(term?.reportedAmount ?? 0) > 0 && <>; overage {amount(term?.reportedAmount)}</>}
          </>
        }
      />
      <Stat
        label={endTime ? (info?.autoRenew ? 'Renews' : 'Ends') : 'No end date'}
        value={endTime ? <Time at={endTime} only="day" /> : '–'}
        note={
          <>
            Since <Time at={startTime} only="day" />.{' '}
            {info?.autoRenew ? 'Renews automatically.' : 'Does not renew.'}
          </>
        }
      />
    </div>
  );
}

/** The facts and identifiers of an entitlement, beside its content. */
function Side({ orgId, entitlement }: Props) {
  const { metaInfo, offerID: offerId, productID, externalID } = entitlement;
  const scheduled = metaInfo?.entitlementCancellationSchedule;
  return (
    <Card title="Details">
      <Facts
        isNarrow
        of={[
          ['Product', productID && <RecordLink key="p" orgId={orgId} kind="product" id={productID} />],
          ['Cancellation scheduled', scheduled && (scheduled.cancelDate || splitWords(scheduled.type ?? ''))],
          ['Offer', offerId && <RecordLink key="o" orgId={orgId} kind="offer" id={offerId} />],
          [
            'Buyer’s page',
            entitlement.info?.spaUrl && (
              <CopyLink key="page" to={entitlement.info.spaUrl}>
                Open the page
              </CopyLink>
            ),
          ],
          ['Created', <Time key="created" at={entitlement.creationTime} />],
          ['Last changed', <Time key="changed" at={entitlement.lastUpdateTime} />],
          ['Identifier', <CopyId key="id" of={entitlement.id} />],
          [
            'At the marketplace',
            externalID && <CopyId key="ext" of={externalID} label="identifier at the marketplace" />,
          ],
        ]}
      />
    </Card>
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
      {error ? <Failure error={error} again={() => void refetch()} /> : !data && <Loading />}
      {data?.length === 0 && <p>No terms yet.</p>}
      {data && data.length > 0 && (
        <Card
          title="Terms"
          isFlush
          actions={
            <PathButton path={paths.ledger} params={{ orgId, entitlementId }}>
              Usage ledger
            </PathButton>
          }
        >
          <Terms
            orgId={orgId}
            entitlementId={entitlementId}
            terms={data}
            currency={info?.currency}
            shownId={shown?.id}
          />
        </Card>
      )}
      {shown && (
        <Suspense fallback={<Loading lines={8} />}>
          <BurnDown
            key={shown.id}
            orgId={orgId}
            entitlementId={entitlementId}
            term={shown}
            currency={info?.currency}
          />
        </Suspense>
      )}
    </>
  );
}

type Term = WithId<WorkloadEntitlementTerm>;

/** Returns the requested term, otherwise the current term, otherwise the last term. */
const termOf = (terms: readonly Term[], asked?: string, running?: string): Term | undefined =>
  terms.find(({ id }) => id === asked) ?? terms.find(({ id }) => id === running) ?? terms.at(-1);
