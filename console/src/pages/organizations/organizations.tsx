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
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
          {data.map(({ id, name, environment, userRole }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
              <Link to={paths.overview} params={{ orgId: id }} className="font-medium">
                {name}
              </Link>
              <Status of={environment} />
              <span className="ml-auto text-quiet">{userRole}</span>
            </li>
          ))}
        </ul>
      )}
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
