import { answerOf, type OrganizationMember, type WithId } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { problemAt, Refusal } from '../../ui/refusal.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { useMayNot } from './may-not.ts';

type Props = { orgId: string; member: WithId<OrganizationMember>; isMe: boolean };

/**
 * Changes the role of a member. Users who reduce their own permissions must confirm this, because only other members
 * can restore the permissions.
 */
export function ChangeRole({ orgId, member, isMe }: Props) {
  const { role: before = '' } = member;
  const [role, setRole] = useState(before);
  const [isAsked, setAsked] = useState(false);
  const { organization } = useOrganization(orgId);
  const reason = useMayNot(orgId, member);
  const change = useChange(
    orgId,
    () => tradepost.in(orgId).members.update(member.id, { role }, { ifMatch: answerOf(member)?.etag }),
    async () => {
      setAsked(false);
      if (isMe) await queries.invalidateQueries({ queryKey: keys.organizations });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMe) setAsked(true);
    else change.send();
  };
  return (
    <form onSubmit={submit}>
      <Card title="Role">
        <RoleField
          orgId={orgId}
          value={role}
          onChange={setRole}
          problem={problemAt(change.error, '/role')}
          help={
            member.channelPartnerId
              ? 'This role has no effect while the member acts for a channel partner.'
              : 'The new role applies from the member’s next request.'
          }
        />
        {!isAsked && <Refusal label="Why the role was not changed" error={change.error} />}
        <Row>
          <Button
            type="submit"
            kind="primary"
            reason={reason ?? (role === before ? 'The member already has this role.' : undefined)}
            disabled={change.isPending}
          >
            Change role
          </Button>
        </Row>
      </Card>
      {isAsked && (
        <ConfirmDialog
          title={`Become ${role} yourself?`}
          action={`Become ${role}`}
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => change.send()}
          onClose={() => {
            change.reset();
            setAsked(false);
          }}
        >
          <p>
            You will be able to do in {organization?.name} only what that role allows. Only another member can
            restore your current role.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}
