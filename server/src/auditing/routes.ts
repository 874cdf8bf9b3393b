import { z } from 'zod';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import {
  type FilteredList,
  numberedBatch,
  pageNumberOf,
  pageNumberParameters,
} from '../platform/filter/index.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { route } from '../platform/http/route.ts';
import { encodeEntry, entries, entryColumns, filterColumns } from './columns.ts';
import { auditingErrors } from './errors.ts';
import { AuditingEvent, AuditingEventPage } from './records.ts';

/** Defines the list of an organization's entries, by default newest first. */
export const entryList = (
  scope: OrgScope,
  page: FilteredList['page'],
): FilteredList<keyof typeof filterColumns> => ({
  organizationId: scope.organizationId,
  from: entries,
  alias: 'e',
  select: entryColumns,
  columns: filterColumns,
  defaultSort: [{ column: 'creation_time', descending: true }],
  page,
});

const selectEntry = (scope: OrgScope, id: string): Statement => ({
  name: 'select_auditing_event',
  text: `SELECT ${entryColumns} FROM ${entries} WHERE e.organization_id = $1 AND e.id = $2`,
  values: [scope.organizationId, id],
});

export const auditingRoutes = () => [
  route({
    method: 'GET',
    path: '/org/{orgId}/auditingEvent/query',
    operationId: 'queryAuditingEvents',
    group: 'Auditing',
    summary: 'Query auditing events',
    description:
      'Entries of the audit trail, newest first by default. Each change has one entry, with its actor and request, and ' +
      'the record before and after.',
    access: 'audit:read',
    query: z.object(pageNumberParameters(filterColumns)),
    response: AuditingEventPage,
    responseDescription: 'A page of entries, and the total number',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        numberedBatch(entryList(scope, pageNumberOf(request.query, filterColumns)), encodeEntry),
    },
  }),
  readRoute({
    path: '/org/{orgId}/auditingEvent/{auditingEventId}',
    operationId: 'getAuditingEvent',
    group: 'Auditing',
    summary: 'Get an auditing event',
    access: 'audit:read',
    response: AuditingEvent,
    responseDescription: 'The entry',
    select: (scope, { auditingEventId }) => selectEntry(scope, auditingEventId),
    notFound: auditingErrors.auditing_event_not_found,
    encode: encodeEntry,
  }),
];
