import { z } from 'zod';
import { inOther, type OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { narrowingParameters } from '../../platform/lists/narrowing.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { requireGrantable } from '../authority.ts';
import { bindingFrom, bindPrincipal, type ChannelPartners } from '../binding.ts';
import { clientErrors } from '../errors.ts';
import {
  answerWithSecret,
  atHomeOnly,
  authorityOf,
  type ClientRouteDeps,
  lockClient,
  one,
  type RandomBytes,
  requireClient,
  requireHome,
} from './command.ts';
import { ApiClientType, type ClientType, IdentityApiClient, serverOwned } from './records.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import {
  type ClientRow,
  clientColumns,
  clientFields,
  encodeClient,
  insertClient,
  narrowClient,
  nextSequence,
  recordChange,
  removeClient,
  selectClient,
  updateClient,
} from './store.ts';

const unnamed = 'API client';

/** Creates a client of the organization. The secret is returned only by this function. */
export async function createClientHere(
  scope: OrgTransaction,
  random: RandomBytes,
  input: Pick<IdentityApiClient, 'name' | 'description' | 'role' | 'type' | 'channelPartnerId'>,
  partners?: ChannelPartners,
): Promise<{ client: ClientRow; secret: string }> {
  const { role } = input;
  if (role === undefined) throw invalid([{ pointer: '/role', message: 'is required' }]);
  const authority = await authorityOf(scope);
  await requireGrantable(scope, authority, role);
  const boundTo =
    partners && (await bindingFrom(scope, { authority, partners }, input.channelPartnerId, null));
  const id = scope.newId('cli');
  const { name = unnamed, description = null, type = 'BEARER_TOKEN' } = input;
  const secret = makeSecret(random, type);
  const sequence = await nextSequence(scope, id);
  await scope.query(
    insertClient(scope, { id, name, description, role, type, secretHash: hashSecret(secret) }),
  );
  if (boundTo) await scope.query(bindPrincipal(id, boundTo));
  const client = await requireClient(scope, id);
  await recordChange(scope, 'CREATE', sequence, undefined, client);
  return { client, secret };
}

/**
 * Changes a client. Only its home changes name and description; each organization changes the client's role
 * in it.
 */
async function changeClient(
  scope: OrgTransaction,
  id: string,
  patch: {
    name?: string | null | undefined;
    description?: string | null | undefined;
    role?: string | undefined;
    type?: ClientType | undefined;
    channelPartnerId?: string | null | undefined;
  },
  partners: ChannelPartners,
): Promise<ClientRow> {
  const { client, sequence, isHome, authority } = await lockClient(scope, id);
  if (patch.type !== undefined && patch.type !== client.type)
    throw invalid([{ pointer: '/type', message: `is ${client.type} and cannot be changed` }]);
  const next = {
    id,
    name: patch.name === null ? unnamed : (patch.name ?? client.name),
    description: patch.description === undefined ? client.description : patch.description,
    role: patch.role ?? client.role,
  };
  if (next.name !== client.name || next.description !== client.description)
    requireHome(isHome, 'changes its name and description');
  if (next.role !== client.role) await requireGrantable(scope, authority, next.role);
  const binding = { authority, partners };
  const boundTo = await bindingFrom(scope, binding, patch.channelPartnerId, client.channel_partner_id);
  await scope.query(updateClient(scope, next));
  if (boundTo !== client.channel_partner_id) await scope.query(bindPrincipal(id, boundTo));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'UPDATE', sequence, client, after);
  return after;
}

/** Deletes the client in every organization; each organization records an event. */
export async function deleteClientHere(scope: OrgTransaction, id: string): Promise<void> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'deletes it');
  const others = [];
  for (const organizationId of client.organization_ids) {
    if (organizationId === scope.organizationId) continue;
    const other = await inOther(scope, organizationId);
    others.push({ other, sequence: await nextSequence(other, id), seen: await requireClient(other, id) });
  }
  await scope.query(removeClient(id));
  await recordChange(scope, 'DELETE', sequence, client, undefined);
  for (const { other, sequence: theirs, seen } of others)
    await recordChange(other, 'DELETE', theirs, seen, undefined);
}

/**
 * Reads the client type from the body or the query.
 * @throws 400 when body and query contain different types
 */
