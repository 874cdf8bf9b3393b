import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, selectList } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { type OperationRow, operationColumns } from './columns.ts';

const shown = selectList<'job'>('j', operationColumns);

export const selectOperation = (scope: OrgScope, id: string): Statement => ({
  name: 'select_operation',
  text: `SELECT ${shown} FROM job j
         WHERE j.organization_id = $1 AND j.id = $2 AND j.operation IS NOT NULL`,
  values: [scope.organizationId, id],
});

/** Selects the direct children of an operation, at most 1000. */
export const selectChildren = (scope: OrgScope, id: string): Statement => ({
  name: 'select_child_operations',
  text: `SELECT ${shown} FROM job j
         WHERE j.organization_id = $1 AND j.parent_id = $2 AND j.operation IS NOT NULL
         ORDER BY j.creation_time, j.id LIMIT 1000`,
  values: [scope.organizationId, id],
});

/** Locks an operation until the end of the transaction, so that the operation cannot start or end in the meantime. */
export async function lockOperation(scope: OrgTransaction, id: string): Promise<OperationRow | undefined> {
  const { text, values } = selectOperation(scope, id);
  return (await scope.query<OperationRow>({ name: 'lock_operation', text: `${text} FOR UPDATE`, values }))[0];
}

const requested = defineStatement(
  'request_cancellation',
  {
    key: columns('job', ['organization_id', 'id']),
    request: columns('job', ['cancel_requested_at', 'cancelled_by', 'clock']),
  },
  ({
    key,
    request,
  }) => `UPDATE job j SET ${request.set}, due_at = clock_timestamp(), ready_at = clock_timestamp()
    WHERE ${key.equals('j')} RETURNING ${shown}`,
);

/**
 * Records the cancellation and makes the job ready, so that the next worker ends the job. A running attempt is not
 * interrupted.
 */
export async function requestCancellation(scope: OrgTransaction, id: string): Promise<OperationRow> {
  const { actor } = scope;
  const [row] = await scope.query<OperationRow>(
    requested({
      key: { organization_id: scope.organizationId, id },
      request: {
        cancel_requested_at: scope.now,
        cancelled_by: actor.name ?? actor.email ?? actor.id,
        clock: 'wall',
      },
    }),
  );
  return row as OperationRow;
}
