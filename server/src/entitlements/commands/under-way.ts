import type { KeepChange } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { hasten } from '../../platform/jobs/job-again.ts';

const keepHandle = defineStatement(
  'keep_change_of_entitlement',
  {
    key: columns('entitlement', ['organization_id', 'id']),
    change: columns('entitlement', ['change_handle', 'change_job']),
  },
  ({ key, change }) => `UPDATE entitlement e SET ${change.set} WHERE ${key.equals('e')}`,
);

/** Keeps on the entitlement what its marketplace works on. */
export const keepChange: KeepChange<{ entitlementId: string }> = async (
  scope,
  { entitlementId },
  { handle, jobId },
) =>
  scope.send(
    keepHandle({
      key: { organization_id: scope.organizationId, id: entitlementId },
      change: { change_handle: handle, change_job: jobId },
    }),
  );

/** Has the change of an entitlement looked at now, where one is under way that its marketplace calls so. */
export const hastenEntitlementChange = (
  { organizationId }: OrgTransaction,
  partner: string,
  handle: string,
): Statement =>
  hasten(
    'hasten_change_of_entitlement',
    'SELECT e.change_job FROM entitlement e WHERE e.organization_id = $1 AND e.change_handle = $3 AND e.partner = $2',
    [organizationId, partner, handle],
  );
