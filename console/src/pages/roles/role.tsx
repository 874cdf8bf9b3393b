import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { OrganizationRole, WithId } from '@tradepost/sdk';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, LinkButton, Row } from '../../ui/controls.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { permissionRefusal } from '../../ui/role-field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { EditRole } from './edit.tsx';
import { Holders } from './holders.tsx';
import { groupsOf } from './permissions.ts';

/** The page of a role: its permissions and holders. The organization's own roles can be changed. */
export function RolePage() {
  const { orgId, roleName } = useParams({ from: paths.role });
  const { missingPermission } = useOrganization(orgId);
  const {
    data: role,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'roles', roleName),
    queryFn: ({ signal }) => tradepost.in(orgId).roles.get(roleName, { signal }),
  });
  if (error && !role) return <Failure error={error} again={() => void refetch()} />;
  if (!role) return <Loading />;
  const { permissions = [], readOnly } = role;
  const reason =
    missingPermission('members:write') ?? permissionRefusal('The role', permissions, missingPermission);
  const isEditable = !readOnly && missingPermission('members:write') === undefined;
  return (
    <Page
      title={role.name ?? roleName}
      actions={
        missingPermission('members:write') === undefined && (
          <Row>
            <LinkButton to={paths.newRole} params={{ orgId }} search={{ like: roleName }}>
              Copy to a new role
            </LinkButton>
            {!readOnly && <DeleteRole orgId={orgId} role={role} reason={reason} />}
          </Row>
        )
      }
    >
      {readOnly && <p>This is a built-in role. It cannot be changed, but you can copy it.</p>}
      <Facts
        of={[
          ['Purpose', !isEditable && role.description],
          ['Created', role.creationTime && <Time key="created" at={role.creationTime} />],
          ['Last changed', role.lastUpdateTime && <Time key="changed" at={role.lastUpdateTime} />],
        ]}
      />
      {isEditable ? (
        <EditRole orgId={orgId} role={role} reason={reason} />
      ) : (
        <Card title="Permissions">
          <Facts
            of={groupsOf(permissions).map(({ of, permissions: own }) => [
              of,
              own.map(({ words }) => words).join(', '),
            ])}
          />
        </Card>
      )}
      <Holders orgId={orgId} role={roleName} />
    </Page>
  );
}

type DeleteProps = { orgId: string; role: WithId<OrganizationRole>; reason: string | undefined };

function DeleteRole({ orgId, role: { name = '' }, reason }: DeleteProps) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const removal = useChange(
    orgId,
    () => tradepost.in(orgId).roles.delete(name),
    () => navigate({ to: paths.roles, params: { orgId } }),
  );
  return (
    <>
      <Button kind="danger" reason={reason} onClick={() => setAsked(true)}>
        Delete role
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete role ${name}?`}
          action="Delete role"
          isPending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.send()}
          onClose={() => {
            removal.reset();
            setAsked(false);
          }}
        >
          <p>Only a role without members can be deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
