import type { OrganizationMember } from '@tradepost/sdk';
import { useOrganization } from '../../organization.ts';
import { beyond, useRoles } from '../../ui/role-field.tsx';

/** Returns the reason why the user may not change a member or an invitation; undefined if the change is allowed. */
export function useMayNot(orgId: string, { role }: OrganizationMember): string | undefined {
  const { lacking } = useOrganization(orgId);
  const { data: roles } = useRoles(orgId);
  const allowed = roles?.find(({ name }) => name === role)?.permissions ?? [];
  return lacking('members:write') ?? beyond(`The role ${role}`, allowed, lacking);
}
