import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OfferSpec } from '../adapter.ts';

/** The row that the sandbox keeps of an offer that was made at it. */
export type SandboxOffer = {
  id: string;
  partner: string;
  creation_key: string;
  state:
    | 'PUBLISHING'
    | 'PUBLISHED'
    | 'AWAITING_PARTNER'
    | 'READY_TO_USE'
    | 'FAILED'
    | 'ACCEPTED'
    | 'USED'
    | 'RESTRICTED'
    | 'REJECTED'
    | 'CANCELLED';
  /** JSON text of a SandboxSpec. */
  spec: string;
  failure: string | null;
};

/** An offer's spec, and who made it when that was not the seller through this program: SELLER at the marketplace itself. */
export type SandboxSpec = OfferSpec & { madeBy?: 'RESELLER' | 'VENDOR' | 'SELLER' };

const columns = 'id, partner, creation_key, state, spec, failure';

/** Makes the offer, or answers the one that an earlier call with this key made. */
export async function insertOfferOnce(
  scope: OrgTransaction,
  offer: { partner: string; key: string; spec: string },
): Promise<{ offer: SandboxOffer; created: boolean }> {
  const id = scope.newId('sbo');
  const [made] = await scope.query<SandboxOffer>({
    name: 'sandbox_insert_offer',
    text: `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
           VALUES ($1, $2, $3, $4, 'PUBLISHING', $5, $6, $6)
           ON CONFLICT (organization_id, partner, creation_key) DO NOTHING RETURNING ${columns}`,
    values: [scope.organizationId, id, offer.partner, offer.key, offer.spec, scope.now],
  });
  if (made) return { offer: made, created: true };
  return { offer: (await findOfferByKey(scope, offer.partner, offer.key)) as SandboxOffer, created: false };
}

export async function findOfferByKey(
  scope: OrgTransaction,
  partner: string,
  key: string,
): Promise<SandboxOffer | undefined> {
  const rows = await scope.query<SandboxOffer>({
    name: 'sandbox_offer_by_key',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND partner = $2 AND creation_key = $3`,
    values: [scope.organizationId, partner, key],
  });
  return rows[0];
}

export async function findOffer(scope: OrgTransaction, id: string): Promise<SandboxOffer | undefined> {
  const rows = await scope.query<SandboxOffer>({
    name: 'sandbox_offer',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export async function lockOffer(scope: OrgTransaction, id: string): Promise<SandboxOffer | undefined> {
  const rows = await scope.query<SandboxOffer>({
    name: 'sandbox_lock_offer',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export const setOfferState = (scope: OrgTransaction, id: string, state: SandboxOffer['state']) =>
  scope.query({
    name: 'sandbox_set_offer_state',
    text: `UPDATE sandbox_offer SET state = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, state, scope.now],
  });

export const setOfferSpec = (scope: OrgTransaction, id: string, spec: OfferSpec) =>
  scope.query({
    name: 'sandbox_set_offer_spec',
    text: `UPDATE sandbox_offer SET spec = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, JSON.stringify(spec), scope.now],
  });
