import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { columnList, type FieldColumn, recordEncoder } from '../../platform/records/encode.ts';

const stored: readonly FieldColumn[] = [
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
];

export const integrationColumns: readonly string[] = stored.map(([, column]) => column);
const shown = columnList(stored, 'i');
export const encodeIntegration = recordEncoder(stored);

/** An integration with its encrypted settings. */
export type IntegrationRow = Row & {
  organization_id: string;
  id: string;
  partner: string;
  service: string;
  status: string;
  sealed_settings: string | null;
  sequence: number;
};

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
      text: `SELECT ${shown}, i.sealed_settings, i.sequence FROM integration i
             WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3 FOR UPDATE`,
      values: [scope.organizationId, partner, service],
    })
  )[0];

export type NewIntegration = {
  partner: string;
  service: string;
  info: string;
  credentials: string;
  encrypted: string;
};

/** The new integration; undefined when there is one with this partner and service. */
export async function insertIntegration(
  scope: OrgTransaction,
  integration: NewIntegration,
): Promise<IntegrationRow | undefined> {
  const [row] = await scope.query<IntegrationRow>({
    name: 'insert_integration',
    text: `INSERT INTO integration AS i (organization_id, id, partner, service, info, credentials, sealed_settings,
             status, created_by, last_updated_by, creation_time, last_update_time, sequence)
           VALUES ($1, $2, $3, $4, $5, $6, $7, 'CREATED', $8, $8, $9, $9, 1)
           ON CONFLICT (organization_id, partner, service) DO NOTHING
           RETURNING ${shown}, i.sealed_settings, i.sequence`,
    values: [
      scope.organizationId,
      scope.newId('int'),
      integration.partner,
      integration.service,
      integration.info,
      integration.credentials,
      integration.encrypted,
      scope.actor.id,
      scope.now,
    ],
  });
  return row;
}

export async function updateSettings(
  scope: OrgTransaction,
  id: string,
  next: { info: string; credentials: string; encrypted: string; isChanged: boolean },
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>({
    name: 'update_integration_settings',
    text: `UPDATE integration i SET info = $3, credentials = $4, sealed_settings = $5,
             status = CASE WHEN $6 THEN 'CREATED' ELSE i.status END,
             status_message = CASE WHEN $6 THEN NULL ELSE i.status_message END,
             last_updated_by = $7, last_update_time = $8, sequence = i.sequence + 1
           WHERE i.organization_id = $1 AND i.id = $2 RETURNING ${shown}, i.sealed_settings, i.sequence`,
    values: [
      ...[scope.organizationId, id, next.info, next.credentials, next.encrypted, next.isChanged],
      ...[scope.actor.id, scope.now],
    ],
  });
  return row as IntegrationRow;
}

export async function updateStatus(
  scope: OrgTransaction,
  id: string,
  status: string,
  message: string | undefined,
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>({
    name: 'update_integration_status',
    text: `UPDATE integration i SET status = $3, status_message = $4, last_verify_time = $5,
             last_updated_by = $6, last_update_time = $5, sequence = i.sequence + 1
           WHERE i.organization_id = $1 AND i.id = $2 RETURNING ${shown}, i.sealed_settings, i.sequence`,
    values: [scope.organizationId, id, status, message ?? null, scope.now, scope.actor.id],
  });
  return row as IntegrationRow;
}

export const removeIntegration = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_integration',
  text: 'DELETE FROM integration WHERE organization_id = $1 AND id = $2',
  values: [scope.organizationId, id],
});

export const recordIntegration = (
  scope: OrgScope,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  row: IntegrationRow,
  before?: IntegrationRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'INTEGRATION',
    entityId: row.id,
    sequence: action === 'DELETE' ? row.sequence + 1 : row.sequence,
    action,
    payload: encodeIntegration(row),
    before: before && encodeIntegration(before),
  });
