import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import type { Batch } from '../platform/http/route.ts';
import { cutByBytes, type OrderedPage, orderedBatch } from '../platform/lists/portions.ts';
import type { Priority } from './catalogue.ts';
import { encodeEvent, encodeMessage, eventColumns, messageColumns } from './columns.ts';

export type Part = { limit: number; offset: number };

type Selection = {
  name: string;
  /** The FROM clause with its conditions. */
  from: string;
  table: 'notification_event n' | 'notification_message m';
  columns: string;
  /** The parameters; the organization is the first. */
  values: readonly unknown[];
};

function statementsOf(
  { name, from, table, columns, values }: Selection,
  { limit, offset }: Part,
): Pick<OrderedPage, 'rows' | 'count' | 'byIds'> {
  const alias = table.slice(-1);
  const [most, passed] = [values.length + 1, values.length + 2];
  const place = `ORDER BY ${alias}.creation_time DESC, ${alias}.id DESC LIMIT $${most} OFFSET $${passed}`;
  const given = [...values, limit + 1, offset];
  const { before, behind } = cutByBytes(columns);
  const byIds = `SELECT ${columns} FROM ${table} WHERE ${alias}.organization_id = $1 AND ${alias}.id = ANY ($2::text[])
    ORDER BY array_position($2::text[], ${alias}.id)`;
  return {
    rows: {
      name: `list_${name}`,
      text: `${before} SELECT ${columns} FROM ${from} ${place} ${behind}`,
      values: given,
    },
    count: { name: `count_${name}`, text: `SELECT count(*) AS total FROM ${from}`, values },
    byIds: (ids) => ({
      name: `portion_of_${table.slice(0, -2)}s`,
      text: `${before} ${byIds} ${behind}`,
      values: [values[0], ids],
    }),
  };
}

/** Returns the batch that reads a page of a list, newest first, with the next offset and the total count. */
const batchOf = (selection: Selection, part: Part, member: string, encode: (row: Row) => string): Batch =>
  orderedBatch({
    ...statementsOf(selection, part),
    shown: part.limit,
    wanted: part.limit + 1,
    encode,
    frame: (hasNext, total) => ({
      before: `{${hasNext ? `"nextOffset":${part.offset + part.limit},` : ''}"${member}":[`,
      behind: `],"totalCount":${total}}`,
    }),
  });

export type EventFilter = {
  from: Date;
  /** The end of the range, exclusive. */
  until: Date;
  priorities: readonly Priority[];
  message: string | undefined;
};

/**
 * Builds the statements for a list of events. The priorities, from a closed list, are part of the statement's text, so
 * that PostgreSQL can use the partial index for the default priorities.
 */
export function eventStatements(scope: OrgScope, filter: EventFilter, part: Part) {
  return statementsOf(eventSelection(scope, filter), part);
}

function eventSelection(scope: OrgScope, { from, until, priorities, message }: EventFilter): Selection {
  const among = priorities.map((priority) => `'${priority}'`).join(', ');
  const saying = message === undefined ? '' : 'AND position(lower($4) in lower(n.message)) > 0';
  return {
    name: `notification_events_${priorities.join('_').toLowerCase()}${message === undefined ? '' : '_saying'}`,
    from: `notification_event n WHERE n.organization_id = $1 AND n.creation_time >= $2 AND n.creation_time < $3
             AND n.priority IN (${among}) ${saying}`,
    table: 'notification_event n',
    columns: eventColumns,
    values: [scope.organizationId, from, until, ...(message === undefined ? [] : [message])],
  };
}

export const listEvents = (scope: OrgScope, filter: EventFilter, part: Part): Batch =>
  batchOf(eventSelection(scope, filter), part, 'notificationEvents', encodeEvent);

export const listEventsOfEntity = (
  scope: OrgScope,
  entity: { type: string; id: string },
  part: Part,
): Batch =>
  batchOf(
    {
      name: 'notification_events_of_entity',
      from: 'notification_event n WHERE n.organization_id = $1 AND n.entity_id = $2 AND n.entity_type = $3',
      table: 'notification_event n',
      columns: eventColumns,
      values: [scope.organizationId, entity.id, entity.type],
    },
    part,
    'notificationEvents',
    encodeEvent,
  );

/** @param keyword the text to find in subject and content, ignoring case */
export function listMessages(scope: OrgScope, keyword: string | undefined, part: Part): Batch {
  const saying =
    keyword === undefined
      ? ''
      : `AND position(lower($2) in lower(concat_ws(E'\\n', m.subject, m.text_content, m.html_content))) > 0`;
  const selection: Selection = {
    name: `notification_messages${keyword === undefined ? '' : '_saying'}`,
    from: `notification_message m WHERE m.organization_id = $1 ${saying}`,
    table: 'notification_message m',
    columns: messageColumns,
    values: [scope.organizationId, ...(keyword === undefined ? [] : [keyword])],
  };
  return batchOf(selection, part, 'notificationMessages', encodeMessage);
}

export const selectMessage = (scope: OrgScope, id: string): Statement => ({
  name: 'select_notification_message',
  text: `SELECT ${messageColumns} FROM notification_message m WHERE m.organization_id = $1 AND m.id = $2`,
  values: [scope.organizationId, id],
});
