import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import { type Batch, RawJson, route, type WithParameters } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { deliveryColumns, encodeAttempt, encodeDelivery, encodeDeliveryDetails } from './columns.ts';
import { beginReplay, resend, sendTest } from './delivery-service.ts';
import { selectAttempts, selectDelivery } from './delivery-store.ts';
import { selectEndpoint } from './endpoint-store.ts';
import { webhookErrors } from './errors.ts';
import {
  DeliveryStatus,
  ReplayWebhookParams,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookReplay,
} from './records.ts';

const group = 'Notification';
const endpointPath = '/org/{orgId}/webhook/{webhookId}';
const deliveryPath = `${endpointPath}/delivery/{deliveryId}`;
const { webhook_not_found, webhook_delivery_not_found, webhook_disabled } = webhookErrors;
const endpointIdOf = ({ params }: WithParameters<'webhookId'>): string => params.webhookId;
const deliveryIdOf = ({ params }: WithParameters<'deliveryId'>): string => params.deliveryId;

const testRoute = route({
  method: 'POST',
  path: `${endpointPath}/test`,
  operationId: 'testWebhook',
  group,
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event with the action TEST to this endpoint only, regardless of its filters. The event is attempted once.',
  access: 'webhooks:write',
  response: WebhookDelivery,
  responseDescription: 'The delivery; its outcome is available moments later',
  errors: [webhook_not_found.definition, webhook_disabled.definition],
  run: { kind: 'transaction', handle: (scope, request) => sendTest(scope, endpointIdOf(request)) },
});

const listParameters = z.object({
  status: DeliveryStatus.optional().meta({ description: 'Only deliveries of this status' }),
  ...pageParameters(),
});

const listRoute = listUnderRoute({
  path: `${endpointPath}/delivery`,
  operationId: 'listWebhookDeliveries',
  group,
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Deliveries are kept for 30 days after they end (DONE or FAILED).',
  access: 'webhooks:read',
  query: listParameters,
  response: z.array(WebhookDelivery),
  responseDescription: 'A page of deliveries',
  parent: {
    select: (scope, { webhookId }) => selectEndpoint(scope, webhookId),
    missing: webhook_not_found,
  },
  list: (_scope, { params, query }) => ({
    table: 'webhook_delivery',
    columns: deliveryColumns,
    filters: { endpoint_id: params.webhookId, status: query.status },
    spelled: ['status'],
    encode: encodeDelivery,
  }),
});

const getBatch = (scope: OrgScope, request: WithParameters<'webhookId' | 'deliveryId'>): Batch => {
  const id = deliveryIdOf(request);
  return {
    statements: [
      selectEndpoint(scope, endpointIdOf(request)),
      selectDelivery(scope, endpointIdOf(request), id),
      selectAttempts(scope, id),
    ],
    respond: ([endpoints, deliveries, attempts = []]) => {
      const row = deliveries?.[0];
      if (!endpoints?.[0]) throw webhook_not_found();
      if (!row) throw webhook_delivery_not_found();
      const attemptLog = `[${attempts.map(encodeAttempt).join(',')}]`;
      return { body: new RawJson(encodeDeliveryDetails({ ...row, attempt_log: attemptLog })) };
    },
  };
};

const getRoute = route({
  method: 'GET',
  path: deliveryPath,
  operationId: 'getWebhookDelivery',
  group,
  summary: 'Get a delivery of a webhook endpoint with its attempts',
  access: 'webhooks:read',
  response: WebhookDeliveryDetails,
  responseDescription: 'The delivery, its attempts and its payload',
  errors: [webhook_not_found.definition, webhook_delivery_not_found.definition],
  run: { kind: 'batch', batch: getBatch },
});

const resendRoute = route({
  method: 'POST',
  path: `${deliveryPath}/resend`,
  operationId: 'resendWebhookDelivery',
  group,
  summary: 'Resend a delivery',
  description:
    'Sends the delivery with the same `webhook-id` and the full number of retries. An endpoint that keeps order receives it in order.',
  access: 'webhooks:write',
  response: WebhookDelivery,
  responseDescription: 'The delivery',
  errors: [webhook_not_found.definition, webhook_delivery_not_found.definition, webhook_disabled.definition],
  run: {
    kind: 'transaction',
    handle: (scope, request) => resend(scope, endpointIdOf(request), deliveryIdOf(request)),
  },
});

const replayRoute = route({
  method: 'POST',
  path: `${endpointPath}/replay`,
  operationId: 'replayWebhook',
  group,
  summary: 'Replay the events of a period to a webhook endpoint',
  description:
    'Sends the events with their original `webhook-id`, in their original order. The endpoint’s current filters select the events, ' +
    'including events from before the endpoint was created or while it was disabled. Deliveries that wait for their next attempt are ' +
    'sent immediately.',
  access: 'webhooks:write',
  body: ReplayWebhookParams,
  response: WebhookReplay,
  responseDescription: 'The operation that replays the events',
  errors: [webhook_not_found.definition, webhook_disabled.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => ({
      body: await beginReplay(scope, endpointIdOf(request), request.body),
    }),
  },
});

export const deliveryRoutes = () => [testRoute, listRoute, getRoute, resendRoute, replayRoute];
