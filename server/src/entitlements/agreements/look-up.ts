import type { FindAgreement } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { inList } from '../../platform/records/moves.ts';
import type { EntitlementRow } from '../columns.ts';
import { currentAgreement } from '../earlier-agreements.ts';
import { live } from '../states.ts';

type Found = Pick<EntitlementRow, 'status' | 'product_id' | 'end_time'> & { external_id: string };

/** An agreement at a marketplace, for the offers that build on it: the entitlement that we have of it. */
export const findAgreement: FindAgreement = async (scope, partner, by) => {
  const byId = 'externalId' in by;
  const [row] = await scope.query<Found>({
    name: byId ? 'agreement_by_id' : 'agreement_of_offer',
    text: `SELECT e.external_id, e.status, e.product_id, e.end_time FROM entitlement e
           WHERE e.organization_id = $1 AND e.${byId ? 'external_id' : 'offer_id'} = $2 AND e.partner = $3
             AND e.external_id IS NOT NULL
           ORDER BY e.creation_time DESC, e.id DESC LIMIT 1`,
    values: [scope.organizationId, byId ? by.externalId : by.offerId, partner],
  });
  return (
    row && {
      externalId: row.external_id,
      isActive: row.status === 'ACTIVE',
      productId: row.product_id ?? undefined,
      endTime: row.end_time ?? undefined,
    }
  );
};

/** Reads whether an agreement is one of an entitlement that we have, be it the present one or one before. */
export async function isAgreementKnown(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'is_agreement_known',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1 AND e.partner = $2
             AND e.external_id = ${currentAgreement('$1', '$2', '$3')}) AS found`,
    values: [scope.organizationId, partner, externalId],
  });
  return row?.found ?? false;
}

/** Reads whether the organization has an entitlement that was not cancelled and has not ended. */
export async function hasLiveEntitlements(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_live_entitlements',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1
             AND e.status IN (${inList(live)})) AS found`,
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}

/** Reads whether the organization has ever sold anything. */
export async function hasSold(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_sold',
    text: 'SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1) AS found',
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}
