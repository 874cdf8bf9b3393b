import { DateTime } from 'luxon';

/** The rules of a marketplace for reported usage, as data. Quantities are per hour. */
export type UsageCapabilities = {
  /** Maximum number of records per call, and maximum length of the body, if limited. */
  maximumBatch: number;
  maximumBytes?: number;
  /** Maximum number of products per call; unlimited if absent. */
  productsPerCall?: number;
  bucket: 'hour';
  /** Whether quantities are whole numbers: all, none, or those of dimensions with the `valueType` INT64. */
  integers: 'all' | 'none' | 'byValueType';
  /** The maximum quantity of a record, if limited. */
  maximumQuantity?: number;
  zeroAllowed: boolean;
  /** Deadline for reporting the usage of an hour, in minutes after the hour begins. */
  lateMinutes: number;
  /**
   * The deadline under the strictest interpretation of the published rules, at most `lateMinutes`; alerts use
   * this deadline.
   */
  alertMinutes: number;
  /** Deadline after the end of an agreement, in minutes; 0 if usage must be reported before the end. */
  finalMinutes: number;
  /** Deadline for the usage of a month: the given hour on the first day of the next month. */
  monthEnd?: { hour: number; zone: string };
  /** Rate limit for calls, by seller or by agreement. */
  rate?: { calls: number; perSeconds: number; each: 'seller' | 'agreement' };
  /** Whether one invalid record makes the marketplace reject the whole call. */
  atomicBatches: boolean;
  /** Whether the reported intervals of a dimension must be contiguous. */
  contiguousIntervals: boolean;
  /**
   * Handling of a record with an unknown verdict. `safe`: send the record again. `sameKey`: send the record
   * again with the same key and unchanged content. `hold`: hold the record, because a repeat might count
   * twice.
   */
  unknown: 'safe' | 'sameKey' | 'hold';
  /**
   * Reason why verdicts cannot be read from the marketplace, and where the seller can check. Absent if
   * `readUsage` reads verdicts. If present, a record with an unknown verdict at its deadline is held, because
   * a repeat would then be inconclusive.
   */
  unreadable?: string;
  /** Whether zero is reported for an hour without usage, as a heartbeat. */
  heartbeat: boolean;
};

/** The quantity of a dimension for one hour. */
export type UsageRecord = {
  /** The id of the usage line, identical for each attempt. */
  key: string;
  /** The marketplace's ids of the agreement, product and buyer. */
  agreementId: string;
  externalProductId: string | undefined;
  externalBuyerId: string | undefined;
  planId: string | undefined;
  dimension: string;
  /**
   * The hour, and the start of the reported interval, which differs from the hour only if intervals must be
   * contiguous. RFC 3339.
   */
  hour: string;
  since: string;
  /** Exact decimal. */
  quantity: string;
  amount: string | undefined;
  currency: string | undefined;
  /** The `valueType` of the dimension, if any. */
  valueType: string | undefined;
};

export type UsageCall = { key: string; records: readonly UsageRecord[] };

/**
 * The verdict of a marketplace on a record.
 * - accepted: billed; `externalId` is the receipt, if any.
 * - duplicate: the marketplace has a record with the same identity; the marketplace keeps its quantity, which
 *   may differ.
 * - rejected: not accepted; if permanent, a retry is pointless.
 * - retry: not processed and not stored.
 * - unknown: the marketplace may or may not have accepted the record.
 */
export type UsageVerdict =
  | { kind: 'accepted'; externalId?: string | undefined }
  | { kind: 'duplicateSame'; externalId?: string | undefined }
  | { kind: 'duplicateOther'; acceptedQuantity?: string | undefined; externalId?: string | undefined }
  /**
   * `isEnded`: the marketplace reports that the agreement has ended. The end may not have been observed yet.
   */
  | { kind: 'rejected'; code: string; message: string; permanent: boolean; isEnded?: true }
  | { kind: 'retry'; code: string; message: string; afterSeconds?: number | undefined }
  | { kind: 'unknown'; message: string };

/** The usage that a marketplace has for one day (UTC). Quantities are exact decimals. */
export type ListedUsage = {
  agreementId: string;
  dimension: string;
  /** The sum of the accepted records. */
  quantity: string;
  /** The quantity that is billed; undefined until the marketplace has decided. */
  billedQuantity: string | undefined;
};

export type UsageAnswer = {
  /** One verdict for each record, in order. */
  verdicts: readonly UsageVerdict[];
  /**
   * Present if the marketplace rejected the whole call because of an invalid record; includes the record if
   * the marketplace identifies it. No record was accepted, and the individual verdicts do not apply.
   */
  refusedFor?: { code: string; message: string; recordKey?: string | undefined } | undefined;
  /** The original request and response for each record, as fields of a report's info. */
  mirrors: readonly Record<string, unknown>[];
};

const minuteMs = 60_000;

/** Computes the deadline for reporting the usage of an hour, in milliseconds since 1970. */
export function deadlineOf(
  usage: Pick<UsageCapabilities, 'lateMinutes' | 'monthEnd'>,
  bucketHour: Date,
  /** End of the agreement, and the marketplace's deadline for usage before the end. */
  ended?: { at: Date; finalMinutes: number },
): Date {
  const late = bucketHour.getTime() + usage.lateMinutes * minuteMs;
  const monthEnd = usage.monthEnd ? monthEndAfter(usage.monthEnd, bucketHour) : Infinity;
  const final = ended ? ended.at.getTime() + ended.finalMinutes * minuteMs : Infinity;
  return new Date(Math.min(late, monthEnd, final));
}

type MonthEnd = NonNullable<UsageCapabilities['monthEnd']>;

/**
 * Cache of month-end deadlines by hour in milliseconds, because thousands of usage records fall into few
 * hours.
 */
const monthEnds = new WeakMap<MonthEnd, Map<number, number>>();
const mostKnown = 1000;

/**
 * Computes the deadline on the first day of the month after the given usage hour, in the time zone of the
 * marketplace.
 */
function monthEndAfter(monthEnd: MonthEnd, bucketHour: Date): number {
  let known = monthEnds.get(monthEnd);
  if (!known || known.size >= mostKnown) {
    known = new Map();
    monthEnds.set(monthEnd, known);
  }
  const begin = bucketHour.getTime();
  const before = known.get(begin);
  if (before !== undefined) return before;
  const { hour, zone } = monthEnd;
  const end = DateTime.fromJSDate(bucketHour, { zone }).startOf('month').plus({ months: 1 }).set({ hour });
  known.set(begin, end.toMillis());
  return end.toMillis();
}

/**
 * Computes the alert time for unreported usage: after half of the remaining time until the strict deadline.
 */
export function alertTimeOf(
  usage: Pick<UsageCapabilities, 'alertMinutes' | 'monthEnd'>,
  bucketHour: Date,
  since: Date,
): Date {
  const cautious = deadlineOf({ ...usage, lateMinutes: usage.alertMinutes }, bucketHour).getTime();
  const left = Math.max(0, cautious - since.getTime());
  return new Date(since.getTime() + left / 2);
}

/** Returns whether quantities of a dimension must be whole numbers. */
export const isInteger = (
  { integers }: Pick<UsageCapabilities, 'integers'>,
  valueType: string | null | undefined,
): boolean => integers === 'all' || (integers === 'byValueType' && valueType === 'INT64');
