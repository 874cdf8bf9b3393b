import { Decimal } from 'decimal.js';
import type { Finding } from '../../platform/errors.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { pointerOf } from '../../platform/records/json.ts';
import {
  longestGroupId,
  type MeteringUsageRecord,
  mostGroups,
  mostRecords,
  type NewUsageRecordGroup,
} from '../records.ts';

/** A reported group in normalized form, before validation. */
export type ReportedGroup = {
  id: string | undefined;
  entitlementId: string;
  /** Time of use in milliseconds since 1970, if given. */
  usedAt: number | undefined;
  /** Time of use in RFC 3339, in UTC with milliseconds, if known. */
  usageTime?: string | undefined;
  /** Names as given, sorted. */
  names: readonly string[];
  /** Decimals, in the order of the names. */
  quantities: readonly string[];
  billable: readonly MeteringUsageRecord[] | undefined;
  metaInfo: object | undefined;
};

/** The customer of a line without an entitlement id. */
export type Customer = { customerId: string; productId: string | undefined };

/** Fields of metaInfo that the service sets. */
const ownFields = [
  'SkipValidation',
  'addonID',
  'billableRecords',
  'originRecords',
  'source',
  'timestamp',
] as const;

/** Normalizes a group whose fields have valid types, and reports errors of the whole group. */
export function readGroup(
  group: NewUsageRecordGroup,
  path: PropertyKey[],
  findings: Finding[],
): ReportedGroup {
  const report = (field: string, message: string) =>
    findings.push({ pointer: pointerOf([...path, field]), message });
  const { records = {}, timestamp } = group;
  const names = Object.keys(records).sort();
  // Generated clients always send both fields and leave the unused field empty.
  const billable = group.billableRecords?.length ? group.billableRecords : undefined;
  if (!group.entitlementID) report('entitlementID', 'is required');
  if (names.length > 0 && billable) report('billableRecords', 'cannot be given together with records');
  else if (names.length === 0 && !billable) report('records', 'is required unless billableRecords is given');
  else if (names.length > mostRecords) report('records', `must have at most ${mostRecords} entries`);
  for (const [index, { key }] of (billable ?? []).entries())
    if (!key)
      findings.push({
        pointer: pointerOf([...path, 'billableRecords', index, 'key']),
        message: 'is required',
      });
  const usedAt = timestamp === undefined ? undefined : millisecondsOf(timestamp);
  return {
    id: group.id,
    entitlementId: group.entitlementID ?? '',
    usedAt,
    usageTime: usedAt === undefined ? undefined : printTime(timestamp as string, usedAt),
    names,
    quantities: names.map((name) => toDecimal(records[name] as number)),
    billable,
    metaInfo: metaInfoOf(group),
  };
}

export const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : a > b ? 1 : 0;

/** Format of stored times. */
const printed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Formats a time. Most times already have this format and are returned unchanged. */
const printTime = (text: string, milliseconds: number): string =>
  printed.test(text) ? text : new Date(milliseconds).toISOString();

/**
 * Returns the shortest decimal of a number, so that equal numbers have equal texts. Minus zero becomes zero.
 */
export const toDecimal = (quantity: number): string => {
  const text = String(quantity === 0 ? 0 : quantity);
  return text.includes('e') ? new Decimal(quantity).toFixed() : text;
};

function metaInfoOf({ metaInfo }: NewUsageRecordGroup): object | undefined {
  if (metaInfo === undefined) return undefined;
  const kept = Object.entries(metaInfo).filter(([name]) => !(ownFields as readonly string[]).includes(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const plainFields = new Set(['id', 'entitlementID', 'timestamp', 'records']);
const plainId = /^[A-Za-z0-9_-]{1,36}$/;
export const longestName = 200;

/**
 * Returns whether a batch has valid types and needs no normalization. Nearly all batches pass this check,
 * which is much faster than validation by the schema. All other batches are validated by the schema.
 */
export const isPlainBatch = (body: unknown): boolean =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.length <= mostGroups &&
  body.every((group) => isPlainGroup(group, true));

/**
 * Returns whether a single group, whose entitlement is in the path, has valid types and needs no
 * normalization.
 */
export const isPlainSingle = (body: unknown): boolean => isPlainGroup(body, false);

function isPlainGroup(group: unknown, namesEntitlement: boolean): boolean {
  if (typeof group !== 'object' || group === null || Array.isArray(group)) return false;
  for (const name in group) if (!plainFields.has(name)) return false;
  const { id, entitlementID, timestamp, records } = group as Readonly<Record<string, unknown>>;
  if (id !== undefined && !(typeof id === 'string' && plainId.test(id) && id.length <= longestGroupId))
    return false;
  if (namesEntitlement && entitlementID === undefined) return false;
  if (entitlementID !== undefined && !isPlainName(entitlementID)) return false;
  if (timestamp !== undefined && !(typeof timestamp === 'string' && millisecondsOf(timestamp) !== undefined))
    return false;
  return isPlainMap(records);
}

const isPlainName = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && name.length <= longestName;

function isPlainMap(records: unknown): boolean {
  if (typeof records !== 'object' || records === null || Array.isArray(records)) return false;
  for (const name in records) {
    const quantity = (records as Readonly<Record<string, unknown>>)[name];
    if (name.length > longestName || typeof quantity !== 'number' || !(quantity >= 0 && quantity <= 1e15))
      return false;
  }
  return true;
}
