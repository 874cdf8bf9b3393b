import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import {
  BillableMetric,
  BillableMetricStatus,
  createMetric,
  encodeMetric,
  metricColumns,
  metricErrors,
  selectMetric,
  UpdateBillableMetricParams,
  updateMetric,
} from '../metrics/index.ts';

const common = { group: 'Metering', response: BillableMetric, responseDescription: 'The metric' } as const;
const path = '/org/{orgId}/billableMetric';
const pathOfOne = '/org/{orgId}/billableMetric/{billableMetricId}';

const example = {
  name: 'GPU seconds on Linux',
  aggregationType: 'SUM' as const,
  info: {
    filterGroups: [
      { filters: [{ name: 'os', operation: 'IS' as const, value: 'linux', valueType: 'STRING' as const }] },
    ],
    groupBys: ['cluster'],
  },
};

/** Returns the routes of billable metrics. */
export const metricRoutes = () => [
  route({
    method: 'GET',
    path,
    operationId: 'listBillableMetrics',
    group: 'Metering',
    summary: 'List billable metrics',
    description: 'Sorted by creation time and id. Deleted metrics are omitted unless requested by status.',
    access: 'metering:read',
    query: z.object({
      ...pageParameters(),
      status: BillableMetricStatus.optional().meta({ description: 'Only metrics with this status' }),
    }),
    response: z.array(BillableMetric),
    responseDescription: 'A page of metrics',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'billable_metric',
          columns: metricColumns.map(([, column]) => column),
          filters: { status: request.query.status },
          hiddenStatus: 'DELETED',
          encode: encodeMetric,
        }),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createBillableMetric',
    summary: 'Create a billable metric',
    description:
      'Name and aggregation are required; UNIQUE_COUNT needs `info.propertyUniqueOn`. A record counts if it ' +
      'passes at least one filter of each filter group. Times, organization and status in the body are ' +
      'ignored.',
    access: 'metering:write',
    body: BillableMetric,
    example,
    errors: [metricErrors.billable_metric_exists.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({
        body: new RawJson(encodeMetric(await createMetric(scope, body))),
      }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getBillableMetric',
    summary: 'Get a billable metric',
    description: 'A deleted metric is returned with the status DELETED.',
    access: 'metering:read',
    select: (scope, { billableMetricId }) => selectMetric(scope, billableMetricId),
    notFound: metricErrors.billable_metric_not_found,
    encode: encodeMetric,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateBillableMetric',
    condition: { lock: lockRows(['billable_metric', 'billableMetricId']) },
    summary: 'Change a billable metric',
    description:
      'Changes name, description or status; absent fields are unchanged. A body with a different ' +
      '`aggregationType` or `info` is rejected, because past usage was counted with the current values.',
    access: 'metering:write',
    body: UpdateBillableMetricParams,
    example: { status: 'DELETED' },
    errors: [metricErrors.billable_metric_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, parsedBody }) => ({
        body: new RawJson(encodeMetric(await updateMetric(scope, params.billableMetricId, body, parsedBody))),
      }),
    },
  }),
];
