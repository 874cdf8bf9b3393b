import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertSql, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type EndpointRow, encodeEndpoint, endpointColumnList } from './columns.ts';
import type { WebhookStatus } from './records.ts';

export type { EndpointRow } from './columns.ts';

const settable = [
  'url',
  'description',
  'scopes',
  'product_ids',
  'partners',
  'entity_ids',
  'fifo',
  'headers',
  'rate_per_second',
  'timeout_seconds',
  'status',
  'status_reason',
  'sealed_secrets',
] as const satisfies readonly ColumnOf<'webhook_endpoint'>[];

/** The settings that a caller may change, and derived columns. */
export type EndpointSettings = RowOf<
  'webhook_endpoint',
  (typeof settable)[number],
  { status: WebhookStatus }
>;

const whole = `${endpointColumnList}, ${selectList<'webhook_endpoint'>('w', ['sealed_secrets', 'sequence'])}`;

const key = columns('webhook_endpoint', ['organization_id', 'id']);
const keyOf = (scope: OrgTransaction, id: string) => ({ organization_id: scope.organizationId, id });
const changed = columns('webhook_endpoint', ['last_updated_by', 'last_update_time']);
const changedBy = (scope: OrgTransaction) => ({
  last_updated_by: scope.actor.id,
  last_update_time: scope.now,
});

export const selectEndpoint = (scope: OrgScope, id: string): Statement => ({
  name: 'select_webhook_endpoint',
  text: `SELECT ${endpointColumnList} FROM webhook_endpoint w WHERE w.organization_id = $1 AND w.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks the endpoint until the end of the transaction, and returns it with its encrypted secrets. */
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

const insertBoth = defineStatement(
  'insert_webhook_endpoint',
  { key, changed, settings: columns('webhook_endpoint', settable) },
  ({ key, changed, settings }) =>
    `WITH queue AS (${insertSql('webhook_queue', {
      organization_id: key.at.organization_id,
      endpoint_id: key.at.id,
      fifo: settings.at.fifo,
    })}) ${settings.insert(
      {
        ...key.at,
        ...changed.at,
        created_by: changed.at.last_updated_by,
        creation_time: changed.at.last_update_time,
        status_time: changed.at.last_update_time,
      },
      'w',
    )} RETURNING ${whole}`,
);

export async function insertEndpoint(
  scope: OrgTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>(
    insertBoth({ key: keyOf(scope, id), changed: changedBy(scope), settings }),
  );
  return row as EndpointRow;
}

const replace = defineStatement(
  'update_webhook_endpoint',
  { key, changed, settings: columns('webhook_endpoint', settable) },
  ({ key, changed, settings }) => `UPDATE webhook_endpoint w SET ${changed.set}, ${settings.set},
      status_time = CASE WHEN w.status = ${settings.at.status} THEN w.status_time ELSE ${changed.at.last_update_time} END,
      sequence = w.sequence + 1
    WHERE ${key.equals('w')} RETURNING ${whole}`,
);

export async function updateEndpoint(
  scope: OrgTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>(
    replace({ key: keyOf(scope, id), changed: changedBy(scope), settings }),
  );
  return row as EndpointRow;
}

const replaceSecrets = defineStatement(
  'update_webhook_secrets',
  { key, changed, secrets: columns('webhook_endpoint', ['sealed_secrets', 'previous_until']) },
  ({
    key,
    changed,
    secrets,
  }) => `UPDATE webhook_endpoint w SET ${secrets.set}, ${changed.set}, sequence = w.sequence + 1
    WHERE ${key.equals('w')} RETURNING ${whole}`,
);

export async function updateSecrets(
  scope: OrgTransaction,
  id: string,
  next: { encrypted: string; previousUntil: Date | undefined },
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>(
    replaceSecrets({
      key: keyOf(scope, id),
      changed: changedBy(scope),
      secrets: { sealed_secrets: next.encrypted, previous_until: next.previousUntil },
    }),
  );
  return row as EndpointRow;
}

/** Increments the sequence number for an endpoint event without a change to its settings. */
export async function nextSequence(scope: OrgTransaction, id: string): Promise<EndpointRow | undefined> {
  const [row] = await scope.query<EndpointRow>({
    name: 'next_webhook_sequence',
    text: `UPDATE webhook_endpoint w SET sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.id = $2 RETURNING ${whole}`,
    values: [scope.organizationId, id],
  });
  return row;
}

/** Deletes the endpoint. A sweep marks its pending deliveries as FAILED. */
export const removeEndpoint = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_webhook_endpoint',
  text: `WITH queue AS (DELETE FROM webhook_queue q WHERE q.organization_id = $1 AND q.endpoint_id = $2),
           changed AS (DELETE FROM webhook_endpoint w WHERE w.organization_id = $1 AND w.id = $2 RETURNING 1)
         SELECT require_change(count(*), 'delete_webhook_endpoint') FROM changed`,
  values: [scope.organizationId, id],
});

export const { record: recordEndpoint, recordRemoved: recordRemovedEndpoint } = createEntityEvents<
  EndpointRow,
  'CREATE' | 'UPDATE' | 'ROTATE_SECRET' | 'TEST' | 'REPLAY' | 'RESEND' | 'NOTIFY'
>('WEBHOOK_ENDPOINT', encodeEndpoint);

const replaceStatus = defineStatement(
  'set_webhook_status',
  { key, changed, given: columns('webhook_endpoint', ['status', 'status_reason']) },
  ({ key, changed, given }) => `UPDATE webhook_endpoint w SET ${given.set}, ${changed.set},
      status_time = CASE WHEN w.status = ${given.at.status} THEN w.status_time ELSE ${changed.at.last_update_time} END,
      sequence = w.sequence + 1
    WHERE ${key.equals('w')} RETURNING ${whole}`,
);

export async function setStatus(
  scope: OrgTransaction,
  id: string,
  status: WebhookStatus,
  reason: string | undefined,
): Promise<EndpointRow> {
  const [row] = await scope.query<EndpointRow>(
    replaceStatus({
      key: keyOf(scope, id),
      changed: changedBy(scope),
      given: { status, status_reason: reason },
    }),
  );
  return row as EndpointRow;
}
