import { useMutation, useQuery } from '@tanstack/react-query';
import { TradepostError } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';

/** Invites somebody by a mail. */
export function Invite({ orgId }: { orgId: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('VIEWER');
  const { lacking } = useOrganization(orgId);
  const api = tradepost.in(orgId);
  const roles = useQuery({
    queryKey: keys.list(orgId, 'roles'),
    queryFn: ({ signal }) => api.roles.list({}, { signal }),
    enabled: lacking('members:read') === undefined,
  });
  const invitation = useMutation({
    mutationFn: () => api.members.invite({ email: email.trim(), role }),
    onSuccess: () => setEmail(''),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all(orgId) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!invitation.isPending) invitation.mutate();
  };
  const { error } = invitation;
  const problem =
    error instanceof TradepostError
      ? error.errors.find(({ pointer }) => pointer === '/email')?.message
      : undefined;
  const names = roles.data?.flatMap(({ name }) => name ?? []) ?? [];
  return (
    <form onSubmit={submit}>
      <Stack>
        <h2>Invite somebody</h2>
        <Row>
          <Field label="E-mail address" problem={problem}>
            <input type="email" value={email} required onChange={({ target }) => setEmail(target.value)} />
          </Field>
          <Field label="Role">
            <select value={role} onChange={({ target }) => setRole(target.value)}>
              {[...new Set(['ADMIN', 'EDITOR', 'VIEWER', ...names])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </Field>
        </Row>
        {error && <Failure error={error} />}
        {invitation.isSuccess && (
          <p role="status">A mail with a link is on its way. It is good for 7 days.</p>
        )}
        <Row>
          <Button
            type="submit"
            kind="primary"
            reason={lacking('members:write')}
            disabled={invitation.isPending}
          >
            Invite
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
