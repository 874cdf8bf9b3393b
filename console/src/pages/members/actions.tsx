import { useNavigate } from '@tanstack/react-router';
import type { OrganizationMember, WithId } from '@tradepost/sdk';
import { useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import { useMayNot } from './may-not.ts';

type Props = { orgId: string; member: WithId<OrganizationMember>; isMe: boolean };

/** The texts of the actions that end a membership or an invitation. */
type RemovalAction = { action: string; title: string; warning: string; run: () => Promise<unknown> };

/** The actions that end a membership or an invitation, or resend the invitation. */
export function MemberActions({ orgId, member, isMe }: Props) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { organization } = useOrganization(orgId);
  const mayNot = useMayNot(orgId, member);
  const { action, title, warning, run } = endingOf({ orgId, member, isMe }, organization?.name);
  const ending = useChange(orgId, run, async () => {
    if (isMe) await queries.invalidateQueries({ queryKey: keys.organizations });
    await (isMe ? navigate({ to: paths.organizations }) : navigate({ to: paths.members, params: { orgId } }));
  });
  return (
    <Card title={member.status === 'INVITED' ? 'Invitation' : 'Membership'}>
      <Row>
        {member.status === 'INVITED' && <SendAgain orgId={orgId} member={member} reason={mayNot} />}
        <Button kind="danger" reason={isMe ? undefined : mayNot} onClick={() => setAsked(true)}>
          {action}
        </Button>
      </Row>
      {isAsked && (
        <ConfirmDialog
          title={title}
          action={action}
          isPending={ending.isPending}
          error={ending.error}
          onConfirm={() => ending.send()}
          onClose={() => {
            ending.reset();
            setAsked(false);
          }}
        >
          <p>{warning}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function endingOf({ orgId, member, isMe }: Props, organization = 'the organization'): RemovalAction {
  const api = tradepost.in(orgId);
  const who = member.name || member.email || member.id;
  if (isMe)
    return {
      action: 'Leave organization',
      title: `Leave ${organization}?`,
      warning: 'You lose access immediately. To come back, you need a new invitation.',
      run: () => api.organizations.leave(),
    };
  const run = () => api.members.remove(member.id);
  if (member.status === 'INVITED')
    return {
      action: 'Revoke invitation',
      title: `Revoke the invitation of ${who}?`,
      warning: 'The link in the invitation mail expires.',
      run,
    };
  return {
    action: 'Remove',
    title: `Remove ${who}?`,
    warning: 'The member loses access to this organization immediately.',
    run,
  };
}

type SendAgainProps = Omit<Props, 'isMe'> & { reason: string | undefined };

/** Resends the invitation with a new link, valid for seven days. The old link expires. */
function SendAgain({ orgId, member: { email = '', role = '' }, reason }: SendAgainProps) {
  const sending = useChange(orgId, () => tradepost.in(orgId).members.invite({ email, role }));
  return (
    <>
      <Button reason={reason} disabled={sending.isPending} onClick={() => sending.send()}>
        Resend invitation
      </Button>
      {sending.error && <Failure error={sending.error} />}
      {sending.isSuccess && <p role="status">Invitation sent. The link in the earlier mail has expired.</p>}
    </>
  );
}
