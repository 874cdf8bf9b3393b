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

/** A reported group, in one form: what it says, and nothing of whether that can be. */
export type Reported = {
  id: string | undefined;
  entitlementId: string;
  /** When it was used, in milliseconds since 1970, where that was said. */
  usedAt: number | undefined;
  /** The same, RFC 3339 in UTC to the millisecond, where it is known. */
  usageTime?: string | undefined;
  /** As they were given, in the order of the names. */
  names: readonly string[];
  /** Decimals, in the order of the names. */
  quantities: readonly string[];
  billable: readonly MeteringUsageRecord[] | undefined;
  metaInfo: object | undefined;
};

/** Whose usage a line of a file reports, where it does not name the entitlement. */
export type Customer = { customerId: string; productId: string | undefined };

/** What the service itself says in a group's metaInfo. */
const ownFields = ['SkipValidation', 'billableRecords', 'originRecords', 'source', 'timestamp'] as const;

/** Reads a group whose fields have the right types. Names what is wrong with it as a whole. */
export function readGroup(group: NewUsageRecordGroup, path: PropertyKey[], findings: Finding[]): Reported {
  const report = (field: string, message: string) =>
    findings.push({ pointer: pointerOf([...path, field]), message });
  const { records = {}, timestamp } = group;
  const names = Object.keys(records).sort();
  // Generated clients always send the one of the two that they do not use, empty.
  const billable = group.billableRecords?.length ? group.billableRecords : undefined;
  if (!group.entitlementID) report('entitlementID', 'is required');
  if (names.length > 0 && billable) report('billableRecords', 'cannot be given together with records');
  else if (names.length === 0 && !billable) report('records', 'is required, or billableRecords is');
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

/** As times are printed. */
const printed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Most times come as we print them: they need not be printed anew. */
const printTime = (text: string, milliseconds: number): string =>
  printed.test(text) ? text : new Date(milliseconds).toISOString();

/** The shortest decimal of a number, which is one text for equal numbers. Minus zero is zero. */
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
 * Says of a batch that it has the right types and nothing to be cleaned, as nearly all have, and takes no part of the time
 * that the schema takes. Whatever it does not know goes by the schema, which decides.
 */
export const isPlainBatch = (body: unknown): boolean =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.length <= mostGroups &&
  body.every((group) => isPlainGroup(group, true));

/** The same of a single group, whose entitlement the path names. */
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
