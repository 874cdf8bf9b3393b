import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import type { BillingAddonStatus } from './records.ts';

/** Column of each field of a BillingAddon. */
export const addonColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['info', 'info', 'json'],
  ['status', 'status', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'addon_template'>;

/** Row of an addon template with its last event’s number; `info` is JSON text. */
export type AddonRow = RowOf<
  'addon_template',
  ColumnsOf<typeof addonColumns> | 'sequence',
  { status: BillingAddonStatus }
>;

export const encodeAddon = recordEncoder(addonColumns);
const addonColumnList = columnList(addonColumns, 'a');

const withSequence = `${addonColumnList}, a.sequence`;

/** Selects a template, including deleted templates. */
export const selectAddon = (scope: OrgScope, id: string): Statement => ({
  name: 'select_addon_template',
  text: `SELECT ${withSequence} FROM addon_template a WHERE a.organization_id = $1 AND a.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks and reads a template. */
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

/** Updates a locked template. */
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
