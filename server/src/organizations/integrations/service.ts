import { type AdapterRegistry, type CredentialsVerdict, MarketplaceError } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { errors, invalid } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { integrationErrors } from './errors.ts';
import { type IdentityIntegration, usualService } from './records.ts';
import {
  decryptSettings,
  encryptSettings,
  hasSecrets,
  mergeSettings,
  type Place,
  type Settings,
  showSettings,
} from './settings.ts';
import {
  type IntegrationRow,
  insertIntegration,
  lockIntegration,
  recordIntegration,
  recordRemovedIntegration,
  removeIntegration,
  type SettingsColumns,
  updateSettings,
  updateStatus,
} from './store.ts';

export type IntegrationDeps = { vault: Vault; registry: AdapterRegistry };

/** An integration's name in a path: partner and service, in any letter case. */
export type Name = { partner: string; service: string };

/** @throws 409 when there is one with this partner and service */
export async function createIntegration(
  scope: OrgTransaction,
  { vault }: IntegrationDeps,
  body: IdentityIntegration,
): Promise<IntegrationRow> {
  const { partner } = body;
  if (partner === undefined) throw invalid([{ pointer: '/partner', message: 'is required' }]);
  const name = { partner, service: body.service ?? usualService(partner) };
  const { settings, findings } = mergeSettings({ info: {}, credentials: {} }, body);
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

/** @throws 404 */
async function requireIntegration(scope: OrgTransaction, name: Name): Promise<IntegrationRow> {
  const row = await lockIntegration(scope, name.partner, name.service);
  if (!row) throw integrationErrors.integration_not_found();
  return row;
}

/** Settings that are not what they were have to be verified again. */
export async function changeIntegration(
  scope: OrgTransaction,
  { vault }: IntegrationDeps,
  name: Name,
  patch: IdentityIntegration,
): Promise<IntegrationRow> {
  const before = await requireIntegration(scope, name);
  const stored = decryptSettings(vault, before);
  const { settings, findings } = mergeSettings(stored, patch);
  if (findings.length > 0) throw invalid(findings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored);
  const row = await updateSettings(scope, before.id, toColumns(vault, before, settings), isChanged);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
  return row;
}

export async function deleteIntegration(scope: OrgTransaction, name: Name): Promise<string> {
  const row = await requireIntegration(scope, name);
  await scope.query(removeIntegration(scope, row.id));
  await scope.query(recordRemovedIntegration(scope, row));
  return row.id;
}

/** The time that a partner may take to say whether it lets us in. */
const verifyMs = 10_000;

/**
 * Asks the partner whether it takes the credentials, outside of any transaction.
 * @throws 409 when the integration was changed meanwhile: the answer was about other settings; 503 when the partner
 * could not be asked
 */
export async function verifyIntegration(
  { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
  deps: IntegrationDeps,
  name: Name,
): Promise<boolean> {
  const asked = await transaction((inside) => requireIntegration(inside, name));
  const verdict = await verifyAtPartner(scope, deps, asked);
  return transaction(async (inside) => {
    const before = await requireIntegration(inside, name);
    if (before.id !== asked.id || before.sealed_settings !== asked.sealed_settings)
      throw integrationErrors.integration_changed();
    const status = verdict.verified ? 'VERIFIED' : 'NOT_VERIFIED';
    const row = await updateStatus(inside, before.id, status, verdict.message);
    await inside.query(recordIntegration(inside, 'UPDATE', row, before));
    return verdict.verified;
  });
}

async function verifyAtPartner(
  scope: OrgScope,
  { vault, registry }: IntegrationDeps,
  row: IntegrationRow,
): Promise<CredentialsVerdict> {
  const settings = decryptSettings(vault, row);
  if (!hasSecrets(settings)) return { verified: false, message: 'There are no credentials.' };
  // The sandbox plays every partner, and takes whatever it is shown.
  if (scope.environment === 'TEST') return { verified: true };
  const adapter = registry.find(scope, row.partner);
  if (!adapter?.verifyCredentials)
    return { verified: false, message: `Credentials of ${row.partner} cannot be verified yet.` };
  try {
    return await adapter.verifyCredentials(settings, AbortSignal.timeout(verifyMs));
  } catch (error) {
    if (error instanceof MarketplaceError && error.permanent)
      return { verified: false, message: error.readable };
    throw errors.unavailable('The partner could not be asked.', { cause: error });
  }
}
