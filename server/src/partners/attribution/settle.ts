import { accepted, lockOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { attributionsOf, findSold, type Sold } from './sold.ts';
import { type Attribution, findAttributions, removeAttribution, writeAttribution } from './store.ts';

/** Has a locked offer be due to these channel partners and no others. */
export async function replaceAttributions(
  scope: OrgTransaction,
  offerId: string,
  wanted: readonly Attribution[],
): Promise<void> {
  const rows = await findAttributions(scope, offerId);
  for (const row of rows)
    if (!wanted.some(({ channel_partner_id: id }) => id === row.channel_partner_id))
      await removeAttribution(scope, row);
  for (const values of wanted) {
    const before = rows.find((row) => row.channel_partner_id === values.channel_partner_id);
    await writeAttribution(scope, offerId, before, values);
  }
}

const insert = defineStatement(
  'insert_entitlement_attribution',
  {
    attribution: columns('entitlement_attribution', [
      'organization_id',
      'id',
      'entitlement_id',
      'offer_id',
      'channel_partner_id',
      'kind',
      'share',
      'basis',
      'deal_registration_id',
      'start_date',
      'creation_time',
    ]),
  },
  ({ attribution }) => `${attribution.insert({}, 'a')} ON CONFLICT DO NOTHING`,
);

type Held = RowOf<'entitlement_attribution', 'offer_id'>;

/** The entitlement, locked: what is due of it is decided by one at a time. */
async function lockHeld(scope: OrgTransaction, entitlementId: string): Promise<Held[]> {
  await scope.query({
    name: 'lock_attributed_entitlement',
    text: 'SELECT id FROM entitlement WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [scope.organizationId, entitlementId],
  });
  return scope.query<Held>({
    name: 'select_entitlement_attributions',
    text: `SELECT a.offer_id FROM entitlement_attribution a
           WHERE a.organization_id = $1 AND a.entitlement_id = $2`,
    values: [scope.organizationId, entitlementId],
  });
}

const endBefore = (scope: OrgTransaction, { id, offer_id }: Sold, day: string) => ({
  name: 'end_entitlement_attributions',
  text: `UPDATE entitlement_attribution a SET end_date = greatest($4::date, a.start_date)
         WHERE a.organization_id = $1 AND a.entitlement_id = $2 AND a.offer_id IS DISTINCT FROM $3
           AND a.end_date IS NULL`,
  values: [scope.organizationId, id, offer_id, day],
});

/**
 * Freezes to whom an entitlement is due, once its offer was accepted: what was decided for that offer before stays. Of an
 * entitlement that goes on by another offer, revenue is due as that says from the day on which it was accepted.
 */
export async function settleAttributions(
  scope: OrgTransaction,
  what: { entitlementId?: string | undefined; offerId?: string | undefined; time: string },
): Promise<void> {
  const sold = await findSold(scope, what);
  if (!sold) return;
  // The offer before the entitlement, as an acceptance does.
  const offer = sold.offer_id === null ? undefined : await lockOffer(scope, sold.offer_id);
  const held = await lockHeld(scope, sold.id);
  if (held.some(({ offer_id }) => offer_id === sold.offer_id)) return;
  const day = dayOfAcceptance(what.time, offer?.meta_info);
  const wanted = await attributionsOf(scope, sold, day);
  if (offer && accepted.includes(offer.status)) await replaceAttributions(scope, offer.id, wanted);
  await scope.query(endBefore(scope, sold, day));
  for (const { channel_partner_id, kind, share, basis, deal_registration_id } of wanted)
    await scope.query(
      insert({
        attribution: {
          organization_id: scope.organizationId,
          id: scope.newId('eat'),
          entitlement_id: sold.id,
          offer_id: sold.offer_id,
          channel_partner_id,
          kind,
          share,
          basis,
          deal_registration_id,
          start_date: what.entitlementId === undefined ? day : null,
          creation_time: scope.now,
        },
      }),
    );
}

function dayOfAcceptance(time: string, metaInfo: string | undefined): string {
  const { offerAcceptDate } = JSON.parse(metaInfo ?? '{}') as { offerAcceptDate?: string };
  return new Date(offerAcceptDate ?? time).toISOString().slice(0, 10);
}
