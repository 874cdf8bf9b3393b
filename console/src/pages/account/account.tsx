import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { signOut, tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row } from '../../ui/controls.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user's account: name, password, second factors and sessions. */
export function AccountPage() {
  const { data: me, error } = useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => tradepost.account.getMe({ signal }),
  });
  return (
    <Page
      title="Your account"
      isAlone
      crumbs={[
        <a key="console" href="/console/">
          Back to the console
        </a>,
      ]}
      actions={<Button onClick={() => void signOut()}>Sign out</Button>}
    >
      {error ? <Failure error={error} /> : !me && <Loading />}
      {me && (
        <>
          <NameForm key={me.name} name={me.name ?? ''} email={me.email} />
          {me.hasPassword && <PasswordForm />}
          {me.hasPassword && <SecondFactor />}
          <Sessions />
        </>
      )}
    </Page>
  );
}

function NameForm({ name: before, email }: { name: string; email: string | undefined }) {
  const [name, setName] = useState(before);
  const change = useOnce(keys.me, () => tradepost.account.updateMe({ name: name.trim() || null }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.send();
  };
  return (
    <form onSubmit={submit}>
      <Card title="Profile">
        <Facts of={[['E-mail address', email]]} />
        <Field label="Name">
          <input
            value={name}
            maxLength={200}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {change.error && <Failure error={change.error} />}
        <Row>
          <Button type="submit" disabled={change.isPending || name === before}>
            Rename
          </Button>
        </Row>
      </Card>
    </form>
  );
}

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useOnce(
    keys.me,
    () => tradepost.account.updateMe({ currentPassword: current, password: next }),
    () => {
      setCurrent('');
      setNext('');
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.send();
  };
  const password = { type: 'password', required: true } as const;
  return (
    <form onSubmit={submit}>
      <Card title="Password">
        <Field label="Current password">
          <input
            {...password}
            autoComplete="current-password"
            value={current}
            onChange={({ target }) => setCurrent(target.value)}
          />
        </Field>
        <Field label="New password (at least 12 characters)" help="Your other sessions end.">
          <input
            {...password}
            minLength={12}
            autoComplete="new-password"
            value={next}
            onChange={({ target }) => setNext(target.value)}
          />
        </Field>
        {change.error && <Failure error={change.error} />}
        {change.isSuccess && <p role="status">Password changed.</p>}
        <Row>
          <Button type="submit" disabled={change.isPending}>
            Change password
          </Button>
        </Row>
      </Card>
    </form>
  );
}
