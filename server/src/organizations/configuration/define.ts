import type { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { canonicalHash } from '../../platform/http/idempotency.ts';
import type { AddressRules } from '../../platform/outside/address-guard.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { OrganizationInfo } from '../records.ts';

/** The default values in the specification for unset fields of a configuration. */
export const configurationDefaults = {
  aiBillingConfig: { enabled: true, monthlyCreditCents: 10_000, monthlySpendingCapCents: 50_000 },
  notificationConfigInfo: {
    daysToExpireSoonOfferWorkflowNotification: 7,
    disableEmailNotificationOnOfferReady: false,
    enableEmailNotification: false,
    enableExpireSoonOfferWorkflowNotification: false,
    enableWebhookNotification: false,
  },
} as const;

/** A stored setting: one record in the organization's `info`. */
// biome-ignore lint/suspicious/noExplicitAny: each setting has a record of its own
export type Setting = any;

/** Input of a setting's `complete`, which fills in fields. */
type SettingContext = {
  organizationId: string;
  /** RFC 3339, by the organization's clock. */
  now: string;
  newId: (prefix: string) => string;
  vault: Vault;
  /** The body of the request. */
  patch: Setting;
};

/**
 * One configuration record of an organization (`info.<name>`), read and changed at `/org/{orgId}/<name>`.
 * `routes.ts` contains the common behavior of all records.
 */
export type ConfigurationRecord = {
  name: keyof OrganizationInfo & string;
  /** The name in the operation ids: get…, update…. */
  word: string;
  /** The endpoint group of the specification. */
  group: string;
  /** The noun phrase of the summary: "Get <summary>". */
  summary: string;
  description?: string;
  schema: z.ZodType;
  /** Fields that the service fills in: ignored on write, independent of their type. */
  ignored?: readonly string[];
  /**
   * The permission that a change needs: `organization:write` when absent. `nobody`: the record is read-only.
   */
  changedBy?: 'onboarding:write' | 'nobody';
  /** Whether the response to a change lists unknown fields in `warningMessages`. */
  warns?: true;
  /** Fields in which a null is a value; elsewhere a null removes the field (R8). */
  nullIsAValue?: readonly string[];
  /** Computed fields of the response; they override stored fields. */
  derived?: (context: { crms: readonly string[] }) => object;
  /** Findings that depend only on the body and that the schema cannot express. */
  check?: (patch: Setting, rules: { issuers: AddressRules }) => Finding[];
  /** Findings that take long to compute; computed outside of any transaction. */
  judge?: (patch: Setting, organizationId: string) => Promise<Finding[]>;
  /** Throws on conflicts with other records, given the new and the stored value. */
  precondition?: (scope: OrgTransaction, next: Setting, before: Setting) => Promise<void>;
  /** Applies the consequences of a change in its transaction, given the new and the old value. */
  follow?: (scope: OrgTransaction, next: Setting, before: Setting) => Promise<void>;
  /** Fills in the fields that the service sets, given the value stored before. */
  complete?: (next: Setting, before: Setting, context: SettingContext) => Setting;
};

const address = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\]]+$/;
/**
 * Returns whether a text has the form of an e-mail address. Only a sent mail can verify that the address
 * exists.
 */
export const isEmailAddress = (value: string): boolean => value.length <= 254 && address.test(value);

/** Findings for invalid e-mail addresses. */
export const checkAddresses = (values: readonly string[] | undefined, pointer: string): Finding[] =>
  (values ?? []).flatMap((value, index) =>
    isEmailAddress(value) ? [] : [{ pointer: `${pointer}/${index}`, message: 'must be an e-mail address' }],
  );

/**
 * Findings for fields that a page links to. Only http and https are allowed, because a browser could execute
 * other schemes.
 */
export const checkWebAddresses = (patch: Setting, names: readonly string[]): Finding[] =>
  names.flatMap((name) => {
    const value = patch[name];
    return typeof value !== 'string' || value === '' || isWebAddress(value)
      ? []
      : [{ pointer: `/${name}`, message: 'must be an http or https address' }];
  });

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

/**
 * Findings for entries of an array that repeat the key of an earlier entry (R8).
 * @param names the fields that form the key
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
      { pointer: `${pointer}/${index}`, message: `repeats the ${names.join(' and ')} of an earlier entry` },
    ];
  });
}

/**
 * Sets a time on each entry that differs from the stored entry with the same key; unchanged entries keep their
 * time.
 */
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
