import { useParams } from '@tanstack/react-router';
import type { IdentityApiClient, WithId } from '@tradepost/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Field, Row } from '../../ui/controls.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';

type Client = WithId<IdentityApiClient>;
type ClientType = NonNullable<Client['type']>;

/** The methods by which an API client authenticates. */
const ways: Record<ClientType, string> = { BEARER_TOKEN: 'tokens', API_KEY: 'a key' };

/** The API clients of the organization. A secret is shown once, when it is created. */
export function ClientsPage() {
  const { orgId } = useParams({ from: paths.clients });
  const [shown, setShown] = useState<Client>();
  const [ending, setEnding] = useState<Client>();
  const { missingPermission } = useOrganization(orgId);
  const api = tradepost.in(orgId);
  const removal = useChange(
    orgId,
    (id: string) => api.apiClients.delete(id),
    () => setEnding(undefined),
  );
  const reason = missingPermission('clients:write');
  useUnsaved(shown?.secret !== undefined, 'Leave? The secret is not shown again.');
  const columns: readonly Column<Client>[] = [
    { name: 'Name', cell: ({ name, id }) => name || id },
    { name: 'Identifier', cell: ({ id }) => <code>{id}</code> },
    { name: 'Authentication', cell: ({ type }) => ways[type ?? 'BEARER_TOKEN'] },
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
      {shown?.secret && <Secret of={shown} onKept={() => setShown(undefined)} />}
      <Table
        label="API clients"
        queryKey={keys.list(orgId, 'clients')}
        read={(next, signal) => api.apiClients.list({ limit: 50, ...next }, { signal })}
        columns={columns}
        empty={<Empty title="No API clients yet" />}
      />
      {ending && (
        <ConfirmDialog
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
          <p>Its secret and tokens are revoked immediately.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Secret({ of: { id, name, secret, type }, onKept }: { of: Client; onKept: () => void }) {
  const isKey = type === 'API_KEY';
  const header: [string, ReactNode] = [
    'Request header',
    <code key="header">Authorization: Key {secret}</code>,
  ];
  return (
    <Card
      title={
        <>
          The {isKey ? 'key' : 'secret'} of <bdi>{name}</bdi>: it is shown only once
        </>
      }
    >
      <Facts
        of={[
          ['Identifier', <code key="id">{id}</code>],
          ['Secret', <code key="secret">{secret}</code>],
          ...(isKey ? [header] : []),
        ]}
      />
      <Button onClick={onKept}>I have stored it</Button>
    </Card>
  );
}

function NewClient({ orgId, onMade }: { orgId: string; onMade: (client: Client) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('EDITOR');
  const [type, setType] = useState<ClientType>('BEARER_TOKEN');
  const { missingPermission } = useOrganization(orgId);
  const creation = useChange(
    orgId,
    () => tradepost.in(orgId).apiClients.create({ name: name.trim(), role, type }),
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
      <Card title="New API client">
        <Row>
          <Field label="Name">
            <input value={name} maxLength={100} required onChange={({ target }) => setName(target.value)} />
          </Field>
          <RoleField orgId={orgId} value={role} onChange={setRole} />
          <Field label="Authentication">
            <select value={type} onChange={({ target }) => setType(target.value as ClientType)}>
              <option value="BEARER_TOKEN">OAuth tokens, requested with the secret</option>
              <option value="API_KEY">API key, sent with each request</option>
            </select>
          </Field>
        </Row>
        {creation.error && <Failure error={creation.error} />}
        <Row>
          <Button
            type="submit"
            kind="primary"
            reason={missingPermission('clients:write')}
            disabled={creation.isPending}
          >
            Create
          </Button>
        </Row>
      </Card>
    </form>
  );
}
