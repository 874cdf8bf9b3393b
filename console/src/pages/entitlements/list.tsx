import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadEntitlement } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { acceptedParams } from '../../ui/filters.tsx';
import { List, type ListColumn } from '../../ui/list.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { marketplaceName, marketplaceOptions } from '../../ui/marketplaces.ts';
import { Money } from '../../ui/money.tsx';
import { RecordName } from '../../ui/names.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { sortOf } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Entitlement = WithId<WorkloadEntitlement>;

const choices = [
  {
    name: 'status',
    label: 'State',
    options: ['ACTIVE', 'PENDING_START', 'PENDING_CANCEL', 'SUSPENDED', 'CANCELLED'],
  },
  {
    name: 'partner',
    label: 'Marketplace',
    options: marketplaceOptions,
  },
] as const;

/** The fields that the columns need. */
const fields = [
  'id',
  'organizationID',
  'name',
  'status',
  'partner',
  'buyerID',
  'productID',
  'info',
  'startTime',
  'endTime',
  'lastUpdateTime',
] as const;

const columns: readonly ListColumn<Entitlement>[] = [
  {
    name: 'Name',
    sort: 'name',
    cell: ({ id, name, organizationID: orgId = '' }) => (
      <Link to={paths.entitlement} params={{ orgId, entitlementId: id }}>
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
    cell: ({ organizationID = '', productID }) => (
      <RecordName orgId={organizationID} noun="products" id={productID} />
    ),
    csv: ({ productID }, nameOf) => ({ Product: nameOf('products', productID) }),
  },
  {
    name: 'Committed',
    width: 'amount',
    align: 'end',
    cell: ({ info }) => <Money of={info?.commitAmount} in={info?.currency} />,
    csv: ({ info }) => ({ Committed: info?.commitAmount, Currency: info?.currency }),
  },
  {
    name: 'Yearly value',
    width: 'amount',
    align: 'end',
    isHidden: true,
    cell: ({ info }) => <Money of={info?.annualizedAmount} in={info?.currency} />,
    csv: ({ info }) => ({ 'Yearly value': info?.annualizedAmount }),
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
    name: 'From',
    width: 'day',
    isHidden: true,
    sort: 'startTime',
    cell: ({ startTime }) => <Time at={startTime} only="day" />,
    csv: ({ startTime }) => ({ From: startTime }),
  },
  {
    name: 'Ends',
    width: 'day',
    sort: 'endTime',
    cell: ({ endTime }) => <Time at={endTime} only="day" />,
    csv: ({ endTime }) => ({ Ends: endTime }),
  },
  {
    name: 'Changed',
    width: 'narrow',
    isHidden: true,
    cell: ({ lastUpdateTime }) => <Time at={lastUpdateTime} only="day" />,
    csv: ({ lastUpdateTime }) => ({ Changed: lastUpdateTime }),
  },
];

/** The entitlements of the organization, newest first. */
export function EntitlementsPage() {
  const { orgId } = useParams({ from: paths.entitlements });
  const search = useSearch({ strict: false });
  const chosen = acceptedParams(search, choices);
  const query = { order: 'desc', ...chosen, ...sortOf(columns, search) };
  const list = (page: object, signal?: AbortSignal) =>
    tradepost
      .in(orgId)
      .entitlements.list({ ...query, fields: [...fields], ...page } as never, signal ? { signal } : {});
  const isFiltered = Object.keys(chosen).length > 0;
  return (
    <Page title="Entitlements">
      <List
        label="Entitlements"
        choices={choices}
        queryKey={keys.list(orgId, 'entitlements', query)}
        read={(next, signal) => list({ limit: 50, ...next }, signal)}
        readAll={() => list({ limit: 1000 })}
        names={['buyers', 'products']}
        columns={columns}
        empty={
          <Empty title={isFiltered ? 'No entitlements match these filters' : 'No entitlements yet'}>
            {!isFiltered && (
              <p>
                An entitlement appears when a buyer has accepted an{' '}
                <Link to={paths.offers} params={{ orgId }}>
                  offer
                </Link>
                .
              </p>
            )}
          </Empty>
        }
      />
    </Page>
  );
}
