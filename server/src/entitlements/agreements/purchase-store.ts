import type { AgreementSnapshot, Purchase } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { inList } from '../../platform/records/moves.ts';
import { type EntitlementRow, wholeEntitlement } from '../columns.ts';
import { live } from '../states.ts';

/**
 * Serializes a buyer’s purchases at a partner, so that a registration by token and a concurrent observation of the
 * agreement create one entitlement. Lock the offer before acquiring this lock.
 */
export const acquirePurchaseLock = (
  scope: OrgTransaction,
  partner: string,
  externalBuyerId: string,
): Promise<unknown> =>
  scope.query({
    name: 'hold_purchase',
    text: `SELECT pg_advisory_xact_lock(hashtext('purchase'), hashtext(concat_ws(' ', $1::text, $2::text, $3::text)))`,
    values: [scope.organizationId, partner, externalBuyerId],
  });

/**
 * Finds the entitlement of a purchase: by agreement or license if known, otherwise the buyer’s newest
 * entitlement to the product.
 */
export async function findPurchased(
  scope: OrgTransaction,
  partner: string,
  purchase: Purchase,
): Promise<EntitlementRow | undefined> {
  const [row] = await scope.query<EntitlementRow>({
    name: 'find_purchased_entitlement',
    text: `SELECT ${wholeEntitlement} FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2
             AND (e.external_id = $4::text OR e.external_buyer_id = $3 AND e.status IN (${inList(live)})
               AND ($4::text IS NULL OR e.external_id IS NULL)
               AND ($5::text IS NULL OR e.external_license_id IS NULL OR e.external_license_id = $5::text)
               AND ($6::text IS NULL OR e.external_product_id = $6::text))
           ORDER BY e.external_id = $4::text DESC NULLS LAST, e.external_license_id = $5::text DESC NULLS LAST,
             e.creation_time DESC, e.id DESC LIMIT 1`,
    values: [
      ...[scope.organizationId, partner, purchase.externalBuyerId, purchase.externalAgreementId ?? null],
      ...[purchase.externalLicenseId ?? null, purchase.externalProductId ?? null],
    ],
  });
  return row;
}

/**
 * Locks the entitlement for an agreement that is observed for the first time: an entitlement created for this
 * agreement in the meantime, or an entitlement that waits for its agreement since the buyer arrived. A
 * cancelled agreement matches no waiting entitlement.
 */
export async function lockAwaiting(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<EntitlementRow | undefined> {
  const [row] = await scope.query<EntitlementRow>({
    name: 'lock_awaiting_entitlement',
    text: `SELECT ${wholeEntitlement} FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2 AND (e.external_id = $3
             OR e.external_buyer_id = $4 AND e.awaits_agreement AND e.external_id IS NULL AND e.status IN (${inList(live)})
               AND NOT $7::boolean
               AND (e.external_product_id IS NULL OR $5::text IS NULL OR e.external_product_id = $5::text)
               AND (e.external_license_id IS NULL OR $6::text IS NULL OR e.external_license_id = $6::text))
           ORDER BY e.external_id = $3 DESC NULLS LAST, e.external_license_id = $6::text DESC NULLS LAST,
             e.creation_time, e.id LIMIT 1 FOR UPDATE`,
    values: [
      ...[scope.organizationId, partner, agreement.externalId, agreement.externalBuyerId],
      ...[agreement.externalProductId ?? null, agreement.externalLicenseId ?? null],
      agreement.status === 'CANCELLED',
    ],
  });
  return row;
}

/** Marks a new entitlement as waiting for its agreement. */
export const awaitAgreement = (scope: OrgTransaction, id: string, licenseId: string | undefined) =>
  scope.query({
    name: 'await_agreement',
    text: `UPDATE entitlement e SET awaits_agreement = true, external_license_id = $3
           WHERE e.organization_id = $1 AND e.id = $2`,
    values: [scope.organizationId, id, licenseId ?? null],
  });

/** Stores the marketplace’s id of the buyer’s license. */
export const keepLicense = (scope: OrgTransaction, id: string, licenseId: string) =>
  scope.query({
    name: 'keep_license',
    text: `UPDATE entitlement e SET external_license_id = $3
           WHERE e.organization_id = $1 AND e.id = $2 AND e.external_license_id IS DISTINCT FROM $3`,
    values: [scope.organizationId, id, licenseId],
  });

const confirmation = defineStatement(
  'confirm_entitlement',
  {
    key: columns('entitlement', ['organization_id', 'id']),
    agreed: columns('entitlement', [
      'type',
      'partner_id',
      'service',
      'product_id',
      'buyer_id',
      'external_id',
      'external_product_id',
      'end_time',
    ]),
  },
  ({ key, agreed }) =>
    `UPDATE entitlement e SET ${agreed.set}, awaits_agreement = false WHERE ${key.equals('e')}`,
);

/** Writes the agreement of a locked entitlement. The caller writes the other changes, with their event. */
export const writeAgreement = (
  scope: OrgTransaction,
  id: string,
  agreed: Parameters<typeof confirmation>[0]['agreed'],
) => scope.query(confirmation({ key: { organization_id: scope.organizationId, id }, agreed }));
