import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { chatbotFindings } from './chatbot.ts';
import { integrationErrors } from './errors.ts';
import { externalIdFindings } from './external-ids.ts';
import { forgetFailures, removeStreams } from './health-store.ts';
import { type IdentityIntegration, usualService } from './records.ts';
import {
  decryptSettings,
  encryptSettings,
  mergeSettings,
  type Place,
  type Settings,
  showSettings,
} from './settings.ts';
import {
  type IntegrationRow,
  insertIntegration,
  lockIntegration,
  type Name,
  recordIntegration,
  recordRemovedIntegration,
  removeIntegration,
  requireIntegration,
  type SettingsColumns,
  updateSettings,
} from './store.ts';

/** @throws 409 when there is one with this partner and service */
export async function createIntegration(
  scope: OrgTransaction,
  { vault }: { vault: Vault },
  body: IdentityIntegration,
): Promise<IntegrationRow> {
  const { partner } = body;
  if (partner === undefined) throw invalid([{ pointer: '/partner', message: 'is required' }]);
  const name = { partner, service: body.service ?? usualService(partner) };
  const { settings, findings } = mergeSettings({ info: {}, credentials: {} }, body);
  findings.push(...chatbotFindings(name.service, settings), ...externalIdFindings(name.service, settings));
  if (findings.length > 0) throw invalid(findings);
  const place = { organization_id: scope.organizationId, ...name };
  const row = await insertIntegration(scope, { ...name, ...toColumns(vault, place, settings) });
  if (!row) throw integrationErrors.integration_exists();
  await scope.query(recordIntegration(scope, 'CREATE', row));
  return row;
}

function toColumns(vault: Vault, place: Place, settings: Settings): SettingsColumns {
  const shown = showSettings(settings);
  return {
    info: JSON.stringify(shown.info),
    credentials: JSON.stringify(shown.credentials),
    sealed_settings: encryptSettings(vault, place, settings),
  };
}

/** The settings and credentials of an integration, as they were given; none where there is none. */
export async function readSettings(
  scope: OrgTransaction,
  vault: Vault,
  name: Name,
): Promise<Settings | undefined> {
  const row = await lockIntegration(scope, name.partner, name.service);
  return row && decryptSettings(vault, row);
}

/** Settings that are not what they were have to be verified again. */
export async function changeIntegration(
  scope: OrgTransaction,
  { vault }: { vault: Vault },
  name: Name,
  patch: IdentityIntegration,
): Promise<IntegrationRow> {
  const before = await requireIntegration(scope, name);
  const stored = decryptSettings(vault, before);
  const { settings, findings } = mergeSettings(stored, patch);
  findings.push(
    ...chatbotFindings(before.service, settings),
    ...externalIdFindings(before.service, settings),
  );
  if (findings.length > 0) throw invalid(findings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored);
  const row = await updateSettings(scope, before.id, toColumns(vault, before, settings), isChanged);
  if (isChanged) await forgetFailures(scope, row.id);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
  return row;
}

export async function deleteIntegration(scope: OrgTransaction, name: Name): Promise<string> {
  const row = await requireIntegration(scope, name);
  await removeStreams(scope, row.id);
  await scope.query(removeIntegration(scope, row.id));
  await scope.query(recordRemovedIntegration(scope, row));
  return row.id;
}
