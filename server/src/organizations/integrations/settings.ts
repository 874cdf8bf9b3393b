import type { Finding } from '../../platform/errors.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { mask, unmask } from '../../platform/secrets/mask.ts';

type Json = Record<string, unknown>;
/** The encrypted part of an integration: settings and credentials as they were given. */
export type Settings = { info: Json; credentials: Json };

const stars = '********';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The context that the settings of an integration are encrypted for: they decrypt with no other. */
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

/** The settings as they are shown: the names of credentials, and stars in place of every secret. */
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

/** @param flat the names of the first level are shown only */
function hideAll(value: unknown, flat = false): unknown {
  if (value === null) return null;
  if (!isObject(value)) return stars;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, flat ? stars : hideAll(item)]),
  );
}

/** The texts of the settings that nobody may read: those in whose place stars are shown. */
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

/** Says whether nothing was entered: a role that lets us in is no secret, but is something. */
export const isEmpty = ({ info, credentials }: Settings): boolean =>
  Object.keys(info).length === 0 && Object.keys(credentials).length === 0;

/**
 * The settings after a PATCH (R8). Stars that a reader sends back stand for what is stored.
 * @returns findings for stars that stand for nothing
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
    return [{ pointer, message: 'are the stars that stand for a secret, and there is none' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const known = typeof stored === 'object' && stored !== null ? (stored as Json)[name] : undefined;
    return vainStars(item, known, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}
