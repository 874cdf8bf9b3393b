import { type FormEvent, useState } from 'react';
import { useOrganization } from '../../organization.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { problemAt, Refusal } from '../../ui/refusal.tsx';
import { useRoles } from '../../ui/role-field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { PermissionFields } from './permission-fields.tsx';

export type RoleText = { name: string; description: string; permissions: readonly string[] };

type Props = {
  orgId: string;
  value: RoleText;
  onChange: (value: RoleText) => void;
  /** The name of an existing role cannot be changed. */
  isNew: boolean;
  action: string;
  /** The reason why the form cannot be sent. */
  reason: string | undefined;
  isPending: boolean;
  error: unknown;
  onSend: () => void;
};

/** The form of a role: name, description and permissions. */
export function RoleForm({ orgId, value, onChange, isNew, action, reason, isPending, error, onSend }: Props) {
  const { missingPermission } = useOrganization(orgId);
  const roles = useRoles(orgId);
  const [isDifferent, setDifferent] = useState(false);
  const set = (changes: Partial<RoleText>) => {
    setDifferent(true);
    onChange({ ...value, ...changes });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDifferent(false);
    onSend();
  };
  // A problem refers to the sent values, and disappears when the values change.
  const problem = (pointer: string) => (isDifferent ? undefined : problemAt(error, pointer));
  // ADMIN has every permission.
  const all = roles.data?.find(({ name }) => name === 'ADMIN')?.permissions;
  if (roles.error) return <Failure error={roles.error} again={() => void roles.refetch()} />;
  if (!all) return <Loading />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal label="Errors in the role" error={error} />
        {isNew && (
          <Field
            label="Name"
            help="2 to 50 capital letters, digits and underscores, starting with a letter. It cannot be changed later."
            problem={problem('/name')}
          >
            <input
              value={value.name}
              maxLength={50}
              required
              autoComplete="off"
              onChange={({ target }) => set({ name: target.value.toUpperCase() })}
            />
          </Field>
        )}
        <Field label="Description" problem={problem('/description')}>
          <textarea
            rows={2}
            maxLength={500}
            value={value.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
        <h2>Permissions</h2>
        {problem('/permissions') && <p>{problem('/permissions')}</p>}
        {all.some((permission) => missingPermission(permission)) && (
          <p>You can grant only permissions that your own role has.</p>
        )}
        <PermissionFields
          all={all}
          chosen={value.permissions}
          missingPermission={missingPermission}
          onChange={(permissions) => set({ permissions })}
        />
        <Row>
          <Button type="submit" kind="primary" reason={reason} disabled={isPending}>
            {action}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
