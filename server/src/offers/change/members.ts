import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import type { OfferRow } from '../columns.ts';
import { offerColumnList, offerEvents } from '../columns.ts';
import { type OfferStatus, requireOfferMove } from '../states.ts';
import type { CountedOffer } from '../store.ts';

export type MemberChange = {
  offer: OfferRow;
  status?: OfferStatus;
  expireTime?: string | null;
  /** Merged over the stored maps. */
  info?: object;
  metaInfo?: object;
};

/** Fields of `info` and `metaInfo` to be taken away. */
type Removed = { info?: readonly string[]; metaInfo?: readonly string[] };

/** Writes what changed of locked offers, all at once, each with its event. */
export async function changeMembers(
  scope: OrgTransaction,
  action: string,
  changes: readonly MemberChange[],
  removed: Removed = {},
): Promise<OfferRow[]> {
  if (changes.length === 0) return [];
  for (const { offer, status } of changes) requireOfferMove(offer, status, action);
  const rows = await scope.query<CountedOffer>({
    name: 'change_offers_of_set',
    text: `UPDATE offer o SET status = coalesce(c.status, o.status),
             expire_time = coalesce(c.expire_time::timestamptz, o.expire_time),
             info = (o.info || c.info::jsonb) - $7::text[], meta_info = (o.meta_info || c.meta_info::jsonb) - $8::text[],
             last_update_time = $9, last_updated_by = $10, sequence = o.sequence + 1
           FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
             AS c (id, status, expire_time, info, meta_info)
           WHERE o.organization_id = $1 AND o.id = c.id RETURNING ${offerColumnList}, o.sequence`,
    values: [
      scope.organizationId,
      changes.map(({ offer }) => offer.id),
      changes.map(({ status }) => status ?? null),
      changes.map(({ expireTime }) => expireTime ?? null),
      changes.map(({ info }) => JSON.stringify(info ?? {})),
      changes.map(({ metaInfo }) => JSON.stringify(metaInfo ?? {})),
      removed.info ?? [],
      removed.metaInfo ?? [],
      scope.now,
      scope.actor.id,
    ],
  });
  const before = changes.map(({ offer }) => offer);
  const facts = offerEvents.facts(action, rows, before);
  await scope.query(recordEvents(scope, facts));
  return rows;
}
