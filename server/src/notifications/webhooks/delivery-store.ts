import type { OrgScope } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { attemptColumnList, deliveryColumnList } from './columns.ts';
import { changedColumns, updateMessages } from './messages.ts';

/** A new delivery of an event to an endpoint. */
export type NewDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  notificationScope: string;
  entityType: string;
  entityId: string;
  position: number;
  part: number;
  /** Whether the delivery waits for earlier pending deliveries of the same record. */
  waits: boolean;
};

const insertBodies = defineStatement(
  'insert_webhook_payloads',
  {
    owner: columns('webhook_payload', ['organization_id']),
    payloads: rows('webhook_payload', ['event_id', 'body']),
  },
  ({ owner, payloads }) =>
    `${payloads.insert('p', { ...owner.at })} FROM ${payloads.unnest('p')} ON CONFLICT DO NOTHING`,
);

export const insertPayloads = (
  scope: OrgScope,
  payloads: readonly { eventId: string; body: string }[],
): Statement =>
  insertBodies({
    owner: { organization_id: scope.organizationId },
    payloads: payloads.map(({ eventId, body }) => ({ event_id: eventId, body })),
  });

const common = columns('webhook_delivery', ['organization_id', 'creation_time']);
const commonOf = (scope: OrgScope) => ({ organization_id: scope.organizationId, creation_time: scope.now });

const newDeliveries = rows(
  'webhook_delivery',
  ['id', 'endpoint_id', 'event_id', 'scope', 'entity_type', 'entity_id', 'position', 'part'],
  { waits: 'boolean' },
);
const fromDelivery = (delivery: NewDelivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  scope: delivery.notificationScope,
  entity_type: delivery.entityType,
  entity_id: delivery.entityId,
  position: delivery.position,
  part: delivery.part,
  waits: delivery.waits,
});
const dueUnlessWaiting = 'CASE WHEN NOT n.waits THEN clock_timestamp() END';

const insertAll = defineStatement(
  'insert_webhook_deliveries',
  { common, deliveries: newDeliveries },
  ({ common, deliveries }) => `${deliveries.insert('n', { ...common.at, due_at: dueUnlessWaiting })}
    FROM ${deliveries.unnest('n')} ON CONFLICT DO NOTHING`,
);

/** Inserts deliveries, one for each event and endpoint. The caller must have locked the queues. */
export const insertDeliveries = (scope: OrgScope, deliveries: readonly NewDelivery[]): Statement =>
  insertAll({ common: commonOf(scope), deliveries: deliveries.map(fromDelivery) });

const insertAgain = defineStatement(
  'owe_webhook_deliveries_again',
  {
    common,
    deliveries: newDeliveries,
    replay: columns('webhook_delivery', ['replay_id']),
    more: parameters({ onlyMissing: 'boolean' }),
  },
  ({ common, deliveries, replay, more }) => `WITH changed AS (
      ${deliveries.insert('n', { ...common.at, due_at: dueUnlessWaiting, ...replay.at }, 'd')}
      FROM ${deliveries.unnest('n')}
      ON CONFLICT (organization_id, endpoint_id, event_id) DO UPDATE
        SET status = 'PENDING', tries = 0, due_at = EXCLUDED.due_at, finished_at = NULL, ${replay.set}
        WHERE d.replay_id IS DISTINCT FROM ${replay.at.replay_id}
          AND (d.status = 'FAILED' OR (d.status = 'DONE' AND NOT ${more.onlyMissing})
            OR (d.status = 'PENDING' AND d.lease_token IS NULL AND d.due_at > clock_timestamp()))
      RETURNING ${changedColumns})
    ${updateMessages}`,
);

/**
 * Inserts deliveries of events that may already have been sent. Ended deliveries become pending again, and deliveries
 * that wait for their next attempt become due. The caller must have locked the queue.
 * @param replay the id of the replay, which marks changed rows, so that a second run of the same replay skips these
 * rows
 */
export const insertDeliveriesAgain = (
  scope: OrgScope,
  deliveries: readonly NewDelivery[],
  replay: { id: string; onlyMissing: boolean },
): Statement =>
  insertAgain({
    common: commonOf(scope),
    deliveries: deliveries.map(fromDelivery),
    replay: { replay_id: replay.id },
    more: { onlyMissing: replay.onlyMissing },
  });

export const selectDelivery = (scope: OrgScope, endpointId: string, id: string): Statement => ({
  name: 'select_webhook_delivery',
  text: `SELECT ${deliveryColumnList}, p.body FROM webhook_delivery d
         LEFT JOIN webhook_payload p ON p.organization_id = d.organization_id AND p.event_id = d.event_id
         WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.id = $3`,
  values: [scope.organizationId, endpointId, id],
});

export const selectAttempts = (scope: OrgScope, id: string): Statement => ({
  name: 'select_webhook_attempts',
  text: `SELECT ${attemptColumnList}
         FROM webhook_attempt a WHERE a.organization_id = $1 AND a.delivery_id = $2 ORDER BY a.number LIMIT 1000`,
  values: [scope.organizationId, id],
});

/**
 * Marks a delivery as pending again with the full number of retries. A delivery that is already pending becomes due
 * now. The caller must have locked the queue.
 */
export const resendDelivery = (
  scope: OrgScope,
  endpointId: string,
  id: string,
  waits: boolean,
): Statement => ({
  name: 'resend_webhook_delivery',
  text: `WITH changed AS (
           UPDATE webhook_delivery d SET status = 'PENDING', tries = 0, finished_at = NULL,
             due_at = CASE WHEN NOT $4 THEN clock_timestamp() END
           WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.id = $3 AND d.lease_token IS NULL
           RETURNING ${changedColumns})
         ${updateMessages}`,
  values: [scope.organizationId, endpointId, id, waits],
});
