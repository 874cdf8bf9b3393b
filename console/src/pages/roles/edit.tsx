import { answerOf, type OrganizationRole, type Permission, type WithId } from '@tradepost/sdk';
import { useEffect, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { useChange } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { RoleForm, type RoleText } from './form.tsx';
import { areSame } from './permissions.ts';

type Role = WithId<OrganizationRole>;
type Props = {
  orgId: string;
  role: Role;
  /** The reason why the role cannot be changed. */
  reason: string | undefined;
};

const textOf = ({ name = '', description = '', permissions = [] }: Role): RoleText => ({
  name,
  description,
  permissions,
});

/**
 * Changes the description and permissions of a role. If another member has changed the role in the meantime, the change
 * is rejected.
 */
export function EditRole({ orgId, role, reason }: Props) {
  const { begun, value, setValue, take, isDirty, isOutdated } = useEdited(role);
  useUnsaved(isDirty);
  const change = useChange(
    orgId,
    () =>
      tradepost.in(orgId).roles.update(
        value.name,
        {
          description: value.description.trim() || null,
          permissions: value.permissions as Permission[],
        },
        { ifMatch: answerOf(begun)?.etag },
      ),
    async (changed) => {
      queries.setQueryData(keys.one(orgId, 'roles', value.name), changed);
      take(changed);
      // The changed role may be the role of the user.
      await queries.invalidateQueries({ queryKey: keys.organizations });
    },
  );
  return (
    <>
      {isOutdated && isDirty && (
        <section role="status">
          <p>Another member has changed the role. Your changes are still here, but not saved.</p>
          <Row>
            <Button
              onClick={() => {
                change.reset();
                take(role);
              }}
            >
              Show the current version
            </Button>
          </Row>
        </section>
      )}
      <RoleForm
        orgId={orgId}
        value={value}
        onChange={setValue}
        isNew={false}
        action="Change role"
        reason={reason ?? (isDirty ? undefined : 'No changes yet.')}
        isPending={change.isPending}
        error={change.error}
        onSend={() => change.send()}
      />
      {change.isSuccess && !isDirty && <p role="status">Role changed. The change applies immediately.</p>}
    </>
  );
}

/**
 * Returns the edited values of a role, with the role at the start of editing, so that changes by other members discard
 * no input.
 */
function useEdited(role: Role) {
  const [begun, setBegun] = useState(role);
  const [value, setValue] = useState(() => textOf(role));
  const before = textOf(begun);
  const isDirty =
    value.description.trim() !== before.description || !areSame(value.permissions, before.permissions);
  const isOutdated = role.lastUpdateTime !== begun.lastUpdateTime;
  const take = (newer: Role) => {
    setBegun(newer);
    setValue(textOf(newer));
  };
  useEffect(() => {
    if (isDirty || !isOutdated) return;
    setBegun(role);
    setValue(textOf(role));
  }, [isDirty, isOutdated, role]);
  return { begun, value, setValue, take, isDirty, isOutdated };
}
