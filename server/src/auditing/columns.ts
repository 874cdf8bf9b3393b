import { selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf } from '../platform/database/rows.ts';
import type { Row } from '../platform/database/statement.ts';
import { columnsOfTable, type FilterColumns } from '../platform/filter/index.ts';
import { recordEncoder } from '../platform/records/encode.ts';

const ownColumns = [
  'organization_id',
  'id',
  'event_type',
  'entity_type',
  'entity_id',
  'sequence',
  'action',
  'payload',
  'before',
  'actor_type',
  'actor_id',
  'actor_email',
  'actor_name',
  'request_id',
  'creation_time',
] as const satisfies readonly ColumnOf<'event'>[];

/** The SQL source of entries with their seals, if any. Notifications without a change are excluded. */
export const entries = `(
  SELECT ${selectList<'event'>('n', [...ownColumns, 'erased_at'])}
  FROM event n WHERE n.audited) e
  LEFT JOIN event_seal s ON s.organization_id = e.organization_id AND s.event_id = e.id`;

const status = `CASE WHEN s.position IS NULL THEN 'PENDING' ELSE 'AUDITED' END`;

export const entryColumns = `${selectList<'event'>('e', ownColumns)},
  coalesce(e.erased_at, e.creation_time) AS last_update_time, s.position, ${status} AS status`;

/** The columns for filtering and sorting entries. Filters by record, actor, event type or request use an index. */
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

const encodeActor = recordEncoder<ColumnOf<'event'>>([
  ['entityType', 'actor_type', 'text'],
  ['entityId', 'actor_id', 'text'],
  ['email', 'actor_email', 'text'],
  ['name', 'actor_name', 'text'],
]);
const encodeBody = recordEncoder<ColumnOf<'event'> | ColumnOf<'event_seal'> | 'actor'>([
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
const encodeRow = recordEncoder<ColumnOf<'event'> | 'body' | 'last_update_time' | 'status'>([
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
