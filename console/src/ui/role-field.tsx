import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { Field } from './controls.tsx';

/**
 * Returns the roles of an organization, the built-in roles first. Further roles must be looked up in the list of roles.
 */
export function useRoles(orgId: string) {
  const { missingPermission } = useOrganization(orgId);
  return useQuery({
    queryKey: keys.list(orgId, 'roles', { limit: 500 }),
    queryFn: ({ signal }) => tradepost.in(orgId).roles.list({ limit: 500 }, { signal }),
    enabled: missingPermission('members:read') === undefined,
    staleTime: 60_000,
  });
}

/**
 * Returns the reason why the user may not assign, define or revoke a role. Users cannot grant or remove permissions
 * that they lack.
 */
export function permissionRefusal(
  subject: string,
  permissions: readonly string[],
  missingPermission: (permission: string) => string | undefined,
): string | undefined {
  const more = permissions.filter((permission) => missingPermission(permission) !== undefined);
  return more.length > 0 ? `${subject} allows what yours does not: ${more.join(', ')}.` : undefined;
}

type RoleFieldProps = {
  orgId: string;
  value: string;
  onChange: (role: string) => void;
  help?: string;
  problem?: string | undefined;
};

/** A selection of a role. A role with permissions that the user lacks cannot be assigned, and has a reason. */
export function RoleField({ orgId, value, onChange, help, problem }: RoleFieldProps) {
  const { missingPermission } = useOrganization(orgId);
  const { data = [] } = useRoles(orgId);
  const known = data.map(({ name = '', permissions = [] }) => ({
    name,
    reason: permissionRefusal(name, permissions, missingPermission),
  }));
  // A user who may not read the roles can select a built-in role.
  const standard = ['ADMIN', 'EDITOR', 'VIEWER'].map((name) => ({ name, reason: undefined }));
  const shown = known.length > 0 ? known : standard;
  const all = shown.some(({ name }) => name === value)
    ? shown
    : [...shown, { name: value, reason: undefined }];
  return (
    <Field label="Role" help={help} problem={problem}>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {all.map(({ name, reason }) => (
          <option key={name} value={name} disabled={reason !== undefined && name !== value}>
            {reason === undefined ? name : `${name} (allows more than your role)`}
          </option>
        ))}
      </select>
    </Field>
  );
}
