import type { JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';

/** The set that an offer is in, if it is in one. */
export async function offerSetOf(scope: OrgTransaction, offerId: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'offer_set_member', 'offer_set_id'>>({
    name: 'offer_set_of_offer',
    text: 'SELECT offer_set_id FROM offer_set_member WHERE organization_id = $1 AND offer_id = $2',
    values: [scope.organizationId, offerId],
  });
  return row?.offer_set_id;
}

/** The marketplace's id of the set that an offer is in, where it is in one that was made there. */
export async function externalSetOf(scope: OrgTransaction, offerId: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'offer_set', 'external_id'>>({
    name: 'external_offer_set_of_offer',
    text: `SELECT s.external_id FROM offer_set_member m
           JOIN offer_set s ON s.organization_id = m.organization_id AND s.id = m.offer_set_id
           WHERE m.organization_id = $1 AND m.offer_id = $2`,
    values: [scope.organizationId, offerId],
  });
  return row?.external_id ?? undefined;
}

/** Completes the `info` of an offer that its caller writes with the set that it is in: only the set decides on that. */
export async function withSetId(
  scope: OrgTransaction,
  offerId: string,
  info: JsonObject,
): Promise<JsonObject> {
  const setId = await offerSetOf(scope, offerId);
  return setId ? { ...info, mkAOfferSetId: setId } : info;
}
