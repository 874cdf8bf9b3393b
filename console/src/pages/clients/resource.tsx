import type { IdentityApiClient, WithId } from '@tradepost/sdk';
import {
  createApiClient,
  deleteApiClient,
  getApiClient,
  listApiClients,
  rotateApiClientSecret,
  updateApiClient,
} from '../../generated/apiClients.ts';
import { paths } from '../../paths.ts';
import { CopyId } from '../../ui/copy-id.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Time } from '../../ui/time.tsx';
import { ClientOrganizations } from './organizations.tsx';

type Client = WithId<IdentityApiClient>;

const fields = ['name', 'description', 'role', 'type'];
const labels = { type: 'Authentication', channelPartnerId: 'Channel partner' };
/** The methods by which an API client authenticates. */
const ways = { BEARER_TOKEN: 'Tokens', API_KEY: 'A key' } as const;
const isForeign = (of: Client): boolean =>
  of.homeOrganizationID !== undefined && of.homeOrganizationID !== of.organizationID;
const foreign = 'Only the home organization of the client can do this.';

export const { ListPage, RecordPage } = resourcePages<Client>({
  noun: ['API client', 'API clients'],
  path: paths.clients,
  recordPath: paths.client,
  list: {
    operation: listApiClients,
    query: { order: 'desc' },
    columns: [
      { name: 'Name', cell: ({ name, id }) => name || id },
      { name: 'Identifier', cell: ({ id }) => <CopyId of={id} />, width: 'wide' },
      { name: 'Authentication', cell: ({ type }) => ways[type ?? 'BEARER_TOKEN'] },
      { name: 'Role', cell: ({ role }) => role },
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: 'No API clients yet. A program calls the API as an API client, with a role of its own.',
    actions: [
      {
        // The type is in the body.
        operation: { ...createApiClient, query: [] },
        label: 'New API client',
        kind: 'primary',
        fields,
        labels,
        help: 'A client with tokens exchanges its identifier and secret for access tokens. A client with a key sends the key with each request.',
        start: { role: 'EDITOR', type: 'BEARER_TOKEN' },
        secrets: { id: 'Identifier', secret: 'Secret' },
      },
    ],
  },
  record: {
    operation: getApiClient,
    title: ({ name, id }) => name || id,
    facts: [
      { name: 'Description', cell: ({ description }) => description },
      { name: 'Role', cell: ({ role }) => role },
      { name: 'Authentication', cell: ({ type }) => ways[type ?? 'BEARER_TOKEN'] },
      {
        name: 'Home',
        cell: (of) => isForeign(of) && <CopyId of={of.homeOrganizationID ?? ''} label="home organization" />,
      },
      {
        name: 'Previous secret is valid until',
        cell: ({ previousSecretExpireTime: at }) => at && <Time at={at} />,
      },
    ],
    actions: [
      {
        operation: updateApiClient,
        label: 'Edit',
        fields: ['name', 'description', 'role'],
        labels,
        omit: ['type'],
      },
      {
        operation: rotateApiClientSecret,
        label: 'Rotate the secret',
        submit: 'Rotate',
        help: 'Creates a new secret. The old secret and its tokens stay valid for some hours, so that you can replace it everywhere.',
        labels: { overlapHours: 'Hours until the old secret is revoked' },
        start: { overlapHours: 24 },
        secrets: { id: 'Identifier', secret: 'New secret' },
        reason: (of) => (isForeign(of) ? foreign : undefined),
      },
      {
        operation: deleteApiClient,
        label: 'Delete',
        kind: 'danger',
        question:
          'The client is deleted in all organizations. Its secret and tokens are revoked immediately.',
        reason: (of) => (isForeign(of) ? foreign : undefined),
        opens: 'list',
      },
    ],
    sections: [{ title: 'Organizations', Content: ClientOrganizations }],
    timeline: 'API_CLIENT',
  },
});
