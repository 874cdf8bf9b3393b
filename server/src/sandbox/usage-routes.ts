import { z } from 'zod';
import { revenueColumns, usageColumns, usageTotalColumns } from '../marketplaces/sandbox/index.ts';
import type { ColumnOf } from '../platform/database/rows.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { recordEncoder } from '../platform/records/encode.ts';
import { key } from '../platform/records/fields.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxRevenue, SandboxUsage, SandboxUsageTotal } from './records.ts';

const group = 'Sandbox';
const access = 'organization:read';
const testOnly = sandboxErrors.not_a_test_organization.definition;
const query = z.object({
  ...pageParameters(),
  agreementId: key('Only usage of this agreement: the externalID of an entitlement.').optional(),
});

const encodeUsage = recordEncoder<ColumnOf<'sandbox_usage'>>([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['agreementID', 'agreement_id', 'text'],
  ['dimension', 'dimension', 'text'],
  ['hour', 'hour', 'time'],
  ['startTime', 'start_time', 'time'],
  ['endTime', 'end_time', 'time'],
  ['quantity', 'quantity', 'number'],
  ['amount', 'amount', 'number'],
  ['currency', 'currency', 'text'],
  ['creationTime', 'creation_time', 'time'],
]);

const encodeTotal = recordEncoder<ColumnOf<'sandbox_usage_total'>>([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['agreementID', 'agreement_id', 'text'],
  ['dimension', 'dimension', 'text'],
  ['quantity', 'quantity', 'number'],
  ['lines', 'lines', 'number'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
]);

const encodeRevenue = recordEncoder<ColumnOf<'sandbox_revenue'>>([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['line', 'line', 'json'],
  ['usage', 'usage', 'json'],
  ['creationTime', 'creation_time', 'time'],
]);

/** Returns the routes that list the billed usage and the revenue of the sandbox's marketplaces. */
export const usageRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/org/{orgId}/sandbox/usage',
    operationId: 'listSandboxUsage',
    group,
    summary: 'List the usage billed by the marketplaces of the sandbox',
    description: 'Lists each accepted line as reported, in order of creation time and id.',
    access,
    query,
    response: z.array(SandboxUsage),
    responseDescription: 'The lines',
    errors: [testOnly],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        requireTest(scope);
        const { agreementId } = request.query;
        return listBatch(scope, request, {
          table: 'sandbox_usage',
          columns: usageColumns,
          filters: { agreement_id: agreementId },
          encode: encodeUsage,
        });
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/sandbox/usageTotal',
    operationId: 'listSandboxUsageTotals',
    group,
    summary: 'List the usage billed for each dimension by the marketplaces of the sandbox',
    description: 'Lists the totals of each dimension of an agreement, in order of creation time and id.',
    access,
    query: z.object(pageParameters()),
    response: z.array(SandboxUsageTotal),
    responseDescription: 'The totals',
    errors: [testOnly],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        requireTest(scope);
        return listBatch(scope, request, {
          table: 'sandbox_usage_total',
          columns: usageTotalColumns,
          filters: {},
          encode: encodeTotal,
        });
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/sandbox/revenue',
    operationId: 'listSandboxRevenue',
    group,
    summary: 'List the revenue feeds of the marketplaces of the sandbox',
    description:
      'On the third of each month the marketplaces bill the sales of the previous month and pay out the sales billed before. Lists each line and ' +
      'the usage of each day, in order of creation time and id.',
    access,
    query: z.object(pageParameters()),
    response: z.array(SandboxRevenue),
    responseDescription: 'The feeds',
    errors: [testOnly],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        requireTest(scope);
        return listBatch(scope, request, {
          table: 'sandbox_revenue',
          columns: revenueColumns,
          filters: {},
          encode: encodeRevenue,
        });
      },
    },
  }),
];
