import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { maskAddress } from '../../platform/secrets/masked-address.ts';
import { type DeliveryRow, encodeDelivery } from './columns.ts';
import { insertDeliveries, insertPayloads, resendDelivery, selectDelivery } from './delivery-store.ts';
import { requireEndpoint } from './endpoint-service.ts';
import { type EndpointRow, nextSequence, recordEndpoint } from './endpoint-store.ts';
import { webhookErrors } from './errors.ts';
import { deferFollowers, lockQueues, releaseHeads, wakeQueues } from './queue-store.ts';
import type { ReplayWebhookParams } from './records.ts';
import { replayDefinition } from './replay-job.ts';
import { endpointType, testNotificationScope } from './test-event.ts';

/** Returns an enabled endpoint. @throws 404 for an unknown endpoint; 409 for a disabled endpoint */
async function requireEnabled(scope: OrgTransaction, id: string): Promise<EndpointRow> {
  const endpoint = await requireEndpoint(scope, id);
  if (endpoint.status !== 'ENABLED')
    throw webhookErrors.webhook_disabled(endpoint.status_reason ?? undefined);
  return endpoint;
}

async function answerDelivery(scope: OrgTransaction, endpointId: string, id: string): Promise<Answer> {
  const [row] = await scope.query(selectDelivery(scope, endpointId, id));
  if (!row) throw webhookErrors.webhook_delivery_not_found();
  return { body: new RawJson(encodeDelivery(row)) };
}

/** Sends the endpoint a test event in the format of all events, attempted once. */
export async function sendTest(scope: OrgTransaction, endpointId: string): Promise<Answer> {
  const before = await requireEnabled(scope, endpointId);
  const row = (await nextSequence(scope, endpointId)) as EndpointRow;
  const [eventId, id] = [scope.newId('evt'), scope.newId('msg')];
  const { organizationId } = scope;
  const body = JSON.stringify({
    type: testNotificationScope,
    timestamp: scope.now.toISOString(),
    eventID: eventId,
    eventStatus: 'PENDING',
    organizationID: organizationId,
    entityType: endpointType,
    entityID: endpointId,
    action: 'TEST',
    title: 'Test',
    message: 'This is a test event, sent on request.',
    priority: 'LOW',
    isActionItem: false,
    requireAudit: true,
    info: {},
    data: {
      id: endpointId,
      url: maskAddress(row.url, 'receiver'),
      description: row.description ?? undefined,
    },
  });
  const delivery = {
    id,
    endpointId,
    eventId,
    notificationScope: testNotificationScope,
    entityType: endpointType,
    entityId: endpointId,
    position: 0,
    part: 0,
    waits: false,
  };
  await lockQueues(scope, [endpointId]);
  await scope.query(insertPayloads(scope, [{ eventId, body }]));
  await scope.query(insertDeliveries(scope, [delivery]));
  await scope.query(wakeQueues({ organizationIds: [organizationId], endpointIds: [endpointId] }));
  await scope.query(recordEndpoint(scope, 'TEST', row, before));
  return answerDelivery(scope, endpointId, id);
}

/** Resends a delivery: immediately, or in order for an endpoint that keeps order. */
export async function resend(scope: OrgTransaction, endpointId: string, id: string): Promise<Answer> {
  const before = await requireEnabled(scope, endpointId);
  const [known] = await scope.query<Pick<DeliveryRow, 'entity_id'>>(selectDelivery(scope, endpointId, id));
  if (!known) throw webhookErrors.webhook_delivery_not_found();
  const { fifo = false } = (await lockQueues(scope, [endpointId])).get(endpointId) ?? {};
  await scope.query(resendDelivery(scope, endpointId, id, fifo));
  const keys = { organizationIds: [scope.organizationId], endpointIds: [endpointId] };
  if (fifo) {
    await scope.query(deferFollowers(scope, endpointId, [known.entity_id]));
    await scope.query(releaseHeads({ ...keys, entityIds: [known.entity_id] }));
  }
  await scope.query(wakeQueues(keys));
  const row = (await nextSequence(scope, endpointId)) as EndpointRow;
  await scope.query(recordEndpoint(scope, 'RESEND', row, before));
  return answerDelivery(scope, endpointId, id);
}

/** Enqueues the replay of the events of a period. */
export async function beginReplay(
  scope: OrgTransaction,
  endpointId: string,
  params: ReplayWebhookParams,
): Promise<{ operationId: string }> {
  const { from, to = scope.now.toISOString(), onlyMissing = true } = params;
  if (from === undefined) throw invalid([{ pointer: '/from', message: 'is required' }]);
  if (Date.parse(from) >= Date.parse(to)) throw invalid([{ pointer: '/to', message: 'must be after from' }]);
  const before = await requireEnabled(scope, endpointId);
  const operationId = scope.newId('job');
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  await scope.query(
    enqueue(scope, replayDefinition, { endpointId, ...range, onlyMissing }, { id: operationId }),
  );
  const row = (await nextSequence(scope, endpointId)) as EndpointRow;
  await scope.query(recordEndpoint(scope, 'REPLAY', row, before));
  return { operationId };
}
