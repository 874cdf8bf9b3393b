import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import { integrationErrors } from '../errors.ts';
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
  ['secretEndTime', 'secret_end_time', 'time'],
  ['health', 'health', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'integration'>;

export const integrationColumns = stored.map(([, column]) => column);
const shown = columnList(stored, 'i');
export const withSettings = `${shown}, i.sealed_settings, i.sequence, i.account`;
export const encodeIntegration = recordEncoder(stored);

/** An integration with its encrypted settings. */
export type IntegrationRow = RowOf<
  'integration',
  ColumnsOf<typeof stored> | 'sealed_settings' | 'sequence' | 'account',
  { status: IntegrationStatus }
>;

export const selectIntegration = (scope: OrgScope, partner: string, service: string): Statement => ({
  name: 'select_integration',
  text: `SELECT ${shown} FROM integration i WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3`,
  values: [scope.organizationId, partner, service],
});

/** Locks the integration, with its encrypted settings, until the end of the transaction. */
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

/**
 * SQL condition that excludes integrations of deleted organizations, so that partners are no longer called for
 * them.
 */
export const isThere = `EXISTS (
  SELECT FROM organization o WHERE o.organization_id = i.organization_id AND o.status <> 'DELETED')`;

/**
 * Finds an integration with its encrypted settings, without a lock. Integrations of deleted organizations are
 * not found.
 */
export const findIntegration = async (
  scope: OrgTransaction,
  partner: string,
  service: string,
): Promise<IntegrationRow | undefined> =>
  (
    await scope.query<IntegrationRow>({
      name: 'find_integration',
      text: `SELECT ${withSettings} FROM integration i
             WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3 AND ${isThere}`,
      values: [scope.organizationId, partner, service],
    })
  )[0];

/** Whether the organization has an integration with a marketplace, verified or not. */
export const isConnected = async (scope: OrgTransaction, partner: string): Promise<boolean> =>
  (await findIntegration(scope, partner, 'MARKETPLACE')) !== undefined;

/** An integration's name in a path: partner and service, in any letter case. */
export type Name = { partner: string; service: string };

/**
 * Locks an integration.
 * @throws 404 for an unknown integration
 */
export async function requireIntegration(scope: OrgTransaction, name: Name): Promise<IntegrationRow> {
  const row = await lockIntegration(scope, name.partner, name.service);
  if (!row) throw integrationErrors.integration_not_found();
  return row;
}

/** Finds the oldest integration of a service, with its encrypted settings. */
export const findByService = async (
  scope: OrgTransaction,
  service: string,
): Promise<IntegrationRow | undefined> =>
  (
    await scope.query<IntegrationRow>({
      name: 'find_integration_of_service',
      text: `SELECT ${withSettings} FROM integration i WHERE i.organization_id = $1 AND i.service = $2
             ORDER BY i.creation_time, i.id LIMIT 1`,
      values: [scope.organizationId, service],
    })
  )[0];

/** The settings of an integration: for responses, as JSON text, and encrypted. */
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

/**
 * Inserts an integration.
 * @returns undefined when an integration with this partner and service exists
 */
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
      status_message = CASE WHEN ${more.isChanged} THEN NULL ELSE i.status_message END,
      checks = CASE WHEN ${more.isChanged} THEN NULL ELSE i.checks END,
      account = CASE WHEN ${more.isChanged} THEN NULL ELSE i.account END,
      secret_end_time = CASE WHEN ${more.isChanged} THEN NULL ELSE i.secret_end_time END
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/**
 * Replaces the settings.
 * @param isChanged whether they must be verified again
 */
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

/** Counts an event of a locked integration that does not change the record. */
export async function nextEvent(scope: OrgTransaction, id: string): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>({
    name: 'count_integration_event',
    text: `UPDATE integration i SET sequence = i.sequence + 1
           WHERE i.organization_id = $1 AND i.id = $2 RETURNING ${withSettings}`,
    values: [scope.organizationId, id],
  });
  return row as IntegrationRow;
}

export const removeIntegration = (scope: OrgScope, id: string): Statement =>
  mustChange({
    name: 'delete_integration',
    text: 'DELETE FROM integration WHERE organization_id = $1 AND id = $2',
    values: [scope.organizationId, id],
  });

export const { record: recordIntegration, recordRemoved: recordRemovedIntegration } = createEntityEvents<
  IntegrationRow,
  'CREATE' | 'UPDATE' | 'ABNORMAL_ALERT'
>('INTEGRATION', encodeIntegration);

/** Lists the PROD organizations that have an integration with a marketplace, for the operator. */
export const listConnected = async (queryable: Queryable, partner: string): Promise<string[]> => {
  const rows = await queryable.query<Pick<IntegrationRow, 'organization_id'>>({
    name: 'list_connected_organizations',
    text: `SELECT i.organization_id FROM integration i JOIN organization o USING (organization_id)
           WHERE i.partner = $1 AND i.service = 'MARKETPLACE' AND o.environment = 'PROD' ORDER BY i.organization_id`,
    values: [partner],
  });
  return rows.map(({ organization_id: id }) => id);
};
