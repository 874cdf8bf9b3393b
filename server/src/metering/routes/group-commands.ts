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
    creationDate: date('Day on which it was reported, in UTC; not needed').optional(),
  }),
  response: MeteringUsageRecordGroup,
  responseDescription: 'The record group',
} as const;
const path = '/org/{orgId}/usageRecordGroup/{usageRecordGroupId}';
const errors = [
  meteringErrors.usage_record_group_not_found.definition,
  meteringErrors.usage_record_group_state.definition,
];

/** Taking a record group back, and trying it again. */
export const groupCommandRoutes = ({ registry }: { registry: AdapterRegistry }) => [
  route({
    ...common,
    method: 'DELETE',
    path,
    operationId: 'deleteUsageRecordGroup',
    condition: { lock: lockRows(['usage_key', 'usageRecordGroupId']) },
    summary: 'Delete a usage record group',
    description:
      'One that is CREATED, and so not settled yet, or INVALID. It is never settled then, and stays to be read.',
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
    summary: 'Try a usage record group again',
    description:
      'One that is INVALID is judged anew, by the time of its use: if it can be taken now, it is CREATED. Of one that is ' +
      'REPORT_FAILED, what its marketplace refused or what came too late is sent again with the whole of its report, for ' +
      'its hour or the next that is open.',
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
