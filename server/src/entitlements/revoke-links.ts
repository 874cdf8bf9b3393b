import { route } from '../platform/http/route.ts';
import { changeEntitlement } from './change.ts';
import { entitlementErrors } from './errors.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireEntitlement } from './preconditions.ts';
import { changes } from './response.ts';

export const revokeLinksRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/revokeLinks',
    operationId: 'revokeEntitlementLinks',
    summary: 'Revoke the links to an entitlement’s page',
    description:
      'Revokes every link issued so far (`info.spaUrl`), immediately in all processes. Each call ' +
      'revokes the links issued since the last call.',
    errors: [entitlementErrors.entitlement_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const entitlement = await requireEntitlement(scope, params.entitlementId);
        const spaVersion = entitlement.spa_version + 1;
        return pages.answer(scope, await changeEntitlement(scope, entitlement, 'UPDATE', { spaVersion }));
      },
    },
  });
