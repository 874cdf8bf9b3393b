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
  /** Of a role that is there already the name stays. */
  isNew: boolean;
  action: string;
  /** Why it cannot be sent. */
  reason: string | undefined;
  isPending: boolean;
  error: unknown;
  onSend: () => void;
};

/** What a role is called, what it is for, and what it allows. */
export function RoleForm({ orgId, value, onChange, isNew, action, reason, isPending, error, onSend }: Props) {
  const { lacking } = useOrganization(orgId);
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
  // What a problem says is of what was sent: it goes as soon as that is changed.
  const problem = (pointer: string) => (isDifferent ? undefined : problemAt(error, pointer));
  // ADMIN has every permission that there is.
  const all = roles.data?.find(({ name }) => name === 'ADMIN')?.permissions;
  if (roles.error) return <Failure error={roles.error} again={() => void roles.refetch()} />;
  if (!all) return <Loading />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal label="What is wrong with the role" error={error} />
        {isNew && (
          <Field
            label="Name"
            help="2 to 50 capital letters, digits and underscores, a letter first. It stays."
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
        <Field label="What it is for" problem={problem('/description')}>
          <textarea
            rows={2}
            maxLength={500}
            value={value.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
        <h2>What it allows</h2>
        {problem('/permissions') && <p>{problem('/permissions')}</p>}
        {all.some((permission) => lacking(permission)) && (
          <p>You can give only what your own role allows. The rest is grey.</p>
        )}
        <PermissionFields
          all={all}
          chosen={value.permissions}
          lacking={lacking}
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
