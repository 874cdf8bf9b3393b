import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WithId, WorkloadEntitlement } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { acceptedParams, Filters, Toolbar } from '../../ui/filters.tsx';
import { Marketplace, marketplaceOptions } from '../../ui/marketplace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
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

/** The fields that the columns need. Complete entitlements would be much larger. */
const fields = ['id', 'organizationID', 'name', 'status', 'partner', 'startTime', 'endTime'] as const;

const columns: readonly Column<Entitlement>[] = [
  {
    name: 'Name',
    cell: ({ id, name, organizationID: orgId = '' }) => (
      <Link to={paths.entitlement} params={{ orgId, entitlementId: id }}>
        {name || id}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <Status of={status} /> },
  { name: 'Marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
  { name: 'From', cell: ({ startTime }) => <Time at={startTime} only="day" /> },
  { name: 'Ends', cell: ({ endTime }) => <Time at={endTime} only="day" /> },
];

/** The entitlements of the organization, newest first. */
export function EntitlementsPage() {
  const { orgId } = useParams({ from: paths.entitlements });
  const query = acceptedParams(useSearch({ strict: false }), choices);
  return (
    <Page title="Entitlements">
      <Toolbar>
        <Filters choices={choices} />
      </Toolbar>
      <Table
        label="Entitlements"
        queryKey={keys.list(orgId, 'entitlements', query)}
        read={(next, signal) =>
          tradepost
            .in(orgId)
            .entitlements.list(
              { ...query, order: 'desc', limit: 50, fields: [...fields], ...next } as never,
              { signal },
            )
        }
        columns={columns}
        empty={
          <Empty title="No entitlements yet">
            <p>
              An entitlement appears when a buyer has accepted an{' '}
              <Link to={paths.offers} params={{ orgId }}>
                offer
              </Link>
              .
            </p>
          </Empty>
        }
      />
    </Page>
  );
}
