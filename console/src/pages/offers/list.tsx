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
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { choices } from './choices.ts';
import { totalOf } from './total.ts';

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
  'expireTime',
  'creationTime',
] as const;

const columns: readonly ListColumn<Offer>[] = [
  {
    name: 'Name',
    cell: ({ id, name, organizationID: orgId = '' }) => (
      <Link to={paths.offer} params={{ orgId, offerId: id }}>
        {name || id}
      </Link>
    ),
    csv: ({ id, name }) => ({ Id: id, Name: name }),
  },
  {
    name: 'Buyer',
    cell: ({ organizationID = '', buyerID }) => (
      <RecordName orgId={organizationID} noun="buyers" id={buyerID} />
    ),
    csv: ({ buyerID }, nameOf) => ({ Buyer: nameOf('buyers', buyerID) }),
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
    cell: ({ info }) => <Money of={totalOf(info)} in={info?.currency} />,
    csv: ({ info }) => ({ Value: totalOf(info), Currency: info?.currency }),
  },
  {
    name: 'Marketplace',
    cell: ({ partner }) => <Marketplace of={partner} />,
    csv: ({ partner }) => ({ Marketplace: marketplaceName(partner) }),
  },
  {
    name: 'State',
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
    width: 'narrow',
    cell: ({ expireTime }) => <Time at={expireTime} only="day" />,
    csv: ({ expireTime }) => ({ Expires: expireTime }),
  },
  {
    name: 'Created',
    width: 'narrow',
    cell: ({ creationTime }) => <Time at={creationTime} only="day" />,
    csv: ({ creationTime }) => ({ Created: creationTime }),
  },
];

/** The offers of the organization, newest first. */
export function OffersPage() {
  const { orgId } = useParams({ from: paths.offers });
  const { missingPermission } = useOrganization(orgId);
  const query = acceptedParams(useSearch({ strict: false }), choices);
  const list = (page: object, signal?: AbortSignal) =>
    tradepost
      .in(orgId)
      .offers.list(
        { ...query, order: 'desc', fields: [...fields], ...page } as never,
        signal ? { signal } : {},
      );
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
          <Empty title={Object.keys(query).length > 0 ? 'No offers match these filters' : 'No offers yet'}>
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
