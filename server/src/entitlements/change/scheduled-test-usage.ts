import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { EntitlementRow } from '../columns.ts';

/** Reports test usage of an entitlement, each hour until its end; slices that come later say how. */
export const testUsageJob: JobDefinition<{ entitlementId: string }> = {
  kind: 'entitlements.testUsage',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `test-usage:${entitlementId}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

type Tested = Pick<EntitlementRow, 'status' | 'end_time'> & { meta_info?: string | null | undefined };

/** Says whether test usage of an entitlement is to be reported now: it is switched on, and nothing has ended. */
export function hasTestUsage({ status, end_time: end, meta_info: text }: Tested, now: Date): boolean {
  if (status !== 'ACTIVE' && status !== 'PENDING_CANCEL') return false;
  const { enableTestUsageMetering: isOn, testUsageMeteringEndTime: until } = JSON.parse(
    text ?? '{}',
  ) as WorkloadMetaInfo;
  const isBefore = (time: string | null | undefined) => !time || now.getTime() < Date.parse(time);
  return isOn === true && until !== undefined && isBefore(until) && isBefore(end);
}

/** Has test usage of a locked entitlement reported from now on, where it is switched on and its job is not there yet. */
export async function scheduleTestUsage(
  scope: OrgTransaction,
  { id: entitlementId, ...entitlement }: Tested & Pick<EntitlementRow, 'id'>,
): Promise<void> {
  if (!hasTestUsage(entitlement, scope.now)) return;
  const pending = await scope.query<{ id: string }>({
    name: 'find_test_usage_job',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.lane = $2 AND j.finished_at IS NULL LIMIT 1`,
    values: [scope.organizationId, testUsageJob.lane({ entitlementId })],
  });
  if (pending.length === 0) await scope.query(enqueue(scope, testUsageJob, { entitlementId }));
}
