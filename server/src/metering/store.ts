import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { batchColumnList, groupColumnList, groupSources } from './columns.ts';

/** Selects a record group by its id. */
export const selectGroup = (scope: OrgScope, id: string): Statement => ({
  name: 'select_usage_group',
  text: `SELECT ${groupColumnList}
         FROM usage_key k JOIN (${groupSources})
           ON g.organization_id = k.organization_id AND g.batch_id = k.batch_id AND g.ordinal = k.ordinal
             AND g.received_at = k.received_at
         WHERE k.organization_id = $1 AND k.id = $2`,
  values: [scope.organizationId, id],
});

/** Selects a batch of reported usage. */
export const selectBatch = (scope: OrgScope, id: string): Statement => ({
  name: 'select_usage_batch',
  text: `SELECT ${batchColumnList} FROM usage_batch b WHERE b.organization_id = $1 AND b.id = $2`,
  values: [scope.organizationId, id],
});

/**
 * Counts the record groups that were reported today by the organization’s clock. Groups that were moved to a
 * different batch are counted once.
 */
export const countGroupsOfDay = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_usage_groups_of_day',
  text: `SELECT least(coalesce(sum(b.size), 0), $3::bigint) AS used FROM usage_batch b
         WHERE b.organization_id = $1 AND b.creation_time >= $2::timestamptz
           AND b.creation_time < $2::timestamptz + interval '1 day' AND NOT b.moved`,
  values: [scope.organizationId, `${scope.now.toISOString().slice(0, 10)}T00:00:00Z`, atMost],
});

/** Returns the statement that selects a row if the parent record of a list exists. */
export const selectOwner = (scope: OrgScope, table: 'entitlement' | 'product', id: string): Statement => ({
  name: `select_${table}_of_usage`,
  text: `SELECT o.id FROM ${table} o WHERE o.organization_id = $1 AND o.id = $2`,
  values: [scope.organizationId, id],
});
