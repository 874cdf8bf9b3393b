import { DateTime, Duration, type DateTime as Time } from 'luxon';
import { statedLength } from '../../marketplaces/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { dayInMs, type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import {
  agreedDay,
  type CountedTime,
  monthsIn as wholeMonthsIn,
} from '../../platform/money-and-time/periods.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Basis, DeriveInput } from './input.ts';

type Instant = Time<true>;
type Offer = NonNullable<DeriveInput['offer']>;
type AgreedTimes = Pick<DeriveInput['agreement'], 'externalId' | 'startTime' | 'endTime' | 'outlivesTerm'>;
type AgreedDays = Pick<DeriveInput, 'agreedDays'>;
/** A period, and the agreed day from which its months are counted, if that day differs from the start. */
export type Period = { start: Instant; end: Instant | undefined; agreed?: Instant | undefined };

/** A length as a number of units, and the number of these units in a year. */
export type Span = { count: number; perYear: number };

/** Parses RFC 3339 or a bare date (midnight UTC); undefined for anything else. */
export function instant(value: unknown): Instant | undefined {
  if (typeof value !== 'string') return undefined;
  const time = DateTime.fromISO(value, { zone: 'utc' });
  return time.isValid ? time : undefined;
}

/** Writes a time as RFC 3339 with milliseconds in UTC (R7). */
export const timeText = (time: Instant): string => time.toISO();

/** Reads the length of a commit; undefined without a length or a known unit. */
export const lengthOf = ({ length, timeUnit }: CommitDimension): Length | undefined =>
  lengthIn(length, timeUnit);

/** Adds a length to a time; undefined beyond the year 9999, which an incorrect length can exceed. */
const later = (start: Instant, length: Parameters<Instant['plus']>[0]): Instant | undefined => {
  const time: Time = start.plus(length);
  return time.isValid && time.year <= 9999 ? (time as Instant) : undefined;
};

const latest = (times: readonly (Instant | undefined)[]): Instant | undefined =>
  times.reduce<Instant | undefined>(
    (last, time) => (time && (!last || time > last) ? time : last),
    undefined,
  );

function afterDuration(start: Instant, { offerInfo }: Pick<Basis, 'offerInfo'>): Instant | undefined {
  const { duration: written = '', months } = statedLength(offerInfo);
  const duration = Duration.fromISO(written);
  if (duration.isValid && duration.toMillis() > 0) return later(start, duration);
  return months === undefined ? undefined : later(start, { months });
}

/**
 * Computes when the agreement starts and ends, R42. The end is the first defined value of: the offer's end; the offer's
 * duration counted from the start; the start plus the longest commit; the latest `termEndTime`. Otherwise the end is
 * open, as it is for usage without a commit if the agreement outlives its term. Only an order without an offer has the
 * marketplace's end in place of the offer's end. Months are counted from the start and end on the last day of a shorter
 * month: 31 January and one month is 28 or 29 February.
 * @throws RangeError when the agreement's start is not a time
 */
export function periodOf(
  {
    offer,
    agreement,
    agreedDays,
  }: { offer: Pick<Offer, 'endTime'> | undefined; agreement: AgreedTimes } & AgreedDays,
  basis: Pick<Basis, 'info' | 'offerInfo'>,
): Period {
  const start = instant(agreement.startTime);
  if (!start) throw new RangeError(`the agreement ${agreement.externalId} has no valid start`);
  const commits = basis.info.commits ?? [];
  const ends = commits.map((commit) => {
    const length = lengthOf(commit);
    return length && later(start, { [length.unit]: length.count });
  });
  const isOpen = agreement.outlivesTerm === true && commits.length === 0;
  const end = isOpen
    ? undefined
    : (instant(offer ? offer.endTime : agreement.endTime) ??
      afterDuration(start, basis) ??
      latest(ends) ??
      latest(commits.map((commit) => instant(commit.termEndTime))));
  return withAgreedDay({ start, end }, agreedDays);
}

/** Adds the agreed day to a period: one of the agreed days of the preceding terms (newest first), or its start. */
function withAgreedDay({ start, end }: Period, days: readonly string[] = []): Period {
  const known = days.flatMap((day) => instant(day)?.toMillis() ?? []);
  const day = agreedDay(known, { start: start.toMillis(), end: end?.toMillis() });
  return { start, end, agreed: DateTime.fromMillis(day, { zone: 'utc' }) as Instant };
}

/** Converts a period for counting its months; undefined for an open period. */
export const toCountedTime = ({ start, end, agreed }: Period): CountedTime | undefined =>
  end && { start: start.toMillis(), end: end.toMillis(), agreed: agreed?.toMillis() };

/**
 * Computes the length of a term: in months if it ends within a day of a whole number of months (an end may name
 * the last day instead of the day after it, or midnight instead of the hour of acceptance), otherwise in days,
 * with 365 days to the year. Undefined for an open or empty term.
 */
export function spanBetween(period: Period): Span | undefined {
  const time = toCountedTime(period);
  if (!time || time.end <= time.start) return undefined;
  const months = wholeMonthsIn(time);
  if (months !== undefined) return { count: months, perYear: 12 };
  const days = Math.round((time.end - time.start) / dayInMs);
  return { count: Math.max(1, days), perYear: 365 };
}

/** Converts a length to whole months, rounded, at least one. */
export const monthsIn = ({ count, perYear }: Span): number => Math.max(1, Math.round((count * 12) / perYear));

const utcDay = (time: Instant): number => Math.floor(time.toMillis() / dayInMs);

/**
 * Computes the part of an amount earned by a time, with equal amounts per UTC day. An open period earns its
 * full amount immediately, because the amount cannot be prorated without an end.
 */
export function shareOfDays(amount: Exact, { start, end }: Period, until: Instant | undefined): Exact {
  if (until === undefined || (end !== undefined && until >= end)) return amount;
  if (until <= start) return new Exact(0);
  if (end === undefined) return amount;
  const days = utcDay(end) - utcDay(start);
  if (days < 1) return amount;
  return amount.times(Math.min(days, utcDay(until) - utcDay(start))).dividedBy(days);
}

/**
 * Derives the agreed length, in ISO 8601, if the end was computed from a length. Undefined for a given end,
 * because a renewal then repeats the times.
 */
export function agreedDuration(
  { info, offerInfo }: Pick<Basis, 'info' | 'offerInfo'>,
  { start, end }: Period,
  givenEnd: string | null | undefined,
): string | undefined {
  if (!end || instant(givenEnd)) return undefined;
  const { duration: written, months } = statedLength(offerInfo);
  const lengths = [
    ...(written === undefined ? [] : [Duration.fromISO(written)]),
    ...(months === undefined ? [] : [Duration.fromObject({ months })]),
    ...(info.commits ?? []).flatMap((commit) => {
      const length = lengthOf(commit);
      return length ? [Duration.fromObject({ [length.unit]: length.count })] : [];
    }),
  ];
  const agreed = lengths.find((length) => length.isValid && +start.plus(length) === end.toMillis());
  return agreed?.toISO() ?? undefined;
}
