import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selected } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { OfferSpec } from '../adapter.ts';
import type { SandboxOfferState } from './states.ts';

/** The row that the sandbox keeps of an offer that was made at it. */
export type SandboxOffer = RowOf<'sandbox_offer', (typeof own)[number], { state: SandboxOfferState }>;

/** `spec` is JSON text of a SandboxSpec. */
const own = [
  'id',
  'partner',
  'creation_key',
  'state',
  'spec',
  'failure',
] as const satisfies readonly ColumnOf<'sandbox_offer'>[];

/** An offer's spec, and who made it when that was not the seller through this program: SELLER at the marketplace itself. */
export type SandboxSpec = OfferSpec & { madeBy?: 'RESELLER' | 'VENDOR' | 'SELLER' };

const columns = selected<'sandbox_offer'>('sandbox_offer', own);

const insert = insertInto(
  'sandbox_insert_offer',
  'sandbox_offer',
  ['organization_id', 'id', 'partner', 'creation_key', 'state', 'spec', 'creation_time', 'last_update_time'],
  { after: `ON CONFLICT (organization_id, partner, creation_key) DO NOTHING RETURNING ${columns}` },
);

/** Makes the offer, or answers the one that an earlier call with this key made. */
export async function insertOfferOnce(
  scope: OrgTransaction,
  offer: { partner: string; key: string; spec: string },
): Promise<{ offer: SandboxOffer; created: boolean }> {
  const state: SandboxOfferState = 'PUBLISHING';
  const [made] = await scope.query<SandboxOffer>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('sbo'),
      partner: offer.partner,
      creation_key: offer.key,
      state,
      spec: offer.spec,
      creation_time: scope.now,
      last_update_time: scope.now,
    }),
  );
  if (made) return { offer: made, created: true };
  return { offer: (await findOfferByKey(scope, offer.partner, offer.key)) as SandboxOffer, created: false };
}

export const offerByKey = (organizationId: string, partner: string, key: string): Statement => ({
  name: 'sandbox_offer_by_key',
  text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND partner = $2 AND creation_key = $3`,
  values: [organizationId, partner, key],
});

export const findOfferByKey = async (
  scope: OrgTransaction,
  partner: string,
  key: string,
): Promise<SandboxOffer | undefined> =>
  (await scope.query<SandboxOffer>(offerByKey(scope.organizationId, partner, key)))[0];

export const offerById = (organizationId: string, id: string): Statement => ({
  name: 'sandbox_offer',
  text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = $2`,
  values: [organizationId, id],
});

export const findOffer = async (scope: OrgTransaction, id: string): Promise<SandboxOffer | undefined> =>
  (await scope.query<SandboxOffer>(offerById(scope.organizationId, id)))[0];

export const lockedOffer = (organizationId: string, id: string): Statement => ({
  name: 'sandbox_lock_offer',
  text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
  values: [organizationId, id],
});

export const lockOffer = async (scope: OrgTransaction, id: string): Promise<SandboxOffer | undefined> =>
  (await scope.query<SandboxOffer>(lockedOffer(scope.organizationId, id)))[0];

export const setOfferState = (scope: OrgTransaction, id: string, state: SandboxOfferState) =>
  scope.send({
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
