import type { OrgTransaction } from '../../platform/access/scope.ts';
import { withIgnored } from '../../platform/http/ignored.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { changeEntitlement } from './entitlement.ts';

/** Writes warnings for fields of a body that are not known on the entitlement that was made or changed by it. */
export async function warnOfIgnored(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  unknown: readonly string[],
): Promise<EntitlementRow> {
  if (unknown.length === 0) return entitlement;
  const { warningMessages } = JSON.parse(entitlement.meta_info) as WorkloadMetaInfo;
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { warningMessages: withIgnored(warningMessages, unknown) },
  });
}
