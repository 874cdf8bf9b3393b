import { z } from 'zod';
import type { Row } from '../../platform/database/statement.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import {
  type BatchRow,
  batchColumns,
  callerColumns,
  encodeBatch,
  encodeGroup,
  type GroupRow,
} from '../columns.ts';
import { meteringErrors } from '../errors.ts';
import { usageRecordGroupExample } from '../examples.ts';
import { MeteringUsageRecordGroup, UsageBatch } from '../records.ts';
import { selectBatch, selectGroup } from '../store.ts';

const group = 'Metering';
const encode = (row: Row) => encodeBatch(row as BatchRow);

/** Returns the routes that read a record group and the calls that reported usage. */
export const readRoutes = () => [
  readRoute({
    path: '/org/{orgId}/usageRecordGroup/{usageRecordGroupId}',
    operationId: 'getUsageRecordGroup',
    group,
    summary: 'Get a usage record group',
    access: 'metering:read',
    response: MeteringUsageRecordGroup,
    responseDescription: 'The record group',
    responseExample: usageRecordGroupExample,
    select: (scope, { usageRecordGroupId }) => selectGroup(scope, usageRecordGroupId),
    notFound: meteringErrors.usage_record_group_not_found,
    encode: (row) => encodeGroup(row as GroupRow),
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/usageBatch',
    operationId: 'listUsageBatches',
    group,
    summary: 'List the calls that reported usage',
    description:
      'Sorted by creation time and id. Each call has its time, its caller, the number of its record groups and its status.',
    access: 'metering:read',
    query: z.object(pageParameters()),
    response: z.array(UsageBatch),
    responseDescription: 'A page of calls',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'usage_batch',
          columns: [...batchColumns.map(([, column]) => column), ...callerColumns],
          filters: {},
          encode,
        }),
    },
  }),
  readRoute({
    path: '/org/{orgId}/usageBatch/{usageBatchId}',
    operationId: 'getUsageBatch',
    group,
    summary: 'Get a call that reported usage',
    access: 'metering:read',
    response: UsageBatch,
    responseDescription: 'The call',
    select: (scope, { usageBatchId }) => selectBatch(scope, usageBatchId),
    notFound: meteringErrors.usage_batch_not_found,
    encode,
  }),
];
