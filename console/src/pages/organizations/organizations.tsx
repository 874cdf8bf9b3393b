import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { queries, signOut, tradepost } from '../../api.ts';
import { keys, useOrganizations } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

/** The user's organizations, with a form to create one. */
export function OrganizationsPage() {
  const { data, error } = useOrganizations();
  return (
    <Page title="Organizations" isAlone actions={<Button onClick={() => void signOut()}>Sign out</Button>}>
      {error ? <Failure error={error} /> : !data && <Loading />}
      {data?.length === 0 && (
        <Empty title="You are not a member of an organization yet">
          <p>Create an organization below, or ask for an invitation to an existing one.</p>
        </Empty>
      )}
      <ul>
        {data?.map(({ id, name, environment, userRole }) => (
          <li key={id}>
            <Link to={paths.overview} params={{ orgId: id }}>
              {name}
            </Link>{' '}
            <Status of={environment} /> as {userRole}
          </li>
        ))}
      </ul>
      <NewOrganization />
    </Page>
  );
}

function NewOrganization() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const creation = useOnce(
    keys.organizations,
    () => tradepost.organizations.create({ name: name.trim(), environment: 'TEST' }),
    async ({ id }) => {
      await queries.invalidateQueries({ queryKey: keys.organizations });
      await navigate({ to: paths.overview, params: { orgId: id } });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') creation.send();
  };
  return (
    <form onSubmit={submit}>
      <Card title="New organization">
        <Field
          label="Name"
          help="New organizations are test organizations: a built-in sandbox simulates all marketplaces."
        >
          <input value={name} maxLength={200} required onChange={({ target }) => setName(target.value)} />
        </Field>
        {creation.error && <Failure error={creation.error} />}
        <Row>
          <Button type="submit" kind="primary" disabled={creation.isPending}>
            Create
          </Button>
        </Row>
      </Card>
    </form>
  );
}
