import { ensureBuyer } from '../../buyers/index.ts';
import type { AgreementSnapshot, JsonObject } from '../../marketplaces/index.ts';
import { acceptOffer, findOffer, isPrivate, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import { type EntitlementValues, offeredFields } from '../derive/index.ts';
import { statusShown } from '../states.ts';
import type { EntitlementChange } from '../store.ts';
import { amendTerm, correctOnlyTerm } from '../terms/index.ts';
import { deriveCharged, deriveInput, soldProduct, startJob } from './begin.ts';
import { writeAgreement } from './purchase-store.ts';

/**
 * Corrects an entitlement that was created when its buyer arrived, once its agreement appears (R47). The
 * entitlement gets the agreed values, keeps its id and the seller’s changes, and records an UPDATE event. A
 * private offer becomes ACCEPTED.
 * @param offer the agreement’s offer, locked; if undefined, the entitlement stays on the default offer
 */
export async function confirmEntitlement(
  scope: OrgTransaction,
  partner: string,
  known: EntitlementRow,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
): Promise<EntitlementRow> {
  const first = known.offer_id ? await findOffer(scope, known.offer_id) : undefined;
  const sold = offer ?? first;
  const { productId = known.product_id, product } = await soldProduct(scope, partner, sold, agreement);
  const derived = deriveCharged(scope, deriveInput(partner, sold, agreement, product));
  const account = { partner, externalId: agreement.externalBuyerId, name: agreement.buyerName };
  const buyerId = await ensureBuyer(scope, account, sold?.buyer_id ?? undefined);
  const status =
    statusShown(agreement, derived.startTime, scope.now) === 'PENDING_START' ? 'PENDING_START' : undefined;
  await writeAgreement(scope, known.id, {
    type: sold?.offer_type,
    partner_id: sold?.partner_id,
    service: sold?.service ?? 'MARKETPLACE',
    product_id: productId,
    buyer_id: buyerId,
    external_id: agreement.externalId,
    external_product_id: agreement.externalProductId ?? known.external_product_id,
    end_time: derived.endTime,
  });
  const row = await correct(scope, known, derived, {
    ...changeOf(known, agreement, derived),
    status,
    offerId: sold?.id,
    // A name that the seller has changed is kept.
    name: known.name === (first?.name ?? null) ? (sold?.name ?? undefined) : undefined,
  });
  if (status && !agreement.needsApproval)
    await scope.query(
      enqueue(scope, startJob, { entitlementId: row.id }, { at: new Date(derived.startTime) }),
    );
  if (offer && isPrivate(offer.offer_type)) await acceptOffer(scope, offer, agreement, buyerId);
  return row;
}

/**
 * The changes from the agreement, except the offer; billing settings that the seller set on the entitlement
 * stay (R41).
 */
function changeOf(
  known: EntitlementRow,
  agreement: AgreementSnapshot,
  { info, metaInfo, agreedDuration, startTime }: EntitlementValues,
): EntitlementChange {
  const own = Object.keys(JSON.parse(known.billing_overrides) as JsonObject);
  const terms = Object.fromEntries(Object.entries(info).filter(([name]) => !own.includes(name)));
  return {
    externalStatus: agreement.externalStatus,
    startTime,
    agreedDuration: agreedDuration ?? '',
    quantity: agreement.quantity,
    planId: agreement.planId,
    info: printExact(terms),
    removeInfo: offeredFields.filter((name) => !(name in terms) && !own.includes(name)),
    metaInfo,
  };
}

/**
 * Corrects the only term. If the entitlement has more terms or parts by now, the agreed terms apply from now
 * on, like the terms of another offer.
 */
async function correct(
  scope: OrgTransaction,
  known: EntitlementRow,
  derived: EntitlementValues,
  change: EntitlementChange,
): Promise<EntitlementRow> {
  const row = await changeEntitlement(scope, known, 'UPDATE', change);
  if (await correctOnlyTerm(scope, row, derived)) return row;
  return amendTerm(scope, row, {}, { type: 'PlanChange', begins: scope.now.toISOString(), derived });
}
