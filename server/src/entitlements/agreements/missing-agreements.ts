import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { inList } from '../../platform/records/moves.ts';
import { changeEntitlement } from '../change/index.ts';
import { live } from '../states.ts';
import { lockEntitlement } from '../store.ts';

type Held = { id: string; externalId: string };

/** Reads entitlements whose agreements a marketplace is to list, in the order of their ids. */
export async function heldAgreements(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<Held[]> {
  const rows = await scope.query<RowOf<'entitlement', 'id'> & { external_id: string }>({
    name: 'entitlements_to_be_listed',
    text: `SELECT e.id, e.external_id FROM entitlement e
           WHERE e.organization_id = $1 AND e.id > $3 AND e.partner = $2 AND e.external_id IS NOT NULL
             AND e.creation_time < $4 AND e.status IN (${inList(live)})
           ORDER BY e.id LIMIT $5`,
    values: [scope.organizationId, partner, after, before, most],
  });
  return rows.map(({ id, external_id: externalId }) => ({ id, externalId }));
}

/** Records that the marketplace of an entitlement does not have its agreement any more. */
export async function alertOfMissingAgreement(scope: OrgTransaction, { id }: Held): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (entitlement && live.includes(entitlement.status))
    await changeEntitlement(scope, entitlement, 'ABNORMAL_ALERT', {});
}
