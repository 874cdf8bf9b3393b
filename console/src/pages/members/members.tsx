import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { OrganizationMember, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { acceptedParams, Filters, Toolbar } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { useRoles } from '../../ui/role-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Invite } from './invite.tsx';
import { RequiredSecondFactor } from './second-factor.tsx';

type Member = WithId<OrganizationMember>;

const columns = (orgId: string): readonly Column<Member>[] => [
  {
    name: 'Name',
    cell: ({ id, name, email }) => (
      <Link to={paths.member} params={{ orgId, memberId: id }}>
        {name || email}
      </Link>
    ),
  },
  { name: 'Address', cell: ({ email }) => email },
  { name: 'Role', cell: ({ role, channelPartnerId }) => (channelPartnerId ? 'Partner portal' : role) },
  { name: 'State', width: 'state', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Since',
    width: 'day',
    cell: ({ joinOrganizationTime }) => <Time at={joinOrganizationTime} only="day" />,
  },
];

const states = { name: 'status', label: 'State', options: ['ACTIVE', 'INVITED'] };

/** The members of the organization, and the invitations. */
export function MembersPage() {
  const { orgId } = useParams({ from: paths.members });
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { data: roles = [] } = useRoles(orgId);
  const names = roles.flatMap(({ name }) => name ?? []);
  // The role in the URL is applied as a filter even before the roles are loaded, or if the user may not read roles.
  const asked = search.role === undefined || names.includes(search.role) ? [] : [search.role];
  const choices = [
    {
      name: 'role',
      label: 'With the role',
      options: [...names, ...asked].map((value) => ({ value, label: value })),
    },
    states,
  ];
  const query = acceptedParams(search, choices);
  return (
    <Page title="Members">
      <Invite orgId={orgId} />
      <Toolbar>
        <Filters choices={choices} />
      </Toolbar>
      <Table
        label="Members"
        queryKey={keys.list(orgId, 'members', query)}
        read={(next, signal) =>
          tradepost.in(orgId).members.list({ ...query, limit: 50, ...next } as never, { signal })
        }
        columns={columns(orgId)}
        empty={
          Object.keys(query).length > 0 ? (
            <Empty title="No members match these filters" />
          ) : (
            <Empty title="No members yet" />
          )
        }
      />
      <RequiredSecondFactor orgId={orgId} />
    </Page>
  );
}
