import { z } from 'zod';
import { type QuotaDefinition, usedOf } from '../platform/access/quotas.ts';
import { type OrgScope, serviceActor } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Row, Statement } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { type Batch, type RouteRequest, route } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import { listStatements } from '../platform/lists/list-query.ts';
import { answerPage, type PageParameters, pageOf, pageParameters } from '../platform/lists/pagination.ts';
import { idText, integer, nameText, record, text } from '../platform/records/fields.ts';

const OrganizationQuota = record(
  'OrganizationQuota',
  'Limit on the number of items of one kind in an organization.',
  {
    id: idText('The name of the quota.'),
    name: nameText('The name of the quota.'),
    description: text('Items that are counted.'),
    maximum: integer('Maximum number.'),
    used: integer('Current number; for a daily quota, the number used today.'),
  },
);

/** Lists quotas. Usage is counted in a second round of statements, each up to its maximum. */
function listQuotas(
  definitions: readonly QuotaDefinition[],
  scope: OrgScope,
  request: RouteRequest<PageParameters>,
): Batch {
  const page = pageOf(request.query, {});
  const { rows, count } = listStatements({
    organizationId: scope.organizationId,
    table: 'organization_quota',
    columns: ['id', 'name', 'maximum'],
    filters: {},
    page,
  });
  const definitionOf = (row: Row) => definitions.find(({ name }) => name === row.name);
  return {
    statements: count ? [rows, count] : [rows],
    respond: ([found = [], counted]) => {
      const counts = found.map((row) => definitionOf(row)?.count?.(scope, (row.maximum as number) + 1));
      return {
        statements: counts.filter((statement): statement is Statement => statement !== undefined),
        respond: (answers) => {
          const rest = [...answers];
          const used = new Map(
            found.map((row, index) => [row.name, counts[index] ? usedOf(rest.shift()?.[0]) : 0]),
          );
          const encode = ({ id, name, maximum }: Row) => {
            const description = definitions.find((definition) => definition.name === name)?.description;
            return JSON.stringify({ id, name, description, maximum, used: used.get(name) });
          };
          return answerPage(request, page, {}, found, encode, counted?.[0]?.total as number | undefined);
        },
      };
    },
  };
}

export const quotaRoutes = (definitions: readonly QuotaDefinition[]) => [
  route({
    method: 'GET',
    path: '/org/{orgId}/quota',
    operationId: 'listQuotas',
    group: 'Organization',
    summary: 'List the quotas of the organization and their usage',
    description: 'Operations that would exceed a quota return 429. `used` is at most the maximum plus one.',
    access: 'organization:read',
    query: z.object(pageParameters()),
    response: z.array(OrganizationQuota),
    responseDescription: 'The quotas, by name',
    run: { kind: 'batch', batch: (scope, request) => listQuotas(definitions, scope, request) },
  }),
];

export const countMembers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_members',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM member m WHERE m.organization_id = $1 AND m.status <> 'REMOVED' LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Lists the quotas that operators have set, for the command line, as the system. */
export const listSetQuotas = (
  queryable: Queryable,
): Promise<RowOf<'quota', 'organization_id' | 'name' | 'maximum'>[]> =>
  queryable.query({
    name: 'list_set_quotas',
    text: 'SELECT q.organization_id, q.name, q.maximum FROM quota q ORDER BY q.organization_id, q.name',
    values: [],
  });

const upsert = insertInto('set_quota', 'quota', ['organization_id', 'name', 'maximum', 'last_update_time'], {
  after: `ON CONFLICT (organization_id, name)
          DO UPDATE SET maximum = EXCLUDED.maximum, last_update_time = EXCLUDED.last_update_time`,
});

/**
 * Sets a maximum, as the system: for one organization, with an event, or the default for all (`*`).
 * @throws Error when the organization does not exist
 */
export async function setQuota(
  queryable: Queryable,
  newId: NewId,
  now: Date,
  { organizationId, name, maximum }: { organizationId: string; name: string; maximum: number },
): Promise<void> {
  const [before] = await queryable.query<RowOf<'quota', 'maximum'>>({
    name: 'lock_quota',
    text: 'SELECT q.maximum FROM quota q WHERE q.organization_id = $1 AND q.name = $2 FOR UPDATE',
    values: [organizationId, name],
  });
  await queryable.query(upsert({ organization_id: organizationId, name, maximum, last_update_time: now }));
  if (organizationId === '*') return;
  const [row] = await queryable.query<RowOf<'organization', 'sequence' | 'environment'>>({
    name: 'next_organization_sequence',
    text: `UPDATE organization SET sequence = sequence + 1 WHERE organization_id = $1
           RETURNING sequence, environment`,
    values: [organizationId],
  });
  if (!row) throw new Error(`unknown organization ${organizationId}`);
  const times = { now, wallNow: now };
  const { environment } = row;
  const scope: OrgScope = {
    organizationId,
    environment,
    ...serviceActor,
    requestId: newId('req'),
    ...times,
    newId,
  };
  const snapshot = (value: number | undefined) =>
    JSON.stringify({ id: organizationId, quotas: value === undefined ? {} : { [name]: value } });
  await queryable.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: organizationId,
      sequence: row.sequence,
      action: 'UPDATE',
      payload: snapshot(maximum),
      before: snapshot(before?.maximum),
    }),
  );
}
