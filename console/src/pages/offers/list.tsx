import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadOffer } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/controls.tsx';
import { acceptedParams } from '../../ui/filters.tsx';
import { List, type ListColumn } from '../../ui/list.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { Money } from '../../ui/money.tsx';
import { RecordName } from '../../ui/names.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { sortOf } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { choices } from './choices.ts';
import { offerBuyer } from './offer-buyer.tsx';
import { buyersOf } from './offer-buyers.ts';
import { periodOf, totalOf } from './total.ts';

type Offer = WithId<WorkloadOffer>;

/** The fields that the columns need. */
const fields = [
  'id',
  'organizationID',
  'name',
  'status',
  'partner',
  'buyerID',
  'productID',
  'offerType',
  'info',
  'metaInfo',
  'expireTime',
  'creationTime',
  'lastUpdateTime',
] as const;

const columns: readonly ListColumn<Offer>[] = [
  {
    name: 'Name',
    width: 'name',
    sort: 'name',
    cell: ({ id, name, organizationID: orgId = '' }) => (
      <Link to={paths.offer} params={{ orgId, offerId: id }}>
        {name || id}
      </Link>
    ),
    second: (offer) => offerBuyer({ orgId: offer.organizationID ?? '', offer }),
    csv: (offer, nameOf) => {
      const { ids, names } = buyersOf(offer);
      const buyers = [...ids.map((id) => nameOf('buyers', id)), ...names];
      return { Id: offer.id, Name: offer.name, Buyer: buyers.join(', ') };
    },
  },
  {
    name: 'Product',
    isHidden: true,
    cell: ({ organizationID = '', productID }) => (
      <RecordName orgId={organizationID} noun="products" id={productID} />
    ),
    csv: ({ productID }, nameOf) => ({ Product: nameOf('products', productID) }),
  },
  {
    name: 'Value',
    align: 'end',
    width: 'amount',
    cell: ({ info }) => <Money of={totalOf(info)} in={info?.currency} />,
    second: ({ info }) => periodOf(info),
    csv: ({ info }) => ({ Value: totalOf(info), Currency: info?.currency }),
  },
  {
    name: 'Marketplace',
    width: 'marketplace',
    cell: ({ partner }) => <Marketplace of={partner} />,
    csv: ({ partner }) => ({ Marketplace: marketplaceName(partner) }),
  },
  {
    name: 'State',
    width: 'state',
    sort: 'status',
    cell: ({ status }) => <Status of={status} />,
    csv: ({ status }) => ({ State: status }),
  },
  {
    name: 'Type',
    isHidden: true,
    cell: ({ offerType }) => nameOf(offerType),
    csv: ({ offerType }) => ({ Type: offerType }),
  },
  {
    name: 'Expires',
    width: 'day',
    sort: 'expireTime',
    cell: ({ expireTime }) => <Time at={expireTime} only="day" />,
    csv: ({ expireTime }) => ({ Expires: expireTime }),
  },
  {
    name: 'Created',
    isHidden: true,
    width: 'day',
    sort: 'creationTime',
    cell: ({ creationTime }) => <Time at={creationTime} only="day" />,
    csv: ({ creationTime }) => ({ Created: creationTime }),
  },
  {
    name: 'Changed',
    width: 'narrow',
    isHidden: true,
    cell: ({ lastUpdateTime }) => <Time at={lastUpdateTime} only="day" />,
    csv: ({ lastUpdateTime }) => ({ Changed: lastUpdateTime }),
  },
];

/** The offers of the organization, newest first. */
export function OffersPage() {
  const { orgId } = useParams({ from: paths.offers });
  const { missingPermission } = useOrganization(orgId);
  const search = useSearch({ strict: false });
  const chosen = acceptedParams(search, choices);
  const query = { order: 'desc', ...chosen, ...sortOf(columns, search) };
  const list = (page: object, signal?: AbortSignal) =>
    tradepost
      .in(orgId)
      .offers.list({ ...query, fields: [...fields], ...page } as never, signal ? { signal } : {});
  const mayWrite = missingPermission('offers:write') === undefined;
  return (
    <Page
      title="Offers"
      actions={
        mayWrite && (
          <LinkButton to={paths.newOffer} params={{ orgId }} kind="primary" icon={Plus}>
            New offer
          </LinkButton>
        )
      }
    >
      <List
        label="Offers"
        choices={choices}
        queryKey={keys.list(orgId, 'offers', query)}
        read={(next, signal) => list({ limit: 50, ...next }, signal)}
        readAll={() => list({ limit: 1000 })}
        names={['buyers', 'products']}
        columns={columns}
        empty={
          <Empty title={Object.keys(chosen).length > 0 ? 'No offers match these filters' : 'No offers yet'}>
            {mayWrite && (
              <p>
                <Link to={paths.newOffer} params={{ orgId }}>
                  Create the first offer
                </Link>
              </p>
            )}
          </Empty>
        }
      />
    </Page>
  );
}
