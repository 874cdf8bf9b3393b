import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { inList } from '../../platform/records/moves.ts';
import { soonAcceptable } from '../states.ts';
import { lockOffer } from '../store.ts';
import { alert } from './observe.ts';

/** The states of an offer in which its marketplace lists it. What is over may be gone there. */
const listed = [...soonAcceptable, 'ACCEPTED'] as const;

export type Held = { id: string; externalId: string };

/** Reads offers that a marketplace is to list, in the order of their ids. */
export async function heldOffers(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<Held[]> {
  const rows = await scope.query<RowOf<'offer', 'id'> & { external_id: string }>({
    name: 'offers_to_be_listed',
    text: `SELECT o.id, o.external_id FROM offer o
           WHERE o.organization_id = $1 AND o.id > $3 AND o.partner = $2 AND o.external_id IS NOT NULL
             AND o.creation_time < $4 AND o.status IN (${inList(listed)})
           ORDER BY o.id LIMIT $5`,
    values: [scope.organizationId, partner, after, before, most],
  });
  return rows.map(({ id, external_id: externalId }) => ({ id, externalId }));
}

/** Records that the marketplace of an offer does not have it any more, unless it is over here by now. */
export async function alertOfMissingOffer(scope: OrgTransaction, { id, externalId }: Held): Promise<void> {
  const offer = await lockOffer(scope, id);
  if (offer && (listed as readonly string[]).includes(offer.status))
    await alert(scope, offer, { status: 'MISSING', externalId });
}
