import { recordEvent } from '../platform/events.ts';
import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import type { Row, Statement } from '../platform/statement.ts';
import {
  encodeEntitlement,
  encodeTerm,
  entitlementColumnList,
  entitlementColumns,
  termColumnList,
  termColumns,
} from './columns.ts';

export type EntitlementRow = Row & {
  organization_id: string;
  id: string;
  status: string;
  partner: string | null;
  external_id: string | null;
  offer_id: string | null;
  /** JSON text. */
  info: string;
  meta_info: string;
  start_time: string | null;
  end_time: string | null;
  sequence: number;
};

const withSequence = `${entitlementColumnList}, e.sequence`;

export const selectEntitlement = (scope: OrgScope, id: string): Statement => ({
  name: 'select_entitlement',
  text: `SELECT ${entitlementColumnList} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
  values: [scope.organizationId, id],
});

export const selectTerm = (scope: OrgScope, entitlementId: string, termId: string): Statement => ({
  name: 'select_term',
  text: `SELECT ${termColumnList} FROM entitlement_term t
         WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3`,
  values: [scope.organizationId, entitlementId, termId],
});

/** The entitlement, locked until the end of the transaction. */
export async function lockEntitlement(
  scope: OrgTransaction,
  id: string,
): Promise<EntitlementRow | undefined> {
  const rows = await scope.query<EntitlementRow>({
    name: 'lock_entitlement',
    text: `SELECT ${withSequence} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Whether the organization has an entitlement that was not cancelled and has not ended. */
export async function hasLiveEntitlements(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_live_entitlements',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1
             AND e.status IN ('PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL')) AS found`,
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}

export async function lockByExternalId(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<EntitlementRow | undefined> {
  const rows = await scope.query<EntitlementRow>({
    name: 'lock_entitlement_by_external_id',
    text: `SELECT ${withSequence} FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2 AND e.external_id = $3 FOR UPDATE`,
    values: [scope.organizationId, partner, externalId],
  });
  return rows[0];
}

/** A new row of columns; `info` and the like as JSON text. */
const insertText = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;

const entitlementNames = entitlementColumns.map(([, column]) => column);
const termNames = termColumns.map(([, column]) => column);

export async function insertEntitlement(scope: OrgTransaction, row: Row): Promise<void> {
  await scope.query({
    name: 'insert_entitlement',
    text: insertText('entitlement', entitlementNames),
    values: entitlementNames.map((column) => row[column] ?? null),
  });
  await recordCreation(scope, 'ENTITLEMENT', row, encodeEntitlement(row));
}

export async function insertTerm(scope: OrgTransaction, row: Row): Promise<void> {
  await scope.query({
    name: 'insert_term',
    text: insertText('entitlement_term', termNames),
    values: termNames.map((column) => row[column] ?? null),
  });
  await recordCreation(scope, 'ENTITLEMENT_TERM', row, encodeTerm(row));
}

/** Writes what changed of a locked entitlement, and the event of the change. `info` is JSON text merged over the stored. */
export async function changeEntitlement(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  action: string,
  change: { status?: string; externalStatus?: string; startTime?: Date; info?: string; addon?: string },
): Promise<EntitlementRow> {
  const [row] = await scope.query<EntitlementRow>({
    name: 'change_entitlement',
    text: `UPDATE entitlement e SET status = coalesce($3, e.status), external_status = coalesce($4, e.external_status),
             start_time = coalesce($5, e.start_time),
             info = CASE WHEN $7::jsonb IS NULL THEN e.info || $6::jsonb
                    ELSE jsonb_set(e.info, '{addons}', coalesce(e.info -> 'addons', '[]'::jsonb) || $7::jsonb) END,
             last_update_time = $8, sequence = e.sequence + 1
           WHERE e.organization_id = $1 AND e.id = $2 RETURNING ${withSequence}`,
    values: [
      scope.organizationId,
      entitlement.id,
      change.status ?? null,
      change.externalStatus ?? null,
      change.startTime ?? null,
      change.info ?? '{}',
      change.addon ?? null,
      scope.now,
    ],
  });
  if (!row) throw new Error(`entitlement ${entitlement.id} is not there`);
  const { id, sequence } = row;
  const payload = encodeEntitlement(row);
  const before = encodeEntitlement(entitlement);
  await scope.query(
    recordEvent(scope, { entityType: 'ENTITLEMENT', entityId: id, sequence, action, payload, before }),
  );
  return row;
}

const recordCreation = (
  scope: OrgTransaction,
  entityType: 'ENTITLEMENT' | 'ENTITLEMENT_TERM',
  row: Row,
  payload: string,
): Promise<unknown> =>
  scope.query(
    recordEvent(scope, { entityType, entityId: row.id as string, sequence: 1, action: 'CREATE', payload }),
  );
