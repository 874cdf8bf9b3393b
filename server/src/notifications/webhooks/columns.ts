import type { RowOf } from '../../platform/database/rows.ts';
import type { Row } from '../../platform/database/statement.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import { maskAddress } from '../../platform/secrets/masked-address.ts';
import type { DeliveryStatus, WebhookStatus } from './records.ts';

const stored = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['url', 'url', 'text'],
  ['description', 'description', 'text'],
  ['scopes', 'scopes', 'texts'],
  ['productIds', 'product_ids', 'texts'],
  ['partners', 'partners', 'texts'],
  ['entityIds', 'entity_ids', 'texts'],
  ['fifo', 'fifo', 'json'],
  ['headers', 'headers', 'json'],
  ['ratePerSecond', 'rate_per_second', 'number', 'nullable'],
  ['timeoutSeconds', 'timeout_seconds', 'number'],
  ['status', 'status', 'text'],
  ['statusReason', 'status_reason', 'text'],
  ['statusTime', 'status_time', 'time'],
  ['previousSecretExpireTime', 'previous_until', 'time'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'webhook_endpoint'>;

/** An endpoint with its encrypted secrets. */
export type EndpointRow = RowOf<
  'webhook_endpoint',
  ColumnsOf<typeof stored> | 'sealed_secrets' | 'sequence',
  { status: WebhookStatus }
>;

export const endpointColumns = stored.map(([, column]) => column);
export const endpointColumnList = columnList(stored, 'w');

const encode = recordEncoder([...stored, ['secret', 'secret', 'text']]);

/** @param secret the new secret, present only in the response that returns it */
export const encodeEndpoint = (row: Row, secret?: string): string =>
  encode({ ...row, url: maskAddress(row.url as string, 'receiver'), secret });

const ofDelivery = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['webhookID', 'endpoint_id', 'text'],
  ['eventID', 'event_id', 'text'],
  ['scope', 'scope', 'text'],
  ['entityType', 'entity_type', 'text'],
  ['entityID', 'entity_id', 'text'],
  ['status', 'status', 'text'],
  ['attempts', 'attempts', 'number'],
  ['nextAttemptTime', 'due_at', 'time'],
  ['lastAttemptTime', 'last_attempt_time', 'time'],
  ['responseStatus', 'response_status', 'number'],
  ['errorMessage', 'last_error', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'webhook_delivery'>;
export type DeliveryRow = RowOf<'webhook_delivery', ColumnsOf<typeof ofDelivery>, { status: DeliveryStatus }>;

export const deliveryColumns = ofDelivery.map(([, column]) => column);
export const deliveryColumnList = columnList(ofDelivery, 'd');
export const encodeDelivery = recordEncoder(ofDelivery);

export const encodeDeliveryDetails = recordEncoder([
  ...ofDelivery,
  ['attemptLog', 'attempt_log', 'json'],
  ['body', 'body', 'json'],
]);

const ofAttempt = [
  ['number', 'number', 'number'],
  ['startTime', 'start_time', 'time'],
  ['durationMs', 'duration_ms', 'number'],
  ['responseStatus', 'response_status', 'number'],
  ['responseExcerpt', 'response_excerpt', 'text'],
  ['error', 'error', 'text'],
] as const satisfies FieldsIn<'webhook_attempt'>;
export const attemptColumnList = columnList(ofAttempt, 'a');
export const encodeAttempt = recordEncoder(ofAttempt);
