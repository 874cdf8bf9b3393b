import { type FormEvent, useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Field, Row } from '../../ui/controls.tsx';
import { problemAt, Refusal } from '../../ui/refusal.tsx';
import { RoleField } from '../../ui/role-field.tsx';

/** A form that invites a member by e-mail. */
export function Invite({ orgId }: { orgId: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('VIEWER');
  const { missingPermission } = useOrganization(orgId);
  const invitation = useChange(
    orgId,
    () => tradepost.in(orgId).members.invite({ email: email.trim(), role }),
    () => setEmail(''),
  );
  const { error } = invitation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invitation.send();
  };
  return (
    <form onSubmit={submit}>
      <Card title="Invite a member">
        <Row>
          <Field label="E-mail address" problem={problemAt(error, '/email')}>
            <input type="email" value={email} required onChange={({ target }) => setEmail(target.value)} />
          </Field>
          <RoleField orgId={orgId} value={role} onChange={setRole} problem={problemAt(error, '/role')} />
        </Row>
        <Refusal label="Errors in the invitation" error={error} />
        {invitation.isSuccess && <p role="status">Invitation sent. The link is valid for 7 days.</p>}
        <Row>
          <Button
            type="submit"
            kind="primary"
            reason={missingPermission('members:write')}
            disabled={invitation.isPending}
          >
            Invite
          </Button>
        </Row>
      </Card>
    </form>
  );
}
