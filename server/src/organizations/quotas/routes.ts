import { z } from 'zod';
import { type QuotaDefinition, usedOf } from '../../platform/access/quotas.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { type Batch, type RouteRequest, route } from '../../platform/http/route.ts';
import { listStatements } from '../../platform/lists/list-query.ts';
import { answerPage, type PageParameters, pageOf, pageParameters } from '../../platform/lists/pagination.ts';
import { OrganizationQuota } from './records.ts';

/** Lists quotas. What is used is counted in a second step, up to each maximum. */
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
    summary: 'List the quotas of the organization and what is used of them',
    description:
      'Who has used a quota up gets a 429 from the operations that draw on it. Counting ends at the maximum and one.',
    access: 'organization:read',
    query: z.object(pageParameters()),
    response: z.array(OrganizationQuota),
    responseDescription: 'The quotas, by name',
    run: { kind: 'batch', batch: (scope, request) => listQuotas(definitions, scope, request) },
  }),
];
