import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { encodeEndpoint, endpointColumnList } from './columns.ts';

/** An endpoint with its encrypted secrets. */
export type EndpointRow = Row & {
  organization_id: string;
  id: string;
  url: string;
  description: string | null;
  scopes: string[];
  product_ids: string[];
  partners: string[];
  entity_ids: string[];
  fifo: boolean;
  rate_per_second: number | null;
  timeout_seconds: number;
  status: 'ENABLED' | 'DISABLED';
  status_reason: string | null;
  sealed_secrets: string;
  sequence: number;
};

/** The columns of an endpoint that a caller may set, and those that follow from them. */
export type EndpointSettings = Pick<
  EndpointRow,
  | 'url'
  | 'description'
  | 'scopes'
  | 'product_ids'
  | 'partners'
  | 'entity_ids'
  | 'fifo'
  | 'rate_per_second'
  | 'timeout_seconds'
  | 'status'
  | 'status_reason'
  | 'sealed_secrets'
> & { headers: string };

const whole = `${endpointColumnList}, w.sealed_secrets, w.sequence`;

export const selectEndpoint = (scope: OrgScope, id: string): Statement => ({
  name: 'select_webhook_endpoint',
  text: `SELECT ${endpointColumnList} FROM webhook_endpoint w WHERE w.organization_id = $1 AND w.id = $2`,
  values: [scope.organizationId, id],
});

/** The endpoint with its encrypted secrets, locked until the end of the transaction. */
export const lockEndpoint = async (scope: OrgTransaction, id: string): Promise<EndpointRow | undefined> =>
  (
    await scope.query<EndpointRow>({
      name: 'lock_webhook_endpoint',
      text: `SELECT ${whole} FROM webhook_endpoint w WHERE w.organization_id = $1 AND w.id = $2 FOR UPDATE`,
      values: [scope.organizationId, id],
    })
  )[0];

export const countEndpoints = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_webhook_endpoints',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM webhook_endpoint w WHERE w.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

const settingsOf = (settings: EndpointSettings): unknown[] => [
  ...[settings.url, settings.description, settings.scopes, settings.product_ids, settings.partners],
  ...[settings.entity_ids, settings.fifo, settings.headers, settings.rate_per_second],
  ...[settings.timeout_seconds, settings.status, settings.status_reason, settings.sealed_secrets],
];

export async function insertEndpoint(
  scope: OrgTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>({
    name: 'insert_webhook_endpoint',
    text: `WITH queue AS (
             INSERT INTO webhook_queue (organization_id, endpoint_id, fifo) VALUES ($1, $2, $11))
           INSERT INTO webhook_endpoint AS w (organization_id, id, created_by, last_updated_by, creation_time,
             last_update_time, status_time, url, description, scopes, product_ids, partners, entity_ids, fifo, headers,
             rate_per_second, timeout_seconds, status, status_reason, sealed_secrets)
           VALUES ($1, $2, $3, $3, $4, $4, $4, $5, $6, $7, $8, $9, $10, $11::boolean, $12, $13, $14, $15, $16, $17)
           RETURNING ${whole}`,
    values: [scope.organizationId, id, scope.actor.id, scope.now, ...settingsOf(settings)],
  });
  return row as EndpointRow;
}

export async function updateEndpoint(
  scope: OrgTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>({
    name: 'update_webhook_endpoint',
    text: `UPDATE webhook_endpoint w SET last_updated_by = $3, last_update_time = $4,
             status_time = CASE WHEN w.status = $15 THEN w.status_time ELSE $4 END,
             url = $5, description = $6, scopes = $7, product_ids = $8, partners = $9, entity_ids = $10, fifo = $11,
             headers = $12, rate_per_second = $13, timeout_seconds = $14, status = $15, status_reason = $16,
             sealed_secrets = $17, sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.id = $2 RETURNING ${whole}`,
    values: [scope.organizationId, id, scope.actor.id, scope.now, ...settingsOf(settings)],
  });
  return row as EndpointRow;
}

export async function updateSecrets(
  scope: OrgTransaction,
  id: string,
  next: { encrypted: string; previousUntil: Date | undefined },
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>({
    name: 'update_webhook_secrets',
    text: `UPDATE webhook_endpoint w SET sealed_secrets = $3, previous_until = $4, last_updated_by = $5,
             last_update_time = $6, sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.id = $2 RETURNING ${whole}`,
    values: [
      ...[scope.organizationId, id, next.encrypted, next.previousUntil ?? null],
      ...[scope.actor.id, scope.now],
    ],
  });
  return row as EndpointRow;
}

/** The endpoint's next event, where nothing of the endpoint itself changes. */
export async function nextSequence(scope: OrgTransaction, id: string): Promise<EndpointRow | undefined> {
  const [row] = await scope.query<EndpointRow>({
    name: 'next_webhook_sequence',
    text: `UPDATE webhook_endpoint w SET sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.id = $2 RETURNING ${whole}`,
    values: [scope.organizationId, id],
  });
  return row;
}

/** Deletes the endpoint; the caller ends its pending deliveries. */
export const removeEndpoint = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_webhook_endpoint',
  text: `WITH queue AS (DELETE FROM webhook_queue q WHERE q.organization_id = $1 AND q.endpoint_id = $2)
         DELETE FROM webhook_endpoint w WHERE w.organization_id = $1 AND w.id = $2`,
  values: [scope.organizationId, id],
});

export const recordEndpoint = (
  scope: OrgScope,
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'ROTATE_SECRET' | 'TEST' | 'REPLAY' | 'RESEND' | 'NOTIFY',
  row: EndpointRow,
  before?: EndpointRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'WEBHOOK_ENDPOINT',
    entityId: row.id,
    sequence: action === 'DELETE' ? row.sequence + 1 : row.sequence,
    action,
    payload: encodeEndpoint(row),
    before: before && encodeEndpoint(before),
  });

export async function setStatus(
  scope: OrgTransaction,
  id: string,
  status: EndpointRow['status'],
  reason: string | undefined,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>({
    name: 'set_webhook_status',
    text: `UPDATE webhook_endpoint w SET status = $3, status_reason = $4, last_updated_by = $5, last_update_time = $6,
             status_time = CASE WHEN w.status = $3 THEN w.status_time ELSE $6 END, sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.id = $2 RETURNING ${whole}`,
    values: [...[scope.organizationId, id, status, reason ?? null], ...[scope.actor.id, scope.now]],
  });
  return row as EndpointRow;
}
