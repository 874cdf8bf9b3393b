import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { addonColumnList, encodeAddon } from './columns.ts';

export type AddonRow = Row & {
  organization_id: string;
  id: string;
  name: string | null;
  description: string | null;
  /** JSON text. */
  info: string;
  status: string;
  sequence: number;
};

const withSequence = `${addonColumnList}, a.sequence`;

/** The template, deleted ones included. */
export const selectAddon = (scope: OrgScope, id: string): Statement => ({
  name: 'select_addon_template',
  text: `SELECT ${withSequence} FROM addon_template a WHERE a.organization_id = $1 AND a.id = $2`,
  values: [scope.organizationId, id],
});

/** The template, locked until the end of the transaction. */
export async function lockAddon(scope: OrgTransaction, id: string): Promise<AddonRow | undefined> {
  const { text, values } = selectAddon(scope, id);
  const rows = await scope.query<AddonRow>({
    name: 'lock_addon_template',
    text: `${text} FOR UPDATE`,
    values,
  });
  return rows[0];
}

export const insertAddon = (scope: OrgScope, addon: AddonRow): Statement => ({
  name: 'insert_addon_template',
  text: `INSERT INTO addon_template (organization_id, id, name, description, info, status, creation_time,
           last_update_time)
         VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $7)`,
  values: [
    scope.organizationId,
    addon.id,
    addon.name,
    addon.description,
    addon.info,
    addon.status,
    addon.creation_time,
  ],
});

export const recordAddon = (
  scope: OrgScope,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  addon: AddonRow,
  before?: AddonRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'ADDON',
    entityId: addon.id,
    sequence: addon.sequence,
    action,
    payload: encodeAddon(addon),
    before: before && encodeAddon(before),
  });

/** Writes a locked template anew. */
export async function writeAddon(
  scope: OrgTransaction,
  addon: Pick<AddonRow, 'id' | 'name' | 'description' | 'info' | 'status'>,
): Promise<AddonRow> {
  const [row] = await scope.query<AddonRow>({
    name: 'write_addon_template',
    text: `UPDATE addon_template a SET name = $3, description = $4, info = $5::jsonb, status = $6,
             last_update_time = $7, sequence = a.sequence + 1
           WHERE a.organization_id = $1 AND a.id = $2 RETURNING ${withSequence}`,
    values: [
      scope.organizationId,
      addon.id,
      addon.name,
      addon.description,
      addon.info,
      addon.status,
      scope.now,
    ],
  });
  return row as AddonRow;
}
