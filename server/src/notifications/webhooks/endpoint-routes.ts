import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, type RouteRequest, route, type WithParameters } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeEndpoint, endpointColumns } from './columns.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  enableEndpoint,
  rotateSecret,
} from './endpoint-service.ts';
import { selectEndpoint } from './endpoint-store.ts';
import { webhookErrors } from './errors.ts';
import { RotateWebhookSecretParams, serverOwned, WebhookEndpoint } from './records.ts';

const group = 'Notification';
const one = {
  path: '/org/{orgId}/webhook/{webhookId}',
  group,
  errors: [webhookErrors.webhook_not_found.definition],
} as const;
const answered = {
  response: WebhookEndpoint,
  responseDescription: 'The endpoint, with the values of its headers masked',
} as const;

/** Adds the names of fields that are null in the body, because the schema parses null as absent (R8). */
const withRemoved = ({ body, parsedBody }: RouteRequest<unknown, WebhookEndpoint>) => ({
  ...body,
  removed: new Set(
    Object.entries((parsedBody ?? {}) as object).flatMap(([name, value]) => (value === null ? [name] : [])),
  ),
});
const idOf = ({ params }: WithParameters<'webhookId'>): string => params.webhookId;

const createRoute = (deps: EndpointDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/webhook',
    operationId: 'createWebhook',
    group,
    summary: 'Create a webhook endpoint',
    description:
      'The secret is returned only in this response. Deliveries are signed as Standard Webhooks specifies and, for existing ' +
      'receivers, with `X-Tradepost-Signature-256`.',
    access: 'webhooks:write',
    body: WebhookEndpoint,
    serverSetFields: serverOwned,
    quota: 'webhookEndpoints',
    response: WebhookEndpoint,
    responseDescription: 'The endpoint with its secret',
    run: {
      kind: 'transaction',
      handle: (scope, request) => createEndpoint(scope, deps, withRemoved(request)),
    },
  });

const listRoute = route({
  method: 'GET',
  path: '/org/{orgId}/webhook',
  operationId: 'listWebhooks',
  group,
  summary: 'List the webhook endpoints of the organization',
  access: 'webhooks:read',
  query: z.object(pageParameters()),
  response: z.array(WebhookEndpoint),
  responseDescription: 'The endpoints, without their secrets',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'webhook_endpoint',
        columns: endpointColumns,
        filters: {},
        encode: (row) => encodeEndpoint(row),
      }),
  },
});

const getRoute = readRoute({
  ...one,
  ...answered,
  operationId: 'getWebhook',
  summary: 'Get a webhook endpoint',
  access: 'webhooks:read',
  select: (scope, params) => selectEndpoint(scope, idOf({ params })),
  notFound: webhookErrors.webhook_not_found,
  encode: encodeEndpoint,
});

const changeRoute = (deps: EndpointDeps) =>
  route({
    ...one,
    ...answered,
    method: 'PATCH',
    operationId: 'updateWebhook',
    condition: { lock: lockRows(['webhook_endpoint', 'webhookId']) },
    summary: 'Change a webhook endpoint',
    description:
      'Absent fields are unchanged, headers are merged by name (null removes a header), and lists are replaced. Pending deliveries ' +
      'go to the new URL.',
    access: 'webhooks:write',
    body: WebhookEndpoint,
    requiredFields: ['url'],
    serverSetFields: serverOwned,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(
          encodeEndpoint(await changeEndpoint(scope, deps, idOf(request), withRemoved(request))),
        ),
      }),
    },
  });

const deleteRoute = route({
  ...one,
  method: 'DELETE',
  operationId: 'deleteWebhook',
  condition: { lock: lockRows(['webhook_endpoint', 'webhookId']) },
  summary: 'Delete a webhook endpoint',
  description: 'Pending deliveries of the endpoint are marked as FAILED.',
  access: 'webhooks:write',
  response: z.string(),
  responseDescription: 'The identifier of the endpoint',
  run: {
    kind: 'transaction',
    handle: async (scope, request) => {
      await deleteEndpoint(scope, idOf(request));
      return { body: idOf(request) };
    },
  },
});

const rotateRoute = (deps: EndpointDeps) =>
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/rotateSecret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'The new secret is returned only in this response. For `overlapHours`, deliveries are signed with both ' +
      'secrets. The previous secret of an earlier rotation expires immediately.',
    access: 'webhooks:write',
    body: RotateWebhookSecretParams.optional(),
    response: WebhookEndpoint,
    responseDescription: 'The endpoint with its new secret',
    run: {
      kind: 'transaction',
      handle: (scope, request) => rotateSecret(scope, deps, idOf(request), request.body?.overlapHours ?? 24),
    },
  });

const enableRoute = route({
  ...one,
  ...answered,
  method: 'POST',
  path: `${one.path}/enable`,
  operationId: 'enableWebhook',
  summary: 'Enable a webhook endpoint',
  description:
    'Deliveries that were pending when it was disabled are sent. Events since then can be replayed. Earlier failures no longer ' +
    'count.',
  access: 'webhooks:write',
  run: {
    kind: 'transaction',
    handle: async (scope, request) => ({
      body: new RawJson(encodeEndpoint(await enableEndpoint(scope, idOf(request)))),
    }),
  },
});

export const endpointRoutes = (deps: EndpointDeps) => [
  createRoute(deps),
  listRoute,
  getRoute,
  changeRoute(deps),
  deleteRoute,
  rotateRoute(deps),
  enableRoute,
];
