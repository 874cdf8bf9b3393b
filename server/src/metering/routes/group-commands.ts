import { z } from 'zod';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { date } from '../../platform/records/fields.ts';
import { encodeGroup } from '../columns.ts';
import { meteringErrors } from '../errors.ts';
import { usageRecordGroupExample } from '../examples.ts';
import { deleteGroup, retryGroup } from '../groups/index.ts';
import { MeteringUsageRecordGroup } from '../records.ts';
import { reportErrors } from '../reports/index.ts';

const common = {
  group: 'Metering',
  access: 'metering:write',
  query: z.object({
    creationDate: date('Ignored: day of the report in UTC').optional(),
  }),
  response: MeteringUsageRecordGroup,
  responseDescription: 'The record group',
} as const;
const path = '/org/{orgId}/usageRecordGroup/{usageRecordGroupId}';
const errors = [
  meteringErrors.usage_record_group_not_found.definition,
  meteringErrors.usage_record_group_state.definition,
];

/** Returns the routes that delete and retry a record group. */
export const groupCommandRoutes = ({ registry }: { registry: AdapterRegistry }) => [
  route({
    ...common,
    method: 'DELETE',
    path,
    operationId: 'deleteUsageRecordGroup',
    condition: { lock: lockRows(['usage_key', 'usageRecordGroupId']) },
    summary: 'Delete a usage record group',
    description:
      'The group must be INVALID, or CREATED and not settled yet. A deleted group is never settled, and ' +
      'can still be read.',
    responseExample: { ...usageRecordGroupExample, status: 'DELETED' },
    errors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeGroup(await deleteGroup(scope, params.usageRecordGroupId))),
      }),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: `${path}/retry`,
    operationId: 'retryUsageRecordGroup',
    summary: 'Retry a usage record group',
    description:
      'An INVALID group is validated again, by its time of use; if valid, it becomes CREATED. For a ' +
      'REPORT_FAILED group, all failed usage of its report, rejected by the marketplace or too late, is sent ' +
      'again for its own hour or the next open one.',
    responseExample: usageRecordGroupExample,
    errors: [...errors, reportErrors.usage_record_report_not_retriable.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeGroup(await retryGroup(scope, registry, params.usageRecordGroupId))),
      }),
    },
  }),
];
