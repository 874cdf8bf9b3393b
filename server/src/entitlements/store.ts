import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import {
  type AgreedAmount,
  type AgreedPayments,
  type EntitlementRow,
  entitlementColumnList,
  entitlementColumns,
} from './columns.ts';
import type { EntitlementStatus } from './states.ts';

/** The record, and what only the service knows of it. */
const withSequence = `${entitlementColumnList}, e.sequence, e.quantity, e.plan_id, e.cancellation_job, e.billing_overrides,
  e.agreed_amount, e.agreed_quantity, e.agreed_duration, e.agreed_payments`;

export const selectEntitlement = (scope: OrgScope, id: string): Statement => ({
  name: 'select_entitlement',
  text: `SELECT ${entitlementColumnList} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
  values: [scope.organizationId, id],
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
export const insertText = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;

const entitlementNames = entitlementColumns.map(([, column]) => column);

export async function insertEntitlement(scope: OrgTransaction, row: Row): Promise<void> {
  const names = [...entitlementNames, 'quantity', 'plan_id', 'agreed_duration'];
  await scope.query({
    name: 'insert_entitlement',
    text: insertText('entitlement', names),
    values: names.map((column) => row[column] ?? null),
  });
}

export type EntitlementChange = {
  status?: EntitlementStatus | undefined;
  externalStatus?: string | undefined;
  name?: string | undefined;
  startTime?: Date | string | undefined;
  endTime?: Date | string | undefined;
  termId?: string | undefined;
  offerId?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  agreed?: AgreedAmount | undefined;
  /** ISO 8601; an empty text: none was agreed on. */
  agreedDuration?: string | undefined;
  /** Null: the payments that hold are those that were agreed on. */
  agreedPayments?: AgreedPayments | null | undefined;
  /** JSON text that is merged over the stored info. */
  info?: string | undefined;
  removeInfo?: readonly string[] | undefined;
  addon?: string | undefined;
  /** Merged over the stored one. */
  metaInfo?: object | undefined;
  removeMetaInfo?: readonly string[] | undefined;
  /** JSON text. */
  billingOverrides?: string | undefined;
  /** An empty text: there is none. */
  cancellationJob?: string | undefined;
};

const changeText = `
  UPDATE entitlement e SET status = coalesce($3, e.status), external_status = coalesce($4, e.external_status),
    start_time = coalesce($5, e.start_time),
    info = CASE WHEN $7::jsonb IS NULL THEN (e.info || $6::jsonb) - $9::text[]
           ELSE jsonb_set(e.info, '{addons}', coalesce(e.info -> 'addons', '[]'::jsonb) || $7::jsonb) END,
    meta_info = (e.meta_info || $10::jsonb) - $11::text[], name = coalesce($12, e.name),
    end_time = coalesce($13, e.end_time), entitlement_term_id = coalesce($14, e.entitlement_term_id),
    quantity = coalesce($15::bigint, e.quantity), billing_overrides = coalesce($16::jsonb, e.billing_overrides),
    cancellation_job = nullif(coalesce($17, e.cancellation_job), ''), plan_id = coalesce($18, e.plan_id),
    offer_id = coalesce($19, e.offer_id), agreed_amount = coalesce($20::numeric, e.agreed_amount),
    agreed_quantity = coalesce($21::bigint, e.agreed_quantity),
    agreed_duration = nullif(coalesce($22, e.agreed_duration), ''),
    agreed_payments = nullif(coalesce($23::jsonb, e.agreed_payments), 'null'::jsonb),
    last_update_time = $8, sequence = e.sequence + 1
  WHERE e.organization_id = $1 AND e.id = $2 RETURNING ${withSequence}`;

/** JSON text, null too; nothing where nothing changes. */
const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Writes what changed of a locked entitlement, and answers it as it is then. */
export async function updateEntitlement(
  scope: OrgTransaction,
  id: string,
  change: EntitlementChange,
): Promise<EntitlementRow> {
  const [row] = await scope.query<EntitlementRow>({
    name: 'change_entitlement',
    text: changeText,
    values: [
      ...[scope.organizationId, id, change.status, change.externalStatus, change.startTime],
      ...[change.info ?? '{}', change.addon, scope.now, change.removeInfo ?? []],
      ...[JSON.stringify(change.metaInfo ?? {}), change.removeMetaInfo ?? [], change.name],
      ...[change.endTime, change.termId, change.quantity, change.billingOverrides, change.cancellationJob],
      ...[change.planId, change.offerId, change.agreed?.amount, change.agreed?.quantity],
      ...[change.agreedDuration, jsonOf(change.agreedPayments)],
    ],
  });
  if (!row) throw new Error(`entitlement ${id} is not there`);
  return row;
}

/** Whether a change would write anything that is not stored already. */
export async function wouldChange(
  scope: OrgTransaction,
  entitlementId: string,
  change: Pick<EntitlementChange, 'externalStatus' | 'info' | 'metaInfo'>,
): Promise<boolean> {
  const [row] = await scope.query<{ is_new: boolean }>({
    name: 'tells_new_of_entitlement',
    text: `SELECT e.external_status IS DISTINCT FROM coalesce($3, e.external_status)
             OR e.info || $4::jsonb <> e.info OR e.meta_info || $5::jsonb <> e.meta_info AS is_new
           FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
    values: [
      ...[scope.organizationId, entitlementId, change.externalStatus, change.info ?? '{}'],
      JSON.stringify(change.metaInfo ?? {}),
    ],
  });
  return row?.is_new ?? false;
}
