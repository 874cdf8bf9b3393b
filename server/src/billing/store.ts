import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type AddonRow, addonColumnList, encodeAddon } from './columns.ts';

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

const insert = defineStatement(
  'insert_addon_template',
  {
    addon: columns('addon_template', [
      'organization_id',
      'id',
      'name',
      'description',
      'info',
      'status',
      'creation_time',
    ]),
  },
  ({ addon }) => addon.insert({ last_update_time: addon.at.creation_time }),
);

export const insertAddon = (scope: OrgScope, addon: AddonRow): Statement =>
  insert({ addon: { ...addon, organization_id: scope.organizationId } });

export const { record: recordAddon } = createEntityEvents<AddonRow>('ADDON', encodeAddon);

const update = defineStatement(
  'write_addon_template',
  {
    key: columns('addon_template', ['organization_id', 'id']),
    addon: columns('addon_template', ['name', 'description', 'info', 'status', 'last_update_time']),
  },
  ({ key, addon }) => `UPDATE addon_template a SET ${addon.set}, sequence = a.sequence + 1
    WHERE ${key.equals('a')} RETURNING ${withSequence}`,
);

/** Writes a locked template anew. */
export async function writeAddon(
  scope: OrgTransaction,
  addon: Pick<AddonRow, 'id' | 'name' | 'description' | 'info' | 'status'>,
): Promise<AddonRow> {
  const [row] = await scope.query<AddonRow>(
    update({
      key: { organization_id: scope.organizationId, id: addon.id },
      addon: { ...addon, last_update_time: scope.now },
    }),
  );
  return row as AddonRow;
}
