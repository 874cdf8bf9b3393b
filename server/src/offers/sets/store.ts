import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import type { OfferRow } from '../columns.ts';
import { offerSetErrors } from '../errors.ts';
import type { OfferStatus } from '../records.ts';
import { lockOffers } from '../store.ts';
import { encodeOfferSet, type OfferSetRow, offerSetColumnList } from './columns.ts';
import { requireOfferSetMove } from './states.ts';

/** Statement that reads a set, even if the set is deleted. */
export const selectOfferSet = (scope: OrgScope, id: string): Statement => ({
  name: 'select_offer_set',
  text: `SELECT ${offerSetColumnList} FROM offer_set s WHERE s.organization_id = $1 AND s.id = $2`,
  values: [scope.organizationId, id],
});

/**
 * Locks a set until the end of the transaction, so that its list of offers cannot change. The set is read after
 * it is locked, because a list that is read while waiting would be stale.
 */
export async function lockOfferSet(scope: OrgTransaction, id: string): Promise<OfferSetRow | undefined> {
  await scope.query({
    name: 'lock_offer_set',
    text: 'SELECT id FROM offer_set WHERE organization_id = $1 AND id = $2 FOR UPDATE',
    values: [scope.organizationId, id],
  });
  return (await scope.query<OfferSetRow>(selectOfferSet(scope, id)))[0];
}

const insert = defineStatement(
  'insert_offer_set',
  {
    set: columns('offer_set', [
      'organization_id',
      'id',
      'name',
      'partner',
      'status',
      'info',
      'meta_info',
      'expire_time',
      'created_by',
      'creation_time',
    ]),
  },
  ({ set }) => set.insert({ last_updated_by: set.at.created_by, last_update_time: set.at.creation_time }),
);

export const insertOfferSet = (scope: OrgScope, set: OfferSetRow): Statement =>
  insert({ set: { ...set, organization_id: scope.organizationId } });

export const { record: recordOfferSet, facts: offerSetFacts } = createEntityEvents<OfferSetRow>(
  'OFFER_SET',
  encodeOfferSet,
);

const update = defineStatement(
  'change_offer_set',
  {
    key: columns('offer_set', ['organization_id', 'id']),
    set: columns('offer_set', [
      'name',
      'external_id',
      'status',
      'info',
      'meta_info',
      'expire_time',
      'released_time',
      'last_update_time',
      'last_updated_by',
    ]),
  },
  ({ key, set }) => `UPDATE offer_set s SET ${set.set}, sequence = s.sequence + 1
    WHERE ${key.equals('s')} RETURNING ${offerSetColumnList}`,
);

/** The only way to change a set: stores the changes of a locked set, and the event. */
export async function changeOfferSet(
  scope: OrgTransaction,
  set: OfferSetRow,
  action: string,
  change: Partial<
    Pick<
      OfferSetRow,
      'name' | 'external_id' | 'status' | 'info' | 'meta_info' | 'expire_time' | 'released_time'
    >
  > = {},
): Promise<OfferSetRow> {
  requireOfferSetMove(set, change.status);
  const [row] = await scope.query<OfferSetRow>(
    update({
      key: { organization_id: scope.organizationId, id: set.id },
      set: { ...set, ...change, last_update_time: scope.now, last_updated_by: scope.actor.id },
    }),
  );
  if (!row) throw new Error(`offer set ${set.id} does not exist`);
  await scope.query(recordOfferSet(scope, action, row, set));
  return row;
}

const insertIntoSet = insertInto('insert_offer_set_member', 'offer_set_member', [
  'organization_id',
  'offer_id',
  'offer_set_id',
  'creation_time',
]);

export async function insertMember(scope: OrgTransaction, setId: string, offerId: string): Promise<void> {
  await scope.query(
    insertIntoSet({
      organization_id: scope.organizationId,
      offer_id: offerId,
      offer_set_id: setId,
      creation_time: scope.now,
    }),
  );
}

export async function deleteMembers(scope: OrgTransaction, offerIds: readonly string[]): Promise<void> {
  await scope.query({
    name: 'delete_offer_set_members',
    text: 'DELETE FROM offer_set_member WHERE organization_id = $1 AND offer_id = ANY ($2)',
    values: [scope.organizationId, offerIds],
  });
}

export async function offerStates(scope: OrgTransaction, ids: readonly string[]): Promise<OfferStatus[]> {
  const rows = await scope.query<Pick<OfferRow, 'status'>>({
    name: 'offer_states_of_set',
    text: 'SELECT status FROM offer WHERE organization_id = $1 AND id = ANY ($2)',
    values: [scope.organizationId, ids],
  });
  return rows.map(({ status }) => status);
}

/** Reads the marketplace's ids of offers, in the order of the offer ids. */
export async function externalIdsOf(scope: OrgTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.query<Pick<OfferRow, 'external_id'>>({
    name: 'external_ids_of_offers_of_set',
    text: `SELECT external_id FROM offer WHERE organization_id = $1 AND id = ANY ($2) AND external_id IS NOT NULL
           ORDER BY id`,
    values: [scope.organizationId, ids],
  });
  return rows.flatMap(({ external_id: id }) => id ?? []);
}

/**
 * Locks a set that is not deleted.
 * @throws 404 for any other set
 */
export async function requireOfferSet(scope: OrgTransaction, id: string): Promise<OfferSetRow> {
  const set = await lockOfferSet(scope, id);
  if (!set || set.status === 'DELETED') throw offerSetErrors.offer_set_not_found();
  return set;
}

/**
 * Locks a set that its buyer can accept, and its offers.
 * @throws 404 when the set does not exist, 409 when the buyer cannot accept it
 */
export async function requireOpenOfferSet(
  scope: OrgTransaction,
  id: string,
): Promise<{ set: OfferSetRow; offers: OfferRow[] }> {
  const set = await requireOfferSet(scope, id);
  if (set.status !== 'PENDING_ACCEPTANCE')
    throw offerSetErrors.offer_set_state(`The offer set is ${set.status}, not PENDING_ACCEPTANCE.`);
  return { set, offers: await lockOffers(scope, set.offer_ids) };
}

/**
 * Replaces merged buyers in the meta info of sets. Organizations have few sets, so every set is searched. Sets
 * are locked before their offers.
 */
export async function repointSets(scope: OrgTransaction, from: readonly string[], to: string): Promise<void> {
  const before = await scope.query<OfferSetRow>({
    name: 'lock_offer_sets_of_buyers',
    text: `SELECT ${offerSetColumnList} FROM offer_set s
           WHERE s.organization_id = $1 AND s.meta_info -> 'buyerIds' ?| $2 ORDER BY s.id FOR UPDATE`,
    values: [scope.organizationId, from],
  });
  if (before.length === 0) return;
  const ids = before.map(({ id }) => id);
  const rows = await scope.query<OfferSetRow>({
    name: 'repoint_offer_sets',
    text: `UPDATE offer_set s SET meta_info = with_merged_buyers(s.meta_info, $3, $4), last_update_time = $5,
             last_updated_by = $6, sequence = s.sequence + 1
           WHERE s.organization_id = $1 AND s.id = ANY ($2) RETURNING ${offerSetColumnList}`,
    values: [scope.organizationId, ids, from, to, scope.now, scope.actor.id],
  });
  const facts = offerSetFacts('UPDATE', rows, before, { audited: false });
  await scope.query(recordEvents(scope, facts));
}
