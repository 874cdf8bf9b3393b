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
  responseDescription: 'The endpoint, with stars in place of the values of its headers',
} as const;

/** A body with the fields that a null takes away: the schema knows them as absent (R8). */
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
      'The secret is in this answer and nowhere else. Deliveries are signed as Standard Webhooks says, and for existing ' +
      'receivers with `X-Tradepost-Signature-256` too.',
    access: 'webhooks:write',
    body: WebhookEndpoint,
    bodyRequired: true,
    ignored: serverOwned,
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
  missing: webhookErrors.webhook_not_found,
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
      'Absent fields stay, headers merge by name and a null takes one away, lists are replaced whole. What is pending already ' +
      'goes to the new address.',
    access: 'webhooks:write',
    body: WebhookEndpoint,
    bodyRequired: true,
    needed: ['url'],
    ignored: serverOwned,
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
  description: 'What is pending for it is not sent any more.',
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
      'The new secret is in this answer and nowhere else. For `overlapHours` deliveries have a signature with each of ' +
      'both. A secret left over from an earlier rotation ends in any case.',
    access: 'webhooks:write',
    body: RotateWebhookSecretParams,
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
  summary: 'Send events to a webhook endpoint again',
  description:
    'What was pending when it was disabled goes on. What happened meanwhile can be replayed. It counts as well, whatever ' +
    'failed before.',
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
