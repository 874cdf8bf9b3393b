import type { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { canonicalHash } from '../../platform/http/idempotency.ts';
import type { AddressRules } from '../../platform/outside/address-guard.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { OrganizationInfo } from '../records.ts';

/** A setting as it is stored: the record of its name in `info`. */
// biome-ignore lint/suspicious/noExplicitAny: each setting has a record of its own
export type Setting = any;

/** The facts by which a setting is completed. */
export type SettingContext = {
  organizationId: string;
  /** RFC 3339, by the organization's clock. */
  now: string;
  newId: (prefix: string) => string;
  vault: Vault;
  /** What was sent. */
  patch: Setting;
};

/**
 * One configuration record of an organization (`info.<name>`), read and changed at `/org/{orgId}/<name>`. Everything
 * around these functions is the same for all and stands in `routes.ts`.
 */
export type ConfigurationRecord = {
  name: keyof OrganizationInfo & string;
  /** As in the operation ids: get…, update…. */
  word: string;
  /** The endpoint group of the specification. */
  group: string;
  /** What it is, for the summary: "the … configuration". */
  summary: string;
  description?: string;
  schema: z.ZodType;
  /** Filled by the service: ignored on write, of whatever type they are. */
  ignored?: readonly string[];
  /** Who may change it; an administrator when absent. None: it is only read. */
  changedBy?: 'onboarding:write' | 'nobody';
  /** The answer to a change has `warningMessages` that name what of it is not known. */
  warns?: true;
  /** Fields in which a null is a value of its own (R8 lets it remove the field elsewhere). */
  nullIsAValue?: readonly string[];
  /** What is answered beside what is stored; the stored fields stand above it. */
  derived?: (context: { crms: readonly string[] }) => object;
  /** Refuses what no schema can say, looking at the body alone. */
  check?: (patch: Setting, rules: { issuers: AddressRules }) => Finding[];
  /** Refuses what takes long to judge: outside of any transaction. */
  judge?: (patch: Setting, organizationId: string) => Promise<Finding[]>;
  /** Refuses what depends on more than the body, given what would be stored and what was before. */
  precondition?: (scope: OrgTransaction, next: Setting, before: Setting) => Promise<void>;
  /** Does what follows from a change, in its transaction, given what is stored and what was before. */
  follow?: (scope: OrgTransaction, next: Setting, before: Setting) => Promise<void>;
  /** Fills what the service owns, given what was stored before. */
  complete?: (next: Setting, before: Setting, context: SettingContext) => Setting;
};

const address = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\]]+$/;
/** Says whether a text can be an e-mail address; whether it is one only a mail can show. */
export const isEmailAddress = (value: string): boolean => value.length <= 254 && address.test(value);

/** Findings for addresses that a mail could not be sent to. */
export const checkAddresses = (values: readonly string[] | undefined, pointer: string): Finding[] =>
  (values ?? []).flatMap((value, index) =>
    isEmailAddress(value) ? [] : [{ pointer: `${pointer}/${index}`, message: 'must be an e-mail address' }],
  );

/** Findings for fields that a page will link to: only web addresses, nothing that a browser would run. */
export const checkWebAddresses = (patch: Setting, names: readonly string[]): Finding[] =>
  names.flatMap((name) => {
    const value = patch[name];
    return typeof value !== 'string' || value === '' || isWebAddress(value)
      ? []
      : [{ pointer: `/${name}`, message: 'must be an http or https address' }];
  });

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

/**
 * Findings for the second entry of an array with the same key (R8).
 * @param names the fields that make the key
 */
export function checkUnique(
  entries: readonly Setting[] | undefined,
  names: readonly string[],
  pointer = '',
): Finding[] {
  const seen = new Set<string>();
  return (entries ?? []).flatMap((entry, index) => {
    const key = JSON.stringify(names.map((name) => entry?.[name] ?? ''));
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      { pointer: `${pointer}/${index}`, message: `is the second entry with this ${names.join(' and ')}` },
    ];
  });
}

/** The entries with a time set by the service wherever the rest of an entry is not what was stored under its key. */
export function stampChanges(
  entries: readonly Setting[],
  before: readonly Setting[] | undefined,
  names: readonly string[],
  stamp: { field: string; now: string },
): Setting[] {
  const keyOf = (entry: Setting) => JSON.stringify(names.map((name) => entry[name] ?? ''));
  const bare = ({ [stamp.field]: _, ...rest }: Setting) => canonicalHash(rest).toString('base64');
  const known = new Map((before ?? []).map((entry) => [keyOf(entry), entry]));
  return entries.map((entry) => {
    const old = known.get(keyOf(entry));
    const same = old !== undefined && bare(old) === bare(entry);
    return { ...entry, [stamp.field]: same ? old[stamp.field] : stamp.now };
  });
}
