import type { Row } from '../platform/database/statement.ts';
import { columnsOfTable, type FilterColumns } from '../platform/filter/index.ts';
import { recordEncoder } from '../platform/records/encode.ts';

/** Entries and their seals, where they have one. A notice that changed nothing is no entry. */
export const entries = `(
  SELECT n.organization_id, n.id, n.event_type, n.entity_type, n.entity_id, n.sequence, n.action, n.payload, n.before,
    n.actor_type, n.actor_id, n.actor_email, n.actor_name, n.request_id, n.creation_time, n.erased_at
  FROM event n WHERE n.audited) e
  LEFT JOIN event_seal s ON s.organization_id = e.organization_id AND s.event_id = e.id`;

const status = `CASE WHEN s.position IS NULL THEN 'PENDING' ELSE 'AUDITED' END`;

export const entryColumns = `e.organization_id, e.id, e.event_type, e.entity_type, e.entity_id, e.sequence, e.action,
  e.payload, e.before, e.actor_type, e.actor_id, e.actor_email, e.actor_name, e.request_id, e.creation_time,
  coalesce(e.erased_at, e.creation_time) AS last_update_time, s.position, ${status} AS status`;

/** What entries are filtered and ordered by. Those of one record, one actor, one type or one request have an index. */
export const filterColumns = {
  ...columnsOfTable('event', 'e', ['id', 'event_type']),
  status: { sql: status, type: 'text' },
  ...columnsOfTable('event', 'e', [
    'entity_type',
    'entity_id',
    'action',
    'actor_type',
    'actor_id',
    'actor_email',
    'request_id',
    'creation_time',
  ]),
  ...columnsOfTable('event_seal', 's', ['position']),
} as const satisfies FilterColumns;

const encodeActor = recordEncoder([
  ['entityType', 'actor_type', 'text'],
  ['entityId', 'actor_id', 'text'],
  ['email', 'actor_email', 'text'],
  ['name', 'actor_name', 'text'],
]);
const encodeBody = recordEncoder([
  ['entityType', 'entity_type', 'text'],
  ['entityId', 'entity_id', 'text'],
  ['action', 'action', 'text'],
  ['sequence', 'sequence', 'number'],
  ['actor', 'actor', 'json'],
  ['requestId', 'request_id', 'text'],
  ['before', 'before', 'json'],
  ['after', 'payload', 'json'],
  ['position', 'position', 'number'],
]);
const encodeRow = recordEncoder([
  ['body', 'body', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['eventType', 'event_type', 'text'],
  ['id', 'id', 'text'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['organizationID', 'organization_id', 'text'],
  ['status', 'status', 'text'],
]);

export const encodeEntry = (row: Row): string =>
  encodeRow({ ...row, body: encodeBody({ ...row, actor: encodeActor(row) }) });
