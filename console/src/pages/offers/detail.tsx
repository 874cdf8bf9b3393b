import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { OfferAttributions } from '../../ui/attributions.tsx';
import { Card } from '../../ui/card.tsx';
import { money } from '../../ui/money.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { OfferActions } from './actions.tsx';
import { Documents } from './documents.tsx';
import { Terms } from './terms.tsx';
import { totalOf } from './total.ts';

/** The page of an offer, with its state, actions and history. */
export function OfferPage() {
  const { orgId, offerId } = useParams({ from: paths.offer });
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'offers', offerId),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.get(offerId, { signal }),
  });
  const entitlements = useQuery({
    queryKey: keys.list(orgId, 'entitlements', { offerId }),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.listEntitlements(offerId, {}, { signal }),
    enabled: offer !== undefined,
  });
  if (error && !offer) return <Failure error={error} again={() => void refetch()} />;
  if (!offer) return <Loading />;
  const { info } = offer;
  return (
    <Page title={offer.name || offer.id} status={<Status of={offer.status} />}>
      <OfferActions orgId={orgId} offer={offer} />
      <Facts
        of={[
          ['Marketplace', offer.partner || 'Direct sale'],
          ['Value', money(totalOf(info), info?.currency)],
          ['Expires', offer.expireTime && <Time key="until" at={offer.expireTime} />],
          ['Created', <Time key="created" at={offer.creationTime} />],
          ['Last changed', <Time key="changed" at={offer.lastUpdateTime} />],
          ['At the marketplace', offer.externalID],
          ['Identifier', <code key="id">{offer.id}</code>],
        ]}
      />
      <Terms info={info} />
      <Documents orgId={orgId} offer={offer} />
      {entitlements.data && entitlements.data.length > 0 && (
        <Card title="Entitlements">
          <ul>
            {entitlements.data.map(({ id, name, status }) => (
              <li key={id}>
                <Link to={paths.entitlement} params={{ orgId, entitlementId: id }}>
                  {name || id}
                </Link>{' '}
                <Status of={status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <OfferAttributions orgId={orgId} id={offerId} />
      <Timeline orgId={orgId} entityType="OFFER" entityId={offerId} />
    </Page>
  );
}
