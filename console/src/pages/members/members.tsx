import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Kept, OrganizationMember } from '@tradepost/sdk';
import { useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Button } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Invite } from './invite.tsx';

type Member = Kept<OrganizationMember>;

/** Who belongs to the organization, and who is invited to. */
export function MembersPage() {
  const { orgId } = useParams({ from: paths.members });
  const [leaving, setLeaving] = useState<Member>();
  const { lacking } = useOrganization(orgId);
  const api = tradepost.in(orgId);
  const removal = useMutation({
    mutationFn: (id: string) => api.members.remove(id),
    onSuccess: () => setLeaving(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all(orgId) }),
  });
  const reason = lacking('members:write');
  const columns: readonly Column<Member>[] = [
    { name: 'Name', cell: ({ name, email }) => name || email },
    { name: 'Address', cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => role },
    { name: 'State', cell: ({ status }) => <Status of={status} /> },
    { name: 'Since', cell: ({ joinOrganizationTime }) => <Time at={joinOrganizationTime} only="day" /> },
    {
      name: 'Change',
      cell: (member) => (
        <Button reason={reason} onClick={() => setLeaving(member)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Page title="Members">
      <Invite orgId={orgId} />
      <Table
        label="Members"
        queryKey={keys.list(orgId, 'members')}
        read={(next, signal) => api.members.list({ limit: 50, ...next }, { signal })}
        columns={columns}
        empty={<Empty title="Nobody belongs to it but programs" />}
      />
      {leaving && (
        <Confirm
          title={`Remove ${leaving.name || leaving.email}?`}
          action="Remove"
          isPending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.mutate(leaving.id)}
          onClose={() => {
            removal.reset();
            setLeaving(undefined);
          }}
        >
          <p>The person loses all access to this organization at once.</p>
        </Confirm>
      )}
    </Page>
  );
}
