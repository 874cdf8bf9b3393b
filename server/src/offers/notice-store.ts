import type { OrgTransaction } from '../platform/scope.ts';
import type { OfferRow } from './columns.ts';
import { offerColumnList } from './columns.ts';

/** Counts one more event of an offer, and answers the offer as it is then. */
export async function countOfferEvent(
  scope: OrgTransaction,
  id: string,
): Promise<(OfferRow & { sequence: number }) | undefined> {
  const [row] = await scope.query<OfferRow & { sequence: number }>({
    name: 'count_offer_event',
    text: `UPDATE offer o SET sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id],
  });
  return row;
}

/** Writes the notices of an offer that the transaction has locked. Answers it with the number of the event to record. */
export async function keepNotices(
  scope: OrgTransaction,
  id: string,
  notices: string,
): Promise<OfferRow & { sequence: number }> {
  const [row] = await scope.query<OfferRow & { sequence: number }>({
    name: 'keep_offer_notices',
    text: `UPDATE offer o SET meta_info = jsonb_set(o.meta_info, '{notifications}', $3::jsonb), sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id, notices],
  });
  return row as OfferRow & { sequence: number };
}
