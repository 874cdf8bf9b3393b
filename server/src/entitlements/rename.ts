import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireState } from './preconditions.ts';
import { UpdateEntitlementNameParams } from './records.ts';
import { changes, stateErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const renameRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementName',
    operationId: 'updateEntitlementName',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Rename an entitlement',
    body: UpdateEntitlementNameParams,
    requiredFields: ['name'],
    serverSetFields: ['id', 'organizationID'],
    example: { name: 'Acme annual plan' },
    errors: stateErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        return pages.answerChange(
          scope,
          request,
          await renameEntitlement(scope, params.entitlementId, body.name),
        );
      },
    },
  });

/** Renames an entitlement. */
async function renameEntitlement(
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
