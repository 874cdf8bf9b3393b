import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { IntegrationStatus } from './records.ts';

const stored = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['partner', 'partner', 'text'],
  ['service', 'service', 'text'],
  ['info', 'info', 'json'],
  ['credentials', 'credentials', 'json'],
  ['status', 'status', 'text'],
  ['statusMessage', 'status_message', 'text'],
  ['lastVerifyTime', 'last_verify_time', 'time'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'integration'>;

export const integrationColumns = stored.map(([, column]) => column);
const shown = columnList(stored, 'i');
const withSettings = `${shown}, i.sealed_settings, i.sequence`;
export const encodeIntegration = recordEncoder(stored);

/** An integration with its encrypted settings. */
export type IntegrationRow = RowOf<
  'integration',
  ColumnsOf<typeof stored> | 'sealed_settings' | 'sequence',
  { status: IntegrationStatus }
>;

export const selectIntegration = (scope: OrgScope, partner: string, service: string): Statement => ({
  name: 'select_integration',
  text: `SELECT ${shown} FROM integration i WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3`,
  values: [scope.organizationId, partner, service],
});

/** The integration with its encrypted settings, locked until the end of the transaction. */
export const lockIntegration = async (
  scope: OrgTransaction,
  partner: string,
  service: string,
): Promise<IntegrationRow | undefined> =>
  (
    await scope.query<IntegrationRow>({
      name: 'lock_integration',
      text: `SELECT ${withSettings} FROM integration i
             WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3 FOR UPDATE`,
      values: [scope.organizationId, partner, service],
    })
  )[0];

/** The settings of an integration: as they are shown, as JSON text, and encrypted. */
export type SettingsColumns = Pick<IntegrationRow, 'info' | 'credentials' | 'sealed_settings'>;

const insert = defineStatement(
  'insert_integration',
  {
    integration: columns('integration', [
      'organization_id',
      'id',
      'partner',
      'service',
      'info',
      'credentials',
      'sealed_settings',
      'created_by',
      'creation_time',
    ]),
  },
  ({ integration: { at, ...integration } }) =>
    `${integration.insert(
      {
        status: "'CREATED'",
        last_updated_by: at.created_by,
        last_update_time: at.creation_time,
        sequence: '1',
      },
      'i',
    )}
     ON CONFLICT (organization_id, partner, service) DO NOTHING RETURNING ${withSettings}`,
);

/** The new integration; undefined when there is one with this partner and service. */
export async function insertIntegration(
  scope: OrgTransaction,
  integration: SettingsColumns & Pick<IntegrationRow, 'partner' | 'service'>,
): Promise<IntegrationRow | undefined> {
  const [row] = await scope.query<IntegrationRow>(
    insert({
      integration: {
        ...integration,
        organization_id: scope.organizationId,
        id: scope.newId('int'),
        created_by: scope.actor.id,
        creation_time: scope.now,
      },
    }),
  );
  return row;
}

const settingsUpdate = defineStatement(
  'update_integration_settings',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', [
      'info',
      'credentials',
      'sealed_settings',
      'last_updated_by',
      'last_update_time',
    ]),
    more: parameters({ isChanged: 'boolean' }),
  },
  ({ key, integration, more }) => `UPDATE integration i SET ${integration.set}, sequence = i.sequence + 1,
      status = CASE WHEN ${more.isChanged} THEN 'CREATED' ELSE i.status END,
      status_message = CASE WHEN ${more.isChanged} THEN NULL ELSE i.status_message END
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/** Writes the settings anew. @param isChanged they have to be verified again */
export async function updateSettings(
  scope: OrgTransaction,
  id: string,
  next: SettingsColumns,
  isChanged: boolean,
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    settingsUpdate({
      key: { organization_id: scope.organizationId, id },
      integration: { ...next, last_updated_by: scope.actor.id, last_update_time: scope.now },
      more: { isChanged },
    }),
  );
  return row as IntegrationRow;
}

const statusUpdate = defineStatement(
  'update_integration_status',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', [
      'status',
      'status_message',
      'last_verify_time',
      'last_updated_by',
      'last_update_time',
    ]),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set}, sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

export async function updateStatus(
  scope: OrgTransaction,
  id: string,
  status: IntegrationStatus,
  message: string | undefined,
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    statusUpdate({
      key: { organization_id: scope.organizationId, id },
      integration: {
        status,
        status_message: message,
        last_verify_time: scope.now,
        last_updated_by: scope.actor.id,
        last_update_time: scope.now,
      },
    }),
  );
  return row as IntegrationRow;
}

export const removeIntegration = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_integration',
  text: 'DELETE FROM integration WHERE organization_id = $1 AND id = $2',
  values: [scope.organizationId, id],
});

export const { record: recordIntegration, recordRemoved: recordRemovedIntegration } = createEntityEvents<
  IntegrationRow,
  'CREATE' | 'UPDATE'
>('INTEGRATION', encodeIntegration);
