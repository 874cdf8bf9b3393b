import { entitlementErrors } from '../../entitlements/index.ts';
import { offerErrors } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { WinDealRegistrationParams } from './records.ts';
import type { DealChange } from './store.ts';

/** What a caller says that a deal was won by. @throws 404 for an offer or entitlement that is not there */
export async function requireWinner(
  scope: OrgTransaction,
  { offerID, entitlementID, message }: WinDealRegistrationParams,
): Promise<DealChange> {
  const [found] = await scope.query<{ has_offer: boolean; has_entitlement: boolean }>({
    name: 'find_winner_of_deal',
    text: `SELECT EXISTS (SELECT FROM offer WHERE organization_id = $1 AND id = $2 AND status <> 'DELETED') AS has_offer,
             EXISTS (SELECT FROM entitlement WHERE organization_id = $1 AND id = $3 AND status <> 'DELETED')
               AS has_entitlement`,
    values: [scope.organizationId, offerID ?? null, entitlementID ?? null],
  });
  if (offerID && !found?.has_offer)
    throw offerErrors.offer_not_found(`/offerID: there is no offer ${offerID}`);
  if (entitlementID && !found?.has_entitlement)
    throw entitlementErrors.entitlement_not_found(`/entitlementID: there is no entitlement ${entitlementID}`);
  return { offer_id: offerID || null, entitlement_id: entitlementID || null, close_note: message || null };
}
