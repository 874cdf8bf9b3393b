import { DateTime } from 'luxon';

/** What a marketplace takes of usage, and what becomes of it there, as data. Its quantities are for hours. */
export type UsageCapabilities = {
  /** Records a call, and the length of its body, where there is a limit. */
  maximumBatch: number;
  maximumBytes?: number;
  /** How many products' records a call may have; any number when absent. */
  productsPerCall?: number;
  bucket: 'hour';
  /** Whether quantities are whole numbers: all, none, or those of dimensions with the `valueType` INT64. */
  integers: 'all' | 'none' | 'byValueType';
  /** The largest quantity of a record, where there is a limit. */
  maximumQuantity?: number;
  zeroAllowed: boolean;
  /** So long after an hour has begun its usage is taken. */
  lateMinutes: number;
  /** The same, as cautious readings have it: what waits is brought to people's attention by this. Never more. */
  alertMinutes: number;
  /** So long after an agreement has ended its usage is taken, at most; 0 where it must have come by then. */
  finalMinutes: number;
  /** What was used in a month is taken until this hour of the first day of the next one. */
  monthEnd?: { hour: number; zone: string };
  /** How many calls may be made in a time: by the seller in all, or about each agreement. */
  rate?: { calls: number; perSeconds: number; each: 'seller' | 'agreement' };
  /** One bad record has the whole call refused. */
  atomicBatches: boolean;
  /** What is reported of a dimension must begin where the last report of it ended. */
  contiguousIntervals: boolean;
  /**
   * What may be done with a record whose verdict is not known: it may be repeated; with the same key only, in the same
   * words; or not at all, for it might count twice.
   */
  unknown: 'safe' | 'sameKey' | 'hold';
  /**
   * Why the marketplace cannot be asked what became of usage, and where people find it out. Absent where `readUsage` asks
   * it. A record whose verdict is not known by its deadline is held then: to repeat it would say nothing any more.
   */
  unreadable?: string;
  /** Whether an hour without usage may be reported as zero, so that the marketplace knows that all is well. */
  heartbeat: boolean;
};

/** A quantity of a dimension that is reported for an hour. */
export type UsageRecord = {
  /** Our line's id: the same for every try. */
  key: string;
  /** The marketplace's id of the agreement, and of what was sold to whom. */
  agreementId: string;
  externalProductId: string | undefined;
  externalBuyerId: string | undefined;
  planId: string | undefined;
  dimension: string;
  /** RFC 3339: the hour, and since when it is reported where intervals must touch; else the hour's beginning. */
  hour: string;
  since: string;
  /** Exact decimals. */
  quantity: string;
  amount: string | undefined;
  currency: string | undefined;
  /** Of the dimension, where it has one. */
  valueType: string | undefined;
};

export type UsageCall = { key: string; records: readonly UsageRecord[] };

/**
 * What a marketplace says of a record.
 * - accepted: it is billed; `externalId` is its receipt, where there is one.
 * - duplicate: it has one of that identity already; the same quantity, or another, which was first and stays.
 * - rejected: not taken; when permanent, another try is of no use.
 * - retry: not processed, and nothing was kept of it.
 * - unknown: it may have been taken or not.
 */
export type UsageVerdict =
  | { kind: 'accepted'; externalId?: string | undefined }
  | { kind: 'duplicateSame'; externalId?: string | undefined }
  | { kind: 'duplicateOther'; acceptedQuantity?: string | undefined; externalId?: string | undefined }
  /** `isEnded`: the marketplace says that the agreement is over, which may not have been seen yet. */
  | { kind: 'rejected'; code: string; message: string; permanent: boolean; isEnded?: true }
  | { kind: 'retry'; code: string; message: string; afterSeconds?: number | undefined }
  | { kind: 'unknown'; message: string };

export type UsageAnswer = {
  /** As many as there were records. */
  verdicts: readonly UsageVerdict[];
  /**
   * The call was refused as a whole because of a bad record: none was kept, and the verdicts say nothing of each. The
   * record is named where the marketplace names it.
   */
  refusedFor?: { code: string; message: string; recordKey?: string | undefined } | undefined;
  /** What was sent and answered of each record, in the marketplace's own words, by the fields of a report's info. */
  mirrors: readonly Record<string, unknown>[];
};

const minuteMs = 60_000;

/** The last moment at which usage of an hour is taken, in milliseconds since 1970. */
export function deadlineOf(
  usage: Pick<UsageCapabilities, 'lateMinutes' | 'monthEnd'>,
  bucketHour: Date,
  /** When the agreement ended, if it did, and the marketplace has a last moment for what was used before. */
  ended?: { at: Date; finalMinutes: number },
): Date {
  const late = bucketHour.getTime() + usage.lateMinutes * minuteMs;
  const monthEnd = usage.monthEnd ? monthEndAfter(usage.monthEnd, bucketHour) : Infinity;
  const final = ended ? ended.at.getTime() + ended.finalMinutes * minuteMs : Infinity;
  return new Date(Math.min(late, monthEnd, final));
}

type MonthEnd = NonNullable<UsageCapabilities['monthEnd']>;

/** The ends that were computed, by the hour in milliseconds: usage comes by the thousand, and of few hours. */
const monthEnds = new WeakMap<MonthEnd, Map<number, number>>();
const mostKnown = 1000;

/** The hour on the first of the month after the one in which an hour of usage begins, as its zone counts days. */
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

/** The time by which people must know that usage of an hour still waits: half of what a cautious reading leaves. */
export function alertTimeOf(
  usage: Pick<UsageCapabilities, 'alertMinutes' | 'monthEnd'>,
  bucketHour: Date,
  since: Date,
): Date {
  const cautious = deadlineOf({ ...usage, lateMinutes: usage.alertMinutes }, bucketHour).getTime();
  const left = Math.max(0, cautious - since.getTime());
  return new Date(since.getTime() + left / 2);
}

/** Whether quantities of a dimension are whole numbers there. */
export const isInteger = (
  { integers }: Pick<UsageCapabilities, 'integers'>,
  valueType: string | null | undefined,
): boolean => integers === 'all' || (integers === 'byValueType' && valueType === 'INT64');
