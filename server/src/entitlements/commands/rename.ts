import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeEntitlement, requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';

/** Gives an entitlement another name. */
export async function renameEntitlement(
  scope: OrgTransaction,
  entitlementId: string,
  name: string | undefined,
): Promise<EntitlementRow> {
  if (name === undefined) throw invalid([{ pointer: '/name', message: 'is required' }]);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireState(entitlement, 'rename');
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    name,
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
  });
}
