import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { WithId, WorkloadOffer } from '@tradepost/sdk';
import { lazy, Suspense } from 'react';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { Money } from '../../ui/money.tsx';
import { Columns, Facts, Page } from '../../ui/page.tsx';
import { RecordFailure } from '../../ui/record-failure.tsx';
import { RecordLink } from '../../ui/resource/links.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { useTab } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { nameOf } from '../../ui/words.ts';
import { OfferActions } from './actions.tsx';
import { Documents } from './documents.tsx';
import { offerBuyer } from './offer-buyer.tsx';
import { accountsOf } from './offer-buyers.ts';
import { Commits, Conditions, Instalments, UsagePrices } from './terms.tsx';
import { totalOf } from './total.ts';

// Few sales have a channel partner, so that the code is loaded after the page.
const OfferAttributions = lazy(async () => ({
  default: (await import('../../ui/attributions.tsx')).OfferAttributions,
}));

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'terms', label: 'Terms' },
  { name: 'documents', label: 'Documents' },
];

/** The page of an offer, with its state, actions and history. */
export function OfferPage() {
  const { orgId, offerId } = useParams({ from: paths.offer });
  const tab = useTab(tabs);
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'offers', offerId),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.get(offerId, { signal }),
  });
  if (error && !offer) return <Failure error={error} again={() => void refetch()} />;
  if (!offer) return <Loading />;
  const { info } = offer;
  const showBuyer = (id: string) => <RecordLink orgId={orgId} kind="buyer" id={id} />;
  const buyer = offerBuyer({ orgId, offer, showBuyer });
  return (
    <Page
      title={offer.name || offer.id}
      crumbs={[
        <Link key="offers" to={paths.offers} params={{ orgId }}>
          Offers
        </Link>,
      ]}
      status={<Status of={offer.status} />}
      summary={
        <>
          <span className="text-lg font-semibold text-ink">
            <Money of={totalOf(info)} in={info?.currency} />
          </span>
          {buyer && <span>for {buyer}</span>}
          <Marketplace of={offer.partner} />
        </>
      }
      lead={
        <>
          <RecordFailure status={offer.status} metaInfo={offer.metaInfo} />
          <OfferActions orgId={orgId} offer={offer} />
        </>
      }
      tabs={tabs}
    >
      <Columns side={<Side orgId={orgId} offer={offer} />}>
        {tab === 'overview' && (
          <>
            <Commits info={info} />
            <Entitlements orgId={orgId} offerId={offerId} />
            <Suspense fallback={null}>
              <OfferAttributions orgId={orgId} id={offerId} />
            </Suspense>
            <Timeline orgId={orgId} entityType="OFFER" entityId={offerId} />
          </>
        )}
        {tab === 'terms' && (
          <>
            <Commits info={info} />
            <UsagePrices info={info} />
            <Instalments info={info} />
            <Conditions info={info} />
          </>
        )}
        {tab === 'documents' && <Documents orgId={orgId} offer={offer} />}
      </Columns>
    </Page>
  );
}

type Props = { orgId: string; offer: WithId<WorkloadOffer> };

/** The facts and identifiers of an offer, beside its content. */
const Side = ({ orgId, offer }: Props) => (
  <Card title="Details">
    <Facts
      isNarrow
      of={[
        ['Type', nameOf(offer.offerType)],
        [
          'Product',
          offer.productID && <RecordLink key="p" orgId={orgId} kind="product" id={offer.productID} />,
        ],
        ['Named buyers', accountsOf(offer.info).join(', ')],
        ['Expires', offer.expireTime ? <Time key="until" at={offer.expireTime} /> : 'Never'],
        ['Created', <Time key="created" at={offer.creationTime} />],
        ['Last changed', <Time key="changed" at={offer.lastUpdateTime} />],
        ['Identifier', <CopyId key="id" of={offer.id} />],
        [
          'At the marketplace',
          offer.externalID && (
            <CopyId key="ext" of={offer.externalID} label="identifier at the marketplace" />
          ),
        ],
      ]}
    />
  </Card>
);

/** The entitlements that began with the offer. */
function Entitlements({ orgId, offerId }: { orgId: string; offerId: string }) {
  const { data = [] } = useQuery({
    queryKey: keys.list(orgId, 'entitlements', { offerId }),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.listEntitlements(offerId, {}, { signal }),
  });
  if (data.length === 0) return null;
  return (
    <Card title="Entitlements" isFlush>
      <ShortTable
        isFlush
        label="Entitlements of the offer"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Name',
            cell: ({ id, name }) => (
              <Link to={paths.entitlement} params={{ orgId, entitlementId: id }}>
                {name || id}
              </Link>
            ),
          },
          { name: 'State', cell: ({ status }) => <Status of={status} /> },
          { name: 'From', cell: ({ startTime }) => <Time at={startTime} only="day" /> },
          { name: 'Ends', cell: ({ endTime }) => <Time at={endTime} only="day" /> },
          {
            name: 'Committed',
            align: 'end',
            cell: ({ info }) => <Money of={info?.commitAmount} in={info?.currency} />,
          },
        ]}
      />
    </Card>
  );
}
