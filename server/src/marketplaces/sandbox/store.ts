import type { OrgTransaction } from '../../platform/scope.ts';
import type { OfferSpec } from '../adapter.ts';

/** What the sandbox keeps of an offer that was made at it. */
export type SandboxOffer = {
  id: string;
  partner: string;
  creation_key: string;
  state: 'PUBLISHING' | 'PUBLISHED' | 'FAILED' | 'ACCEPTED' | 'REJECTED' | 'CANCELLED';
  /** JSON text of an OfferSpec. */
  spec: string;
  failure: string | null;
};

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

export async function findOffer(
  scope: OrgTransaction,
  id: string,
  lock = false,
): Promise<SandboxOffer | undefined> {
  const rows = await scope.query<SandboxOffer>({
    name: lock ? 'sandbox_lock_offer' : 'sandbox_offer',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = $2 ${lock ? 'FOR UPDATE' : ''}`,
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

/** What the sandbox keeps of an agreement with a buyer. */
export type SandboxAgreement = {
  id: string;
  partner: string;
  sandbox_offer_id: string | null;
  state: 'PENDING_APPROVAL' | 'ACTIVE' | 'SUSPENDED' | 'PENDING_CANCEL' | 'CANCELLED';
  /** JSON text of AgreementTerms. */
  terms: string;
  version: number;
};

/** What buyer and marketplace agreed on. */
export type AgreementTerms = {
  externalBuyerId: string;
  buyerName?: string | undefined;
  acceptedAt: string;
  startTime: string;
  endTime?: string | undefined;
  countryCode?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  buyerCommitQuantities?: Record<string, number> | undefined;
  /** An order of a public product: what was ordered. */
  order?:
    | {
        productId?: string | undefined;
        offerId?: string | undefined;
        amount?: number | undefined;
        currency?: string | undefined;
      }
    | undefined;
};

const agreementColumns = 'id, partner, sandbox_offer_id, state, terms, version';

export async function insertAgreement(
  scope: OrgTransaction,
  agreement: {
    partner: string;
    sandboxOfferId: string | undefined;
    state: SandboxAgreement['state'];
    terms: AgreementTerms;
  },
): Promise<string> {
  const id = scope.newId('sba');
  await scope.query({
    name: 'sandbox_insert_agreement',
    text: `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [
      scope.organizationId,
      id,
      agreement.partner,
      agreement.sandboxOfferId ?? null,
      agreement.state,
      JSON.stringify(agreement.terms),
      scope.now,
    ],
  });
  return id;
}

export async function findAgreement(
  scope: OrgTransaction,
  id: string,
): Promise<SandboxAgreement | undefined> {
  const rows = await scope.query<SandboxAgreement>({
    name: 'sandbox_agreement',
    text: `SELECT ${agreementColumns} FROM sandbox_agreement WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export async function findAgreementOfOffer(
  scope: OrgTransaction,
  offerId: string,
): Promise<SandboxAgreement | undefined> {
  const rows = await scope.query<SandboxAgreement>({
    name: 'sandbox_agreement_of_offer',
    text: `SELECT ${agreementColumns} FROM sandbox_agreement WHERE organization_id = $1 AND sandbox_offer_id = $2`,
    values: [scope.organizationId, offerId],
  });
  return rows[0];
}

/** Moves an agreement from one of the given states; false when it is in none of them. */
export async function moveAgreement(
  scope: OrgTransaction,
  id: string,
  from: readonly SandboxAgreement['state'][],
  to: SandboxAgreement['state'],
): Promise<boolean> {
  const rows = await scope.query({
    name: 'sandbox_move_agreement',
    text: `UPDATE sandbox_agreement SET state = $4, version = version + 1, last_update_time = $5
           WHERE organization_id = $1 AND id = $2 AND state = ANY ($3) RETURNING id`,
    values: [scope.organizationId, id, from, to, scope.now],
  });
  return rows.length === 1;
}

/** Sets how many units an agreement that is ACTIVE is for; false when it is not, or not there. */
export async function setAgreementQuantity(
  scope: OrgTransaction,
  id: string,
  quantity: number,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'sandbox_set_agreement_quantity',
    text: `UPDATE sandbox_agreement SET terms = jsonb_set(terms, '{quantity}', to_jsonb($3::integer)),
             version = version + 1, last_update_time = $4
           WHERE organization_id = $1 AND id = $2 AND state = 'ACTIVE' RETURNING id`,
    values: [scope.organizationId, id, quantity, scope.now],
  });
  return rows.length === 1;
}
