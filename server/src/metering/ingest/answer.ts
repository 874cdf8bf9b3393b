import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { encodeGroup, type GroupRow } from '../columns.ts';
import type { Sales } from './lookup.ts';
import type { StoredGroup } from './store.ts';

/** A group that was taken before, and what was said then. */
export type Taken = GroupRow & { content_hash: Buffer; batch_id: string };

export const byId = (rows: readonly Row[]): Map<string, Taken> =>
  new Map((rows as Taken[]).map((row) => [row.id, row]));

/**
 * Prints a group as it is answered when it is new: the fields are written out, for a thousand of them are printed at once.
 */
export function printNew(scope: OrgScope, group: StoredGroup, source: string, sales: Sales): string {
  const now = scope.now.toISOString();
  const sale = sales.get(group.entitlement_id)?.row;
  return encodeGroup({
    organization_id: scope.organizationId,
    id: group.id,
    entitlement_id: group.entitlement_id,
    usage_time: group.usage_time,
    time_given: group.time_given,
    keys: group.keys,
    quantities: group.quantities,
    billable_records: group.billable_records,
    meta_info: group.meta_info,
    reason: group.reason,
    source,
    creation_time: now,
    last_update_time: now,
    buyer_id: sale?.buyer_id ?? null,
    partner: sale?.partner ?? null,
    status: group.state ?? 'CREATED',
    report_id: null,
    reported_time: null,
  });
}

export const reportedOtherwise = 'was reported before with other content';

/** Prints a group whose identifier was taken for another one: it is not stored. */
export const printConflict = (scope: OrgScope, group: StoredGroup, source: string, sales: Sales): string =>
  printNew(scope, { ...group, state: 'INVALID', reason: `/id: ${reportedOtherwise}` }, source, sales);
