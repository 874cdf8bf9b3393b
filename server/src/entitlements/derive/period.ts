import { DateTime, Duration, type DateTime as Time } from 'luxon';
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
type AgreedTimes = Pick<DeriveInput['agreement'], 'externalId' | 'startTime' | 'endTime'>;
type Agreed = Pick<DeriveInput, 'agreedDays'>;
/** A term, and the day agreed on from which its months are counted, where that is not its start. */
export type Period = { start: Instant; end: Instant | undefined; agreed?: Instant | undefined };

/** A length of time as a count of units, and how many of these make a year. */
export type Span = { count: number; perYear: number };

/** Reads RFC 3339 or a bare date (midnight UTC); none for anything else. */
export function instant(value: unknown): Instant | undefined {
  if (typeof value !== 'string') return undefined;
  const time = DateTime.fromISO(value, { zone: 'utc' });
  return time.isValid ? time : undefined;
}

/** Writes a time as RFC 3339 with milliseconds in UTC (R7). */
export const timeText = (time: Instant): string => time.toISO();

/** A count that is set: unset numbers come as absent or as 0. */
export const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

/** The length that a commit says of itself; none when it has no length or no known unit. */
export const lengthOf = ({ length, timeUnit }: CommitDimension): Length | undefined =>
  lengthIn(length, timeUnit);

/** A time that can be written down; none beyond the year 9999, which a nonsensical length leads to. */
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
  const duration = Duration.fromISO(
    typeof offerInfo.mkAAgreementDuration === 'string' ? offerInfo.mkAAgreementDuration : '',
  );
  if (duration.isValid && duration.toMillis() > 0) return later(start, duration);
  const months = positive(offerInfo.mkAMachineLearningContractDuration) ?? positive(offerInfo.mkCDuration);
  return months === undefined ? undefined : later(start, { months });
}

/**
 * Computes when the agreement starts and ends, R42. The end is the offer's; else the offer's duration counted from the
 * start; else the start plus the longest commit; else the latest `termEndTime`; else open. Only an order without an
 * offer takes the end that the marketplace shows, in place of the offer's. Months are counted from the start and end on
 * the last day of a shorter month: 31 January and one month is 28 or 29 February.
 * @throws RangeError when the agreement's start is no time
 */
export function periodOf(
  {
    offer,
    agreement,
    agreedDays,
  }: { offer: Pick<Offer, 'endTime'> | undefined; agreement: AgreedTimes } & Agreed,
  basis: Pick<Basis, 'info' | 'offerInfo'>,
): Period {
  const start = instant(agreement.startTime);
  if (!start) throw new RangeError(`the agreement ${agreement.externalId} has no valid start`);
  const commits = basis.info.commits ?? [];
  const ends = commits.map((commit) => {
    const length = lengthOf(commit);
    return length && later(start, { [length.unit]: length.count });
  });
  const end =
    instant(offer ? offer.endTime : agreement.endTime) ??
    afterDuration(start, basis) ??
    latest(ends) ??
    latest(commits.map((commit) => instant(commit.termEndTime)));
  return withAgreedDay({ start, end }, agreedDays);
}

/** A period with the day agreed on from which it is counted, among those of the terms before it, the newest first. */
function withAgreedDay({ start, end }: Period, days: readonly string[] = []): Period {
  const known = days.flatMap((day) => instant(day)?.toMillis() ?? []);
  const day = agreedDay(known, { start: start.toMillis(), end: end?.toMillis() });
  return { start, end, agreed: DateTime.fromMillis(day, { zone: 'utc' }) as Instant };
}

/** A period as its months are counted; none for an open or an empty one. */
export const counted = ({ start, end, agreed }: Period): CountedTime | undefined =>
  end && { start: start.toMillis(), end: end.toMillis(), agreed: agreed?.toMillis() };

/**
 * The length of a term, in months where it ends within a day of a whole number of months after its start (an end
 * may name the last day instead of the day after it, or midnight instead of the hour of acceptance), else in
 * days, which are 365 to the year. None for an open or an empty term.
 */
export function spanBetween(period: Period): Span | undefined {
  const time = counted(period);
  if (!time || time.end <= time.start) return undefined;
  const months = wholeMonthsIn(time);
  if (months !== undefined) return { count: months, perYear: 12 };
  const days = Math.round((time.end - time.start) / dayInMs);
  return { count: Math.max(1, days), perYear: 365 };
}

/** A length in whole months, the nearest and at least one. */
export const monthsIn = ({ count, perYear }: Span): number => Math.max(1, Math.round((count * 12) / perYear));

const utcDay = (time: Instant): number => Math.floor(time.toMillis() / dayInMs);

/**
 * Computes what of an amount is earned until a time, when each UTC day of a period earns the same. Of an open period
 * all is earned at once, as nothing says over which days.
 */
export function shareOfDays(amount: Exact, { start, end }: Period, until: Instant | undefined): Exact {
  if (until === undefined || (end !== undefined && until >= end)) return amount;
  if (until <= start) return new Exact(0);
  if (end === undefined) return amount;
  const days = utcDay(end) - utcDay(start);
  if (days < 1) return amount;
  return amount.times(Math.min(days, utcDay(until) - utcDay(start))).dividedBy(days);
}
