import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferStatus } from '../states.ts';
import { encodeOfferSet, type OfferSetRow, offerSetColumnList } from './columns.ts';
import { requireOfferSetMove } from './states.ts';

/** The set, deleted ones included. */
export const selectOfferSet = (scope: OrgScope, id: string): Statement => ({
  name: 'select_offer_set',
  text: `SELECT ${offerSetColumnList} FROM offer_set s WHERE s.organization_id = $1 AND s.id = $2`,
  values: [scope.organizationId, id],
});

/**
 * The set, locked until the end of the transaction: its offers are neither added nor removed meanwhile. It is read
 * after it was locked: a list of offers that was gathered while waiting would be the one from before.
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

/** The one way by which a set changes: writes what changed of one that is locked, and the event of the change. */
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
  if (!row) throw new Error(`offer set ${set.id} is not there`);
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

/** What the marketplace calls offers, in the order of their ids. */
export async function externalIdsOf(scope: OrgTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.query<Pick<OfferRow, 'external_id'>>({
    name: 'external_ids_of_offers_of_set',
    text: `SELECT external_id FROM offer WHERE organization_id = $1 AND id = ANY ($2) AND external_id IS NOT NULL
           ORDER BY id`,
    values: [scope.organizationId, ids],
  });
  return rows.flatMap(({ external_id: id }) => id ?? []);
}