function typeOf(inBody: ClientType | undefined, inQuery: ClientType | undefined): ClientType | undefined {
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery)
    throw invalid([{ pointer: '/type', message: `is ${inBody}, but ${inQuery} in the query` }]);
  return inBody ?? inQuery;
}

export const createClientRoute = ({ randomBytes, channelPartners }: ClientRouteDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/apiClient',
    operationId: 'createApiClient',
    group: 'API',
    summary: 'Create an API client',
    description:
      'The secret is returned only in this response. `role` is required and must not exceed the permissions of the ' +
      'caller. A client of `type` API_KEY calls with `Authorization: Key <secret>` and needs no ' +
      'token. With `channelPartnerId`, the client acts for that channel partner and can use the partner ' +
      'portal only.',
    access: 'clients:write',
    query: z.object({
      type: ApiClientType.meta({
        description: 'Type, if it is not in the body; kept for existing clients',
      }).optional(),
    }),
    body: IdentityApiClient,
    serverSetFields: serverOwned,
    quota: 'apiClients',
    response: IdentityApiClient,
    responseDescription: 'The API client with its secret',
    errors: [channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: async (scope, { body, query }) => {
        const input = { ...body, type: typeOf(body.type, query.type) };
        const { client, secret } = await createClientHere(scope, randomBytes, input, channelPartners);
        return answerWithSecret(client, secret);
      },
    },
  });

export const listClientsRoute = route({
  method: 'GET',
  path: '/org/{orgId}/apiClient',
  operationId: 'listApiClients',
  group: 'API',
  summary: 'List the API clients that may act in the organization',
  access: 'clients:read',
  query: z.object({
    ...narrowingParameters('Part of the name, in any letter case, or the start of the id.', clientFields),
    ...pageParameters(),
  }),
  response: z.array(IdentityApiClient),
  responseDescription: 'The API clients, without their secrets',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'organization_client',
        columns: clientColumns,
        filters: {},
        encode: (row) => encodeClient(row),
        slim: (fields) => ({ columns: clientColumns, encode: narrowClient(fields) }),
        // A quota limits the number of clients, so a search may compare every client.
        searched: { within: ['name'] },
      }),
  },
});

export const getClientRoute = readRoute({
  ...one,
  operationId: 'getApiClient',
  summary: 'Get an API client',
  access: 'clients:read',
  response: IdentityApiClient,
  responseDescription: 'The API client, without its secret',
  select: (scope, { apiClientId }) => selectClient(scope, apiClientId),
  notFound: clientErrors.api_client_not_found,
  encode: encodeClient,
});

export const changeClientRoute = ({ channelPartners }: ClientRouteDeps) =>
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateApiClient',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change the name, the description or the role of an API client',
    description:
      'A new role applies from the next request. In an organization other than its home, only the role ' +
      'and `channelPartnerId` can be changed.',
    access: 'clients:write',
    body: IdentityApiClient,
    requiredFields: ['role'],
    serverSetFields: serverOwned,
    response: IdentityApiClient,
    responseDescription: 'The API client',
    errors: [...atHomeOnly, channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, parsedBody }) => {
        // A null removes a key (R8). The schema removes nulls from `body`; `parsedBody` contains them.
        const given = parsedBody as { description?: unknown; channelPartnerId?: unknown };
        const patch = {
          ...body,
          ...(given.description === null ? { description: null } : {}),
          ...(given.channelPartnerId === null ? { channelPartnerId: null } : {}),
        };
        const client = await changeClient(scope, params.apiClientId, patch, channelPartners);
        return { body: new RawJson(encodeClient(client)) };
      },
    },
  });

export const deleteClientRoute = route({
  ...one,
  method: 'DELETE',
  operationId: 'deleteApiClient',
  condition: { lock: lockRows(['organization']) },
  summary: 'Delete an API client',
  description:
    'Deletes the client in every organization; allowed only in its home organization. Its tokens are revoked ' +
    'immediately on every process.',
  access: 'clients:write',
  response: z.string(),
  responseDescription: 'The identifier of the client',
  errors: atHomeOnly,
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteClientHere(scope, params.apiClientId);
      return { body: params.apiClientId };
    },
  },
});
