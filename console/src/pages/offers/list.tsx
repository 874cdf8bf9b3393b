import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadOffer } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/controls.tsx';
import { acceptedParams, Filters, Toolbar } from '../../ui/filters.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { choices } from './choices.ts';

type Offer = WithId<WorkloadOffer>;

/** The fields that the columns need. Complete offers would be five times as large. */
const fields = ['id', 'organizationID', 'name', 'status', 'partner', 'expireTime', 'creationTime'] as const;

const columns: readonly Column<Offer>[] = [
  {
    name: 'Name',
    cell: ({ id, name, organizationID: orgId = '' }) => (
      <Link to={paths.offer} params={{ orgId, offerId: id }}>
        {name || id}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <Status of={status} /> },
  { name: 'Marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
  { name: 'Until', cell: ({ expireTime }) => <Time at={expireTime} only="day" /> },
  { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} /> },
];

/** The offers of the organization, newest first. */
export function OffersPage() {
  const { orgId } = useParams({ from: paths.offers });
  const { missingPermission } = useOrganization(orgId);
  const query = acceptedParams(useSearch({ strict: false }), choices);
  return (
    <Page
      title="Offers"
      actions={
        missingPermission('offers:write') === undefined && (
          <LinkButton to={paths.newOffer} params={{ orgId }} kind="primary">
            New offer
          </LinkButton>
        )
      }
    >
      <Toolbar>
        <Filters choices={choices} />
      </Toolbar>
      <Table
        label="Offers"
        queryKey={keys.list(orgId, 'offers', query)}
        read={(next, signal) =>
          tradepost
            .in(orgId)
            .offers.list({ ...query, order: 'desc', limit: 50, fields: [...fields], ...next } as never, {
              signal,
            })
        }
        columns={columns}
        empty={
          <Empty title={Object.keys(query).length > 0 ? 'No offers match these filters' : 'No offers yet'}>
            <p>
              <Link to={paths.newOffer} params={{ orgId }}>
                Create the first offer
              </Link>
            </p>
          </Empty>
        }
      />
    </Page>
  );
}
