import { answerOf, type Kept, type OrganizationRole, type Permission } from '@tradepost/sdk';
import { useEffect, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { useChange } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { RoleForm, type RoleText } from './form.tsx';
import { areSame } from './permissions.ts';

type Role = Kept<OrganizationRole>;
type Props = {
  orgId: string;
  role: Role;
  /** Why it cannot be changed. */
  reason: string | undefined;
};

const textOf = ({ name = '', description = '', permissions = [] }: Role): RoleText => ({
  name,
  description,
  permissions,
});

/** Changes what a role is for and what it allows. Where somebody else has changed it meanwhile, nothing is overwritten. */
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
      // It may be the role of the person itself.
      await queries.invalidateQueries({ queryKey: keys.organizations });
    },
  );
  return (
    <>
      {isOutdated && isDirty && (
        <section role="status">
          <p>Somebody else has changed it meanwhile. What you have entered is still here, and not kept.</p>
          <Row>
            <Button
              onClick={() => {
                change.reset();
                take(role);
              }}
            >
              Show what it is now
            </Button>
          </Row>
        </section>
      )}
      <RoleForm
        orgId={orgId}
        value={value}
        onChange={setValue}
        isNew={false}
        action="Change the role"
        reason={reason ?? (isDirty ? undefined : 'Nothing is changed yet.')}
        isPending={change.isPending}
        error={change.error}
        onSend={() => change.send()}
      />
      {change.isSuccess && !isDirty && <p role="status">The role was changed. It counts from now on.</p>}
    </>
  );
}

/** What is entered of a role, beside the role as it was when that began. What others write takes nothing away from it. */
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
