import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { changeEntitlement, withdrawCancellation } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { EntitlementChange } from '../store.ts';
import { cutShort } from '../terms/index.ts';
import { endedJob } from './ended-job.ts';

/** Ends an entitlement: what runs of it ends now, if it has not, and a scheduled cancellation is withdrawn. */
export async function endNow(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  action: string,
  change: EntitlementChange = {},
): Promise<EntitlementRow> {
  const endTime = await cutShort(scope, entitlement);
  await withdrawCancellation(scope, entitlement);
  await scope.query(enqueue(scope, endedJob, { entitlementId: entitlement.id }));
  return changeEntitlement(scope, entitlement, action, {
    // Of a direct sale nobody else says where it stands.
    ...(isDirect(entitlement.partner) && entitlement.external_status !== null
      ? { externalStatus: 'CANCELLED' }
      : {}),
    ...change,
    status: 'CANCELLED',
    endTime,
    cancellationJob: '',
  });
}
