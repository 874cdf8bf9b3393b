import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { encodeGroup, encodeOwner, encodeTail, type GroupRow } from '../columns.ts';
import type { Sales } from './lookup.ts';
import type { StoredGroup } from './store.ts';

/** A stored group with the hash of its content in hexadecimal digits. */
export type StoredGroupRow = GroupRow & { content_hash: string; batch_id: string };

export const byId = (rows: readonly Row[]): Map<string, StoredGroupRow> =>
  new Map(
    (rows as (Omit<StoredGroupRow, 'content_hash'> & { content_hash: Buffer })[]).map((row) => [
      row.id,
      { ...row, content_hash: row.content_hash.toString('hex') },
    ]),
  );

/** Encodes a new group for the response. */
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

/**
 * Creates the encoder for the new groups of a call, up to a thousand. Common parts are encoded once for each
 * entitlement. The output equals the output of `printNew`, which is used in rare cases.
 */
export function createPrinter(scope: OrgScope, source: string, sales: Sales): (group: StoredGroup) => string {
  const sample = { organization_id: scope.organizationId, source };
  const now = scope.now.toISOString();
  const heads = new Map<string, string>();
  const names = new Map<string, string>();
  const headOf = (id: string) => {
    const known = heads.get(id);
    if (known !== undefined) return known;
    const row = sales.get(id)?.row;
    const head = `,${encodeOwner({ ...sample, entitlement_id: id, buyer_id: row?.buyer_id ?? null, partner: row?.partner ?? null })},"records":{`;
    heads.set(id, head);
    return head;
  };
  const nameOf = (key: string) => {
    const known = names.get(key) ?? `${JSON.stringify(key)}:`;
    names.set(key, known);
    return known;
  };
  const tail = encodeTail({
    status: 'CREATED',
    reason: null,
    report_id: null,
    reported_time: null,
    creation_time: now,
    last_update_time: now,
  });
  return (group) => {
    const { id, keys, quantities, time_given: isTimed } = group;
    if (group.state !== null || group.billable_records !== null || group.meta_info !== null)
      return printNew(scope, group, source, sales);
    let out = `{"id":${JSON.stringify(id)}${headOf(group.entitlement_id)}`;
    for (let index = 0; index < keys.length; index++)
      out += `${index === 0 ? '' : ','}${nameOf(keys[index] as string)}${quantities[index]}`;
    return `${out}},"metaInfo":{"source":"${source}"${isTimed ? `,"timestamp":"${group.usage_time}"` : ''}},${tail}`;
  };
}

export const reportedOtherwise = 'was reported before with different content';

/** Encodes a group that was not stored because its id belongs to another group. */
export const printConflict = (scope: OrgScope, group: StoredGroup, source: string, sales: Sales): string =>
  printNew(scope, { ...group, state: 'INVALID', reason: `/id: ${reportedOtherwise}` }, source, sales);
