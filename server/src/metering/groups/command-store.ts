import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { type GroupRow, groupColumnList, groupSources } from '../columns.ts';

/** The position of a group in its batch, and the hash of its reported content. */
export type Place = RowOf<'usage_key', 'id' | 'content_hash' | 'batch_id' | 'ordinal' | 'received_at'>;

/**
 * Locks a group and its batch by the group id. A run that claims the batch has then committed or waits for
 * this lock, so data that is read afterwards stays valid until the end of the transaction.
 */
export async function lockGroup(
  scope: OrgTransaction,
  id: string,
): Promise<{ place: Place; isSettled: boolean } | undefined> {
  const [place] = await scope.query<Place>({
    name: 'lock_usage_key',
    text: `SELECT k.id, k.content_hash, k.batch_id, k.ordinal, k.received_at FROM usage_key k
           WHERE k.organization_id = $1 AND k.id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  if (!place) return undefined;
  const [call] = await scope.query<RowOf<'usage_batch', 'run_id'>>({
    name: 'lock_usage_batch',
    text: 'SELECT b.run_id FROM usage_batch b WHERE b.organization_id = $1 AND b.id = $2 FOR UPDATE',
    values: [scope.organizationId, place.batch_id],
  });
  return { place, isSettled: call?.run_id != null };
}

export const readGroupAt = async (scope: OrgTransaction, place: Place): Promise<GroupRow> => {
  const rows = await scope.query<GroupRow>({
    name: 'select_usage_group_at',
    text: `SELECT ${groupColumnList} FROM ${groupSources}
           WHERE g.organization_id = $1 AND g.batch_id = $2 AND g.ordinal = $3`,
    values: [scope.organizationId, place.batch_id, place.ordinal],
  });
  return rows[0] as GroupRow;
};

const at = 'g.organization_id = $1 AND g.batch_id = $2 AND g.ordinal = $3';

export async function markDeleted(scope: OrgTransaction, { batch_id: batch, ordinal }: Place): Promise<void> {
  await scope.query({
    name: 'delete_usage_group',
    text: `UPDATE usage_group g SET state = 'DELETED' WHERE ${at}`,
    values: [scope.organizationId, batch, ordinal],
  });
}

/** Decrements a batch’s count of INVALID groups. */
export async function countValid(scope: OrgTransaction, batchId: string): Promise<void> {
  await scope.query({
    name: 'count_valid_usage_group',
    text: 'UPDATE usage_batch b SET invalid = b.invalid - 1 WHERE b.organization_id = $1 AND b.id = $2',
    values: [scope.organizationId, batchId],
  });
}

const move = defineStatement(
  'move_usage_group',
  {
    call: columns('usage_batch', [
      'organization_id',
      'id',
      'received_at',
      'creation_time',
      'content_hash',
      'actor_type',
      'actor_id',
      'actor_email',
      'actor_name',
      'request_id',
    ]),
    group: columns('usage_group', ['keys', 'quantities']),
    old: columns('usage_group', ['batch_id', 'ordinal']),
  },
  ({ call, group, old }) => `
    WITH call AS (
      ${call.insert({ source: 'b.source', size: '1', moved: 'true' })} FROM usage_batch b
      WHERE b.organization_id = ${call.at.organization_id} AND b.id = ${old.at.batch_id}),
    old AS (
      DELETE FROM usage_group g WHERE g.organization_id = ${call.at.organization_id} AND ${old.equals('g')}
      RETURNING g.id, g.entitlement_id, g.usage_time, g.time_given, g.billable_records, g.meta_info),
    moved AS (
      UPDATE usage_key k SET batch_id = ${call.at.id}, ordinal = 0, received_at = ${call.at.received_at} FROM old
      WHERE k.organization_id = ${call.at.organization_id} AND k.id = old.id)
    ${group.insert({
      organization_id: call.at.organization_id,
      batch_id: call.at.id,
      ordinal: '0',
      received_at: call.at.received_at,
      id: 'old.id',
      entitlement_id: 'old.entitlement_id',
      usage_time: 'old.usage_time',
      time_given: 'old.time_given',
      billable_records: 'old.billable_records',
      meta_info: 'old.meta_info',
    })} FROM old`,
);

/**
 * Moves a group to a new pending batch, because its own batch may already be settled. Source and time of use
 * are unchanged.
 */
export async function moveToNewCall(
  scope: OrgTransaction,
  place: Place,
  {
    keys,
    quantities,
    contentHash,
  }: { keys: readonly string[]; quantities: readonly string[]; contentHash: Buffer },
): Promise<Place> {
  const id = scope.newId('ucl');
  await scope.query(
    move({
      call: {
        organization_id: scope.organizationId,
        id,
        received_at: scope.wallNow,
        creation_time: scope.now,
        content_hash: contentHash,
        actor_type: scope.actor.type,
        actor_id: scope.actor.id,
        actor_email: scope.actor.email,
        actor_name: scope.actor.name,
        request_id: scope.requestId,
      },
      group: { keys: [...keys], quantities: [...quantities] },
      old: { batch_id: place.batch_id, ordinal: place.ordinal },
    }),
  );
  return { ...place, batch_id: id, ordinal: 0, received_at: scope.wallNow.toISOString() };
}

/** Reads the number of the next event of a locked group. */
export async function nextSequence(scope: OrgTransaction, entityType: string, id: string): Promise<number> {
  const [row] = await scope.query<{ next: number }>({
    name: 'next_event_of_usage_group',
    text: `SELECT coalesce(max(e.sequence), 0)::int + 1 AS next FROM event e
           WHERE e.organization_id = $1 AND e.entity_id = $2 AND e.entity_type = $3`,
    values: [scope.organizationId, id, entityType],
  });
  return row?.next ?? 1;
}
