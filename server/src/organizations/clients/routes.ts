import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { narrowingParameters } from '../../platform/lists/narrowing.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { key } from '../../platform/records/fields.ts';
import type { ChannelPartners } from '../binding.ts';
import { clientColumns, clientFields, encodeClient, narrowClient } from './columns.ts';
import { clientErrors } from './errors.ts';
import {
  ApiClientOrganizationParams,
  IdentityApiClient,
  RotateSecretParams,
  serverOwned,
} from './records.ts';
import {
  allowClient,
  answerWithSecret,
  changeClient,
  createClientHere,
  deleteClientHere,
  disallowClient,
  otherOrganization,
  type RandomBytes,
  rotateSecret,
} from './service.ts';
import { selectClient } from './store.ts';

export type ClientRouteDeps = { randomBytes: RandomBytes; channelPartners: ChannelPartners };

const one = {
  path: '/org/{orgId}/apiClient/{apiClientId}',
  group: 'API',
  errors: [clientErrors.api_client_not_found.definition],
} as const;

const atHomeOnly = [
  clientErrors.api_client_not_found.definition,
  clientErrors.api_client_of_another_organization.definition,
];

const createRoute = ({ randomBytes, channelPartners }: ClientRouteDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/apiClient',
    operationId: 'createApiClient',
    group: 'API',
    summary: 'Create an API client',
    description:
      'The secret is in this answer and nowhere else. The role is required; nobody gives a role that allows more than ' +
      'the caller may do. With `channelPartnerId` it is a program of a channel partner’s, and reaches the partner ' +
      'portal and nothing else.',
    access: 'clients:write',
    query: z.object({
      type: key('Existing clients send it. There is one kind of client: it has no effect').optional(),
    }),
    body: IdentityApiClient,
    bodyRequired: true,
    ignored: serverOwned,
    quota: 'apiClients',
    response: IdentityApiClient,
    responseDescription: 'The API client with its secret',
    errors: [channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => {
        const { client, secret } = await createClientHere(scope, randomBytes, body, channelPartners);
        return answerWithSecret(client, secret);
      },
    },
  });

const listRoute = route({
  method: 'GET',
  path: '/org/{orgId}/apiClient',
  operationId: 'listApiClients',
  group: 'API',
  summary: 'List the API clients that may act in the organization',
  access: 'clients:read',
  query: z.object({
    ...narrowingParameters('It is in the name, in any letter case, or begins the id.', clientFields),
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
        // Clients are so few that each is compared: a quota says how many.
        searched: { within: ['name'] },
      }),
  },
});

const getRoute = readRoute({
  ...one,
  operationId: 'getApiClient',
  summary: 'Get an API client',
  access: 'clients:read',
  response: IdentityApiClient,
  responseDescription: 'The API client, without its secret',
  select: (scope, { apiClientId }) => selectClient(scope, apiClientId),
  missing: clientErrors.api_client_not_found,
  encode: encodeClient,
});

const changeRoute = ({ channelPartners }: ClientRouteDeps) =>
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateApiClient',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change the name, the description or the role of an API client',
    description:
      'A new role counts from the next request. In an organization that the client does not belong to only the role ' +
      'and `channelPartnerId` can be changed.',
    access: 'clients:write',
    body: IdentityApiClient,
    needed: ['role'],
    bodyRequired: true,
    ignored: serverOwned,
    response: IdentityApiClient,
    responseDescription: 'The API client',
    errors: [...atHomeOnly, channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, parsedBody }) => {
        // A null removes a key (R8); the schema knows it as absent.
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

const rotateRoute = ({ randomBytes }: ClientRouteDeps) =>
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/rotateSecret`,
    operationId: 'rotateApiClientSecret',
    summary: 'Replace the secret of an API client',
    description:
      'The new secret is in this answer and nowhere else. The old one and its tokens stay good for `overlapHours`, or ' +
      'end at once, on every process. A secret left over from an earlier rotation ends in any case. In each organization ' +
      'that let the client in the caller must be allowed whatever the client may do there, and the rotation is an event.',
    access: 'clients:write',
    body: RotateSecretParams,
    response: IdentityApiClient,
    responseDescription: 'The API client with its new secret',
    errors: atHomeOnly,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const hours = body?.overlapHours ?? 24;
        const { client, secret } = await rotateSecret(scope, randomBytes, params.apiClientId, hours);
        return answerWithSecret(client, secret);
      },
    },
  });

const deleteRoute = route({
  ...one,
  method: 'DELETE',
  operationId: 'deleteApiClient',
  condition: { lock: lockRows(['organization']) },
  summary: 'Delete an API client',
  description:
    'In every organization, by the one that it belongs to. Its tokens end at once, on every process.',
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

const allowRoute = route({
  ...one,
  method: 'POST',
  path: `${one.path}/organization`,
  operationId: 'allowApiClientInOrganization',
  summary: 'Let an API client act in another organization',
  description:
    'The caller needs the permission clients:write in both organizations. The other one sees the client with the role ' +
    'that it has there, and may change that or take it away.',
  access: 'clients:write',
  body: ApiClientOrganizationParams,
  bodyRequired: true,
  alsoIn: ({ params, body }) => otherOrganization(params.orgId, body),
  response: IdentityApiClient,
  responseDescription: 'The API client, as this organization sees it',
  errors: [...atHomeOnly, clientErrors.api_client_granted.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => ({
      body: new RawJson(encodeClient(await allowClient(scope, params.apiClientId, body))),
    }),
  },
});

const disallowRoute = route({
  ...one,
  method: 'DELETE',
  path: `${one.path}/organization/{otherOrgId}`,
  operationId: 'disallowApiClientInOrganization',
  summary: 'Let an API client act in an organization no more',
  description:
    'The organization that the client belongs to takes it away from any other; another one gives `otherOrgId` as its own.',
  access: 'clients:write',
  response: z.string(),
  responseDescription: 'The identifier of the client',
  errors: [...one.errors, clientErrors.api_client_home.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await disallowClient(scope, params.apiClientId, params.otherOrgId);
      return { body: params.apiClientId };
    },
  },
});

export const clientRoutes = (deps: ClientRouteDeps) => [
  createRoute(deps),
  listRoute,
  getRoute,
  changeRoute(deps),
  rotateRoute(deps),
  deleteRoute,
  allowRoute,
  disallowRoute,
];
