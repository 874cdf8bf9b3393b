import { createHash } from 'node:crypto';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { pointerOf } from '../../platform/records/json.ts';
import { encodeGroup, type GroupRow, type GroupStatus } from '../columns.ts';
import { meteringErrors } from '../errors.ts';
import { ensurePartitions, judgeAgain } from '../ingest/index.ts';
import { retryReport } from '../reports/index.ts';
import { acquireCallLock, requestLastRuns, requestRun } from '../run-request.ts';
import {
  countValid,
  lockGroup,
  markDeleted,
  moveToNewCall,
  nextSequence,
  type Place,
  readGroupAt,
} from './command-store.ts';

/** Entity type for events of a single group; batches have their own events. */
const entityType = 'USAGE_RECORD';

async function requireGroup(
  scope: OrgTransaction,
  id: string,
  allowed: readonly GroupStatus[],
): Promise<{ place: Place; group: GroupRow; isSettled: boolean }> {
  const found = await lockGroup(scope, id);
  if (!found) throw meteringErrors.usage_record_group_not_found();
  const { place, isSettled } = found;
  const group = await readGroupAt(scope, place);
  if (!allowed.includes(group.status))
    throw meteringErrors.usage_record_group_state(
      `The usage record group is ${group.status}; it must be ${allowed.join(' or ')}.`,
    );
  return { place, group, isSettled };
}

async function recordChange(
  scope: OrgTransaction,
  action: 'UPDATE' | 'DELETE',
  place: Place,
  before: GroupRow,
): Promise<GroupRow> {
  const after = await readGroupAt(scope, place);
  const sequence = await nextSequence(scope, entityType, after.id);
  const [payload, was] = [encodeGroup(after), encodeGroup(before)];
  await scope.query(
    recordEvent(scope, { entityType, entityId: after.id, sequence, action, payload, before: was }),
  );
  return after;
}

/**
 * Deletes a group that is not settled. @throws 404 for an unknown group; 400 if the group is settled or
 * deleted
 */
export async function deleteGroup(scope: OrgTransaction, id: string): Promise<GroupRow> {
  const { place, group, isSettled } = await requireGroup(scope, id, ['CREATED', 'INVALID']);
  // A settled group of a direct sale stays CREATED until it is invoiced.
  if (group.status === 'CREATED' && isSettled)
    throw meteringErrors.usage_record_group_state('The usage record group is already settled.');
  await markDeleted(scope, place);
  if (group.status === 'INVALID') await countValid(scope, place.batch_id);
  return recordChange(scope, 'DELETE', place, group);
}

/**
 * Retries a group. An INVALID group is validated again; if valid, it becomes pending settlement. If the
 * marketplace did not accept a group, its failed lines are sent again. @throws 404 for an unknown group; 400
 * if its status does not allow a retry or the group is still invalid; 409 if the marketplace has no open hour
 * for its usage
 */
export async function retryGroup(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  id: string,
): Promise<GroupRow> {
  await scope.query(acquireCallLock(scope));
  const { place, group } = await requireGroup(scope, id, ['REPORT_FAILED', 'INVALID']);
  if (group.status === 'REPORT_FAILED') {
    await retryReport(scope, registry, group.report_id ?? '');
    return recordChange(scope, 'UPDATE', place, group);
  }
  const { keys, quantities, faults, isEnded } = await judgeAgain(scope, registry, {
    id,
    entitlementId: group.entitlement_id,
    usedAt: Date.parse(group.usage_time),
    names: group.keys,
    quantities: group.quantities,
    billable: group.billable_records === null ? undefined : JSON.parse(group.billable_records),
    metaInfo: undefined,
  });
  if (faults.length > 0)
    throw invalid(faults.map(({ field, message }) => ({ pointer: pointerOf(field), message })));
  await scope.query(ensurePartitions);
  const contentHash = createHash('sha256').update(place.content_hash).digest();
  await countValid(scope, place.batch_id);
  const moved = await moveToNewCall(scope, place, { keys, quantities, contentHash });
  await scope.query(requestRun(scope));
  for (const last of requestLastRuns(scope, isEnded ? [group.entitlement_id] : [])) await scope.query(last);
  return recordChange(scope, 'UPDATE', moved, group);
}
