import { Link, useParams } from '@tanstack/react-router';
import type { OrganizationRole, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

const columns = (orgId: string): readonly Column<WithId<OrganizationRole>>[] => [
  {
    name: 'Name',
    cell: ({ name = '' }) => (
      <Link to={paths.role} params={{ orgId, roleName: name }}>
        {name}
      </Link>
    ),
  },
  { name: 'Purpose', cell: ({ description }) => description || '–' },
  { name: 'Permissions', cell: ({ permissions = [] }) => permissions.length },
  { name: 'Created by', cell: ({ readOnly }) => (readOnly ? 'Tradepost' : 'The organization') },
  {
    name: 'Last changed',
    width: 'day',
    cell: ({ lastUpdateTime }) => <Time at={lastUpdateTime} only="day" />,
  },
];

/** The roles of members and API clients: built-in roles and the organization's own roles. */
export function RolesPage() {
  const { orgId } = useParams({ from: paths.roles });
  const { missingPermission } = useOrganization(orgId);
  return (
    <Page
      title="Roles"
      actions={
        missingPermission('members:write') === undefined && (
          <LinkButton to={paths.newRole} params={{ orgId }} kind="primary">
            New role
          </LinkButton>
        )
      }
    >
      <Table
        label="Roles"
        queryKey={keys.list(orgId, 'roles')}
        read={(next, signal) => tradepost.in(orgId).roles.list({ limit: 50, ...next }, { signal })}
        columns={columns(orgId)}
        empty={<Empty title="No roles" />}
      />
    </Page>
  );
}
