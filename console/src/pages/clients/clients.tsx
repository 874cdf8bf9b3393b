import { useParams } from '@tanstack/react-router';
import type { IdentityApiClient, Kept } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { useChange } from '../../ui/change.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';

type Client = Kept<IdentityApiClient>;

/** The programs that may call for the organization. A secret is shown once, when it is made. */
export function ClientsPage() {
  const { orgId } = useParams({ from: paths.clients });
  const [shown, setShown] = useState<Client>();
  const [ending, setEnding] = useState<Client>();
  const { lacking } = useOrganization(orgId);
  const api = tradepost.in(orgId);
  const removal = useChange(
    orgId,
    (id: string) => api.apiClients.delete(id),
    () => setEnding(undefined),
  );
  const reason = lacking('clients:write');
  useUnsaved(shown?.secret !== undefined, 'Leave? The secret is not shown again.');
  const columns: readonly Column<Client>[] = [
    { name: 'Name', cell: ({ name, id }) => name || id },
    { name: 'Identifier', cell: ({ id }) => <code>{id}</code> },
    { name: 'Role', cell: ({ role }) => role },
    { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    {
      name: 'Change',
      cell: (client) => (
        <Button reason={reason} onClick={() => setEnding(client)}>
          Delete
        </Button>
      ),
    },
  ];
  return (
    <Page title="API clients">
      <NewClient orgId={orgId} onMade={setShown} />
      {shown?.secret && (
        <section aria-live="polite">
          <h2>
            The secret of <bdi>{shown.name}</bdi>: it is shown this once
          </h2>
          <Facts
            of={[
              ['Identifier', <code key="id">{shown.id}</code>],
              ['Secret', <code key="secret">{shown.secret}</code>],
            ]}
          />
          <Button onClick={() => setShown(undefined)}>I have kept it</Button>
        </section>
      )}
      <Table
        label="API clients"
        queryKey={keys.list(orgId, 'clients')}
        read={(next, signal) => api.apiClients.list({ limit: 50, ...next }, { signal })}
        columns={columns}
        empty={<Empty title="No program may call yet" />}
      />
      {ending && (
        <Confirm
          title={`Delete ${ending.name || ending.id}?`}
          action="Delete"
          isPending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.send(ending.id)}
          onClose={() => {
            removal.reset();
            setEnding(undefined);
          }}
        >
          <p>Its secret and its tokens end at once, everywhere.</p>
        </Confirm>
      )}
    </Page>
  );
}

function NewClient({ orgId, onMade }: { orgId: string; onMade: (client: Client) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('EDITOR');
  const { lacking } = useOrganization(orgId);
  const creation = useChange(
    orgId,
    () => tradepost.in(orgId).apiClients.create({ name: name.trim(), role }),
    (client) => {
      setName('');
      onMade(client);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.send();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <h2>A new API client</h2>
        <Row>
          <Field label="Name">
            <input value={name} maxLength={100} required onChange={({ target }) => setName(target.value)} />
          </Field>
          <RoleField orgId={orgId} value={role} onChange={setRole} />
        </Row>
        {creation.error && <Failure error={creation.error} />}
        <Row>
          <Button
            type="submit"
            kind="primary"
            reason={lacking('clients:write')}
            disabled={creation.isPending}
          >
            Create
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
