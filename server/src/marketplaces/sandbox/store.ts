import type { OrgTransaction } from '../../platform/access/scope.ts';
import {
  columns as columnsOf,
  defineStatement,
  insertInto,
  rows,
  selectList,
} from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { OfferSpec } from '../specifications.ts';
import type { SandboxOfferState } from './states.ts';

/** The row of an offer at the sandbox. */
export type SandboxOffer = RowOf<'sandbox_offer', (typeof own)[number], { state: SandboxOfferState }>;

/** `spec` is a SandboxSpec as JSON text. */
const own = [
  'id',
  'partner',
  'creation_key',
  'state',
  'spec',
  'failure',
] as const satisfies readonly ColumnOf<'sandbox_offer'>[];

/**
 * An offer's specification, and the party that created the offer; absent if the seller created the offer
 * through this service. SELLER: the seller, in the marketplace's own portal.
 */
export type SandboxSpec = OfferSpec & { madeBy?: 'RESELLER' | 'VENDOR' | 'SELLER' };

const columns = selectList<'sandbox_offer'>('sandbox_offer', own);

const insert = insertInto(
  'sandbox_insert_offer',
  'sandbox_offer',
  ['organization_id', 'id', 'partner', 'creation_key', 'state', 'spec', 'creation_time', 'last_update_time'],
  { after: `ON CONFLICT (organization_id, partner, creation_key) DO NOTHING RETURNING ${columns}` },
);

/** Creates the offer, or returns the offer that an earlier call with this key created. */
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

export const findOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<SandboxOffer[]> =>
  scope.query<SandboxOffer>({
    name: 'sandbox_offers_by_ids',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = ANY ($2::text[])`,
    values: [scope.organizationId, ids],
  });

/** Lists offers at a marketplace that changed since a time, in id order, after a given id. */
export const listOffers = (
  scope: OrgTransaction,
  partner: string,
  { after, since, most }: { after: string; since: string | null; most: number },
): Promise<SandboxOffer[]> =>
  scope.query<SandboxOffer>({
    name: 'sandbox_list_offers',
    text: `SELECT ${columns} FROM sandbox_offer
           WHERE organization_id = $1 AND partner = $2 AND id > $3
             AND ($4::timestamptz IS NULL OR last_update_time >= $4) ORDER BY id LIMIT $5`,
    values: [scope.organizationId, partner, after, since, most],
  });

export const setOfferState = (scope: OrgTransaction, id: string, state: SandboxOfferState) =>
  scope.send({
    name: 'sandbox_set_offer_state',
    text: `UPDATE sandbox_offer SET state = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, state, scope.now],
  });

/** Locks the given offers in id order, and skips offers that are already locked. */
export const lockFreeOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<SandboxOffer[]> =>
  scope.query<SandboxOffer>({
    name: 'sandbox_lock_free_offers',
    text: `SELECT ${columns} FROM sandbox_offer WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE SKIP LOCKED`,
    values: [scope.organizationId, ids],
  });

const setStates = defineStatement(
  'sandbox_set_offer_states',
  {
    common: columnsOf('sandbox_offer', ['organization_id', 'last_update_time']),
    offers: rows('sandbox_offer', ['id', 'state']),
  },
  ({
    common: { at },
    offers,
  }) => `UPDATE sandbox_offer o SET state = n.state, last_update_time = ${at.last_update_time}
    FROM ${offers.unnest('n')} WHERE o.organization_id = ${at.organization_id} AND o.id = n.id`,
);

/** Sets the states of one or more offers. */
export const setOfferStates = (
  scope: OrgTransaction,
  offers: readonly { id: string; state: SandboxOfferState }[],
): void =>
  scope.send(
    setStates({
      common: { organization_id: scope.organizationId, last_update_time: scope.now },
      offers,
    }),
  );

export const setOfferSpec = (scope: OrgTransaction, id: string, spec: OfferSpec) =>
  scope.query({
    name: 'sandbox_set_offer_spec',
    text: `UPDATE sandbox_offer SET spec = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, JSON.stringify(spec), scope.now],
  });
