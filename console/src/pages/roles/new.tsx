import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Permission } from '@tradepost/sdk';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { useChange } from '../../ui/change.ts';
import { Page } from '../../ui/page.tsx';
import { useRoles } from '../../ui/role-field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { RoleForm, type RoleText } from './form.tsx';
import { always } from './permissions.ts';

/** The form of a new role, empty or copied from the role in the URL. */
export function NewRolePage() {
  const { orgId } = useParams({ from: paths.newRole });
  const { like } = useSearch({ strict: false }) as { like?: string };
  const { missingPermission } = useOrganization(orgId);
  const { data: roles, error } = useRoles(orgId);
  if (error) return <Failure error={error} />;
  if (!roles && missingPermission('members:read') === undefined) return <Loading />;
  const model = roles?.find(({ name }) => name === like);
  // Permissions that the user may not grant are not copied.
  const permissions = (model?.permissions ?? [always]).filter((one) => missingPermission(one) === undefined);
  return <NewRole key={like} orgId={orgId} start={{ name: '', description: '', permissions }} />;
}

function NewRole({ orgId, start }: { orgId: string; start: RoleText }) {
  const navigate = useNavigate();
  const { missingPermission } = useOrganization(orgId);
  const [first] = useState(start);
  const [role, setRole] = useState(first);
  const keep = useUnsaved(role !== first);
  const creation = useChange(
    orgId,
    () =>
      tradepost.in(orgId).roles.create({
        name: role.name.trim(),
        ...(role.description.trim() ? { description: role.description.trim() } : {}),
        permissions: role.permissions as Permission[],
      }),
    async ({ name = '' }) => {
      keep();
      await navigate({ to: paths.role, params: { orgId, roleName: name } });
    },
  );
  const reason = missingPermission('members:write');
  return (
    <Page title="New role">
      {missingPermission('members:read') ? (
        <p>{missingPermission('members:read')}</p>
      ) : (
        <RoleForm
          orgId={orgId}
          value={role}
          onChange={setRole}
          isNew
          action="Create role"
          reason={reason}
          isPending={creation.isPending}
          error={creation.error}
          onSend={() => creation.send()}
        />
      )}
    </Page>
  );
}
