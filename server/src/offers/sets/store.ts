import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferStatus } from '../states.ts';
import { encodeOfferSet, offerSetColumnList } from './columns.ts';
import type { OfferSetStatus } from './states.ts';

export type OfferSetRow = Row & {
  organization_id: string;
  id: string;
  name: string | null;
  partner: string;
  external_id: string | null;
  status: OfferSetStatus;
  /** JSON text. */
  info: string;
  meta_info: string;
  expire_time: string | null;
  created_by: string | null;
  last_updated_by: string | null;
  creation_time: string;
  last_update_time: string;
  sequence: number;
  offer_ids: string[];
  buyer_ids: string[];
};

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

export const insertOfferSet = (scope: OrgScope, set: OfferSetRow): Statement => ({
  name: 'insert_offer_set',
  text: `INSERT INTO offer_set (organization_id, id, name, partner, status, info, meta_info, expire_time, created_by,
           last_updated_by, creation_time, last_update_time)
         VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $9, $10, $10)`,
  values: [
    scope.organizationId,
    set.id,
    set.name,
    set.partner,
    set.status,
    set.info,
    set.meta_info,
    set.expire_time,
    set.created_by,
    set.creation_time,
  ],
});

export const recordOfferSet = (
  scope: OrgScope,
  action: string,
  set: OfferSetRow,
  before?: OfferSetRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'OFFER_SET',
    entityId: set.id,
    sequence: set.sequence,
    action,
    payload: encodeOfferSet(set),
    before: before && encodeOfferSet(before),
  });

/** Writes what changed of a locked set, and the event of the change. */
export async function changeOfferSet(
  scope: OrgTransaction,
  set: OfferSetRow,
  action: string,
  change: Partial<Pick<OfferSetRow, 'name' | 'status' | 'info' | 'meta_info' | 'expire_time'>> = {},
): Promise<OfferSetRow> {
  const next = { ...set, ...change };
  const [row] = await scope.query<OfferSetRow>({
    name: 'change_offer_set',
    text: `UPDATE offer_set s SET name = $3, status = $4, info = $5::jsonb, meta_info = $6::jsonb, expire_time = $7,
             last_update_time = $8, last_updated_by = $9, sequence = s.sequence + 1
           WHERE s.organization_id = $1 AND s.id = $2 RETURNING ${offerSetColumnList}`,
    values: [
      scope.organizationId,
      set.id,
      next.name,
      next.status,
      next.info,
      next.meta_info,
      next.expire_time,
      scope.now,
      scope.actor.id,
    ],
  });
  if (!row) throw new Error(`offer set ${set.id} is not there`);
  await scope.query(recordOfferSet(scope, action, row, set));
  return row;
}

export async function insertMember(scope: OrgTransaction, setId: string, offerId: string): Promise<void> {
  await scope.query({
    name: 'insert_offer_set_member',
    text: `INSERT INTO offer_set_member (organization_id, offer_id, offer_set_id, creation_time)
           VALUES ($1, $2, $3, $4)`,
    values: [scope.organizationId, offerId, setId, scope.now],
  });
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
