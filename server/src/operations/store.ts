import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { operationColumns } from './columns.ts';

const columns = operationColumns.map((column) => `j.${column}`).join(', ');

export const selectOperation = (scope: OrgScope, id: string): Statement => ({
  name: 'select_operation',
  text: `SELECT ${columns} FROM job j
         WHERE j.organization_id = $1 AND j.id = $2 AND j.operation IS NOT NULL`,
  values: [scope.organizationId, id],
});

/** One level, and no more of them than anybody would look at. */
export const selectChildren = (scope: OrgScope, id: string): Statement => ({
  name: 'select_child_operations',
  text: `SELECT ${columns} FROM job j
         WHERE j.organization_id = $1 AND j.parent_id = $2 AND j.operation IS NOT NULL
         ORDER BY j.creation_time, j.id LIMIT 1000`,
  values: [scope.organizationId, id],
});

/** The operation, locked until the end of the transaction: it neither begins nor ends meanwhile. */
export async function lockOperation(scope: OrgTransaction, id: string): Promise<Row | undefined> {
  const { text, values } = selectOperation(scope, id);
  return (await scope.query({ name: 'lock_operation', text: `${text} FOR UPDATE`, values }))[0];
}

/**
 * Notes that the operation is to end, and makes it ready: whoever takes it next ends it. A run that is going on is
 * left to end by itself.
 */
export async function requestCancellation(scope: OrgTransaction, id: string): Promise<Row> {
  const { actor } = scope;
  const [row] = await scope.query({
    name: 'request_cancellation',
    text: `UPDATE job j SET cancel_requested_at = $3, cancelled_by = $4, clock = 'wall',
             due_at = clock_timestamp(), ready_at = clock_timestamp()
           WHERE j.organization_id = $1 AND j.id = $2 RETURNING ${columns}`,
    values: [scope.organizationId, id, scope.now, actor.name ?? actor.email ?? actor.id],
  });
  return row as Row;
}
