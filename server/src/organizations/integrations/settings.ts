import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { mask, unmask } from '../../platform/secrets/mask.ts';
import { lockIntegration, type Name } from './store.ts';

type Json = Record<string, unknown>;
/** The encrypted part of an integration: the settings and credentials that the seller entered. */
export type Settings = { info: Json; credentials: Json };

const stars = '********';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The context that an integration's settings are encrypted for: decryption with another context fails. */
export const integrationContext = (organizationId: string, partner: string, service: string): string =>
  `integration ${organizationId} ${partner} ${service}`;

export type Place = { organization_id: string; partner: string; service: string };
const contextOf = (place: Place) => integrationContext(place.organization_id, place.partner, place.service);

export const encryptSettings = (vault: Vault, place: Place, settings: Settings): string =>
  vault.encrypt(JSON.stringify(settings), contextOf(place));

export const decryptSettings = (vault: Vault, place: Place & { sealed_settings: string | null }): Settings =>
  place.sealed_settings === null
    ? { info: {}, credentials: {} }
    : (JSON.parse(vault.decrypt(place.sealed_settings, contextOf(place))) as Settings);

/** The settings for responses: the names of credentials, and the other settings with masked secrets. */
export const showSettings = ({ info, credentials }: Settings): Settings => ({
  info: hideSecrets(info) as Json,
  credentials: hideAll(credentials, true) as Json,
});

function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (/credential/i.test(name) && typeof item === 'object') return [name, hideAll(item)];
      const masked = (mask({ [name]: item }) as Json)[name];
      return [name, masked === stars ? stars : hideSecrets(item)];
    }),
  );
}

/**
 * Masks all values.
 * @param flat returns only the names of the first level
 */
function hideAll(value: unknown, flat = false): unknown {
  if (value === null) return null;
  if (!isObject(value)) return stars;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, flat ? stars : hideAll(item)]),
  );
}

/** Lists the secret texts of the settings, which are masked in responses. */
export function secretsOf(settings: Settings): string[] {
  const shown = showSettings(settings);
  return [...hiddenTexts(settings.info, shown.info), ...hiddenTexts(settings.credentials, shown.credentials)];
}

function hiddenTexts(value: unknown, shown: unknown): string[] {
  if (value === shown) return [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) =>
      hiddenTexts(item, typeof shown === 'object' && shown !== null ? (shown as Json)[name] : shown),
    );
  return [String(value)];
}

/**
 * Returns whether all settings are empty. Settings without secrets, such as the name of a role, count as
 * entered.
 */
export const isEmpty = ({ info, credentials }: Settings): boolean =>
  Object.keys(info).length === 0 && Object.keys(credentials).length === 0;

/**
 * Merges a PATCH into the settings (R8). A masked value that is sent back keeps the stored secret.
 * @returns findings for masked values without a stored secret
 */
export function mergeSettings(
  stored: Settings,
  patch: { info?: unknown; credentials?: unknown },
): { settings: Settings; findings: Finding[] } {
  const given = { info: patch.info ?? {}, credentials: patch.credentials ?? {} };
  const kept = {
    info: patch.info === null ? {} : stored.info,
    credentials: patch.credentials === null ? {} : stored.credentials,
  };
  return {
    settings: mergePatch(kept, unmask(given, stored) as Json) as Settings,
    findings: vainStars(given, stored, ''),
  };
}

function vainStars(value: unknown, stored: unknown, pointer: string): Finding[] {
  if (value === stars && stored === undefined)
    return [{ pointer, message: 'is the mask of a secret, but no secret is stored' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const known = typeof stored === 'object' && stored !== null ? (stored as Json)[name] : undefined;
    return vainStars(item, known, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

const isExternalId = (name: string): boolean => /^external_?id$/i.test(name);

/**
 * Findings for marketplace credentials that contain an external id, because only the service generates external
 * ids.
 */
export const externalIdFindings = (service: string, { credentials }: Settings): Finding[] =>
  service !== 'MARKETPLACE'
    ? []
    : Object.keys(credentials)
        .filter(isExternalId)
        .map((name) => ({
          pointer: `/credentials/${name}`,
          message: 'is generated by the service: see the setup of the integration',
        }));

/** Removes fields that are named like an external id, so that connectors use only the generated external id. */
export const withoutExternalId = (settings: Settings): Settings => ({
  info: without(settings.info),
  credentials: without(settings.credentials),
});

const without = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isExternalId(name))
      .map(([name, item]) => [
        name,
        typeof item === 'object' && item !== null && !Array.isArray(item)
          ? without(item as Record<string, unknown>)
          : item,
      ]),
  );

/** Decrypts the settings and credentials of an integration; undefined when the integration does not exist. */
export async function readSettings(
  scope: OrgTransaction,
  vault: Vault,
  name: Name,
): Promise<Settings | undefined> {
  const row = await lockIntegration(scope, name.partner, name.service);
  return row && decryptSettings(vault, row);
}
