import type { OrganizationMember } from '@tradepost/sdk';
import { useOrganization } from '../../organization.ts';
import { permissionRefusal, useRoles } from '../../ui/role-field.tsx';

/** Returns the reason why the user may not change a member or an invitation; undefined if the change is allowed. */
export function useMayNot(orgId: string, { role }: OrganizationMember): string | undefined {
  const { missingPermission } = useOrganization(orgId);
  const { data: roles } = useRoles(orgId);
  const allowed = roles?.find(({ name }) => name === role)?.permissions ?? [];
  return (
    missingPermission('members:write') ?? permissionRefusal(`The role ${role}`, allowed, missingPermission)
  );
}
