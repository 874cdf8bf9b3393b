import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import type { Row } from '../platform/database/statement.ts';
import { type FieldColumn, recordEncoder } from '../platform/records/encode.ts';
import type { OperationStatus } from './records.ts';

export const operationColumns = [
  'organization_id',
  'id',
  'operation',
  'status',
  'cancellable',
  'started_by_type',
  'started_by_id',
  'parent_id',
  'offer_id',
  'entitlement_id',
  'product_id',
  'crm_a_opportunity_id',
  'crm_b_deal_id',
  'crm_opportunity_id',
  'partner_opportunity_id',
  'attempts',
  'due_at',
  'lease_until',
  'cancel_requested_at',
  'waits_for',
  'cancelled_by',
  'last_error',
  'outcome',
  'creation_time',
  'end_time',
  'finished_at',
] as const satisfies readonly ColumnOf<'job'>[];

/** The row of a job that is returned as an operation, because it has an operation name. */
export type OperationRow = RowOf<
  'job',
  (typeof operationColumns)[number],
  { operation: string; status: OperationStatus }
>;

const shared = [
  ['endTime', 'end_time', 'time'],
  ['id', 'id', 'text'],
  ['message', 'message', 'text'],
  ['name', 'operation', 'text'],
  ['startTime', 'creation_time', 'time'],
  ['status', 'status', 'text'],
  ['type', 'type', 'text'],
] as const satisfies readonly FieldColumn<ColumnOf<'job'> | 'message' | 'type'>[];

const encodeShared = recordEncoder(shared);
const encodeDetails = recordEncoder([
  ['childWorkflowOperations', 'children', 'json', 'nullable'],
  ...shared,
  ['memo', 'memo', 'json'],
  ['runId', 'run_id', 'text'],
]);

/** Returns the id of the only run of an operation, which differs from the operation's id. */
export const runIdOf = (id: string): string => `run_${id.replace(/^[a-z]+_/, '')}`;

function messageOf(row: OperationRow): string | null {
  if (row.finished_at !== null) return row.outcome;
  if (row.cancelled_by !== null) return `Cancellation was requested by ${row.cancelled_by}.`;
  if (row.waits_for !== null) return `Waiting for ${row.waits_for}.`;
  return row.last_error === null ? null : `The last attempt failed and will be repeated: ${row.last_error}`;
}

const withEndTime = (row: OperationRow) => ({
  ...row,
  // Jobs of older program versions have no end time by the organization's clock.
  end_time: row.end_time ?? row.finished_at,
  message: messageOf(row),
  type: 'TemporalWorkflow',
});

export const encodeOperation = (row: Row): string => encodeShared(withEndTime(row as OperationRow));

/**
 * Serializes an operation with details.
 * @param children the direct children, if requested
 */
export const encodeOperationDetails = (row: Row, children?: readonly Row[]): string => {
  const operation = row as OperationRow;
  return encodeDetails({
    ...withEndTime(operation),
    children: children ? `[${children.map((child) => encodeOperationDetails(child)).join(',')}]` : null,
    memo: JSON.stringify(memoOf(operation)),
    run_id: runIdOf(operation.id),
  });
};

function memoOf(row: OperationRow) {
  const linked = [row.crm_opportunity_id, row.crm_a_opportunity_id, row.crm_b_deal_id].filter(Boolean);
  const waits =
    row.finished_at === null && row.attempts > 0 && row.lease_until === null && row.waits_for === null;
  const memo = {
    offerId: row.offer_id,
    entitlementId: row.entitlement_id,
    productId: row.product_id,
    crmOpportunityId: linked[0] ?? null,
    crmOpportunityIds: linked.length > 1 ? linked : null,
    partnerOpportunityId: row.partner_opportunity_id,
    startedBy: row.started_by_id && { entityType: row.started_by_type, entityId: row.started_by_id },
    parentId: row.parent_id,
    cancellable: row.cancellable,
    cancelRequestedTime: row.cancel_requested_at,
    tries: row.attempts,
    nextTryTime: waits ? row.due_at : null,
  };
  return Object.fromEntries(Object.entries(memo).filter(([, value]) => value !== null));
}
