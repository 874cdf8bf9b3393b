import type { OfferSpec } from '../specifications.ts';
import type { Filling, OfferLimit, OfferRefusal, OfferRule, Report } from './contract.ts';

/** Returns whether a field is set. Existing clients send empty strings and empty lists for unset fields. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Returns the day of a last moment. Midnight belongs to the day before. */
export const lastDayOf = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : dayOf(Date.parse(time) - 1);

/** Rejects a value outside of 0 to 100; null and undefined count as unset. */
export function refuseNoPercentage(report: Report, pointer: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && !(value >= 0 && value <= 100))
    report.refuse(pointer, 'must be a percentage from 0 to 100');
}

/** Returns the length of a list or text; 0 for other values. */
export const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;

/** Finds the published limits that an offer exceeds. */
export const exceededLimits = (limits: readonly OfferLimit[], spec: OfferSpec): OfferRefusal[] =>
  limits
    .filter(({ isExceeded }) => isExceeded(spec))
    .map(({ code, pointer, readable }) => ({ code, pointer, readable }));

/** Finds the published rules that an offer violates. */
export const violations = (rules: readonly OfferRule[], spec: OfferSpec, now: Date): OfferRefusal[] =>
  rules.filter(({ isViolated }) => isViolated(spec, now)).map(({ isViolated: _, ...refusal }) => refusal);

/** The number of names that a message lists. */
const mostNamed = 20;

/** Lists names in a message. */
export const listed = (names: Iterable<string>): string => [...names].slice(0, mostNamed).join(', ');

/** Creates the filling of a field of info. */
export const fillInfo = (words: string, field: string, value: unknown): Filling => ({
  words,
  fill: ({ info }) => ({ info: { ...info, [field]: value } }),
});

const thirtyDaysInMs = 30 * 86_400_000;

/**
 * Creates the filling of an offer's expiry: 30 days, or less.
 * @param latest lists the times at which the offer must have expired; past times are ignored
 */
export const fillExpiry = (
  words: string,
  latest: (spec: OfferSpec, now: Date) => readonly number[],
): Filling => ({
  words,
  fill: (spec, now) => {
    const times = latest(spec, now).filter((time) => time > now.getTime());
    return { expireTime: new Date(Math.min(now.getTime() + thirtyDaysInMs, ...times)).toISOString() };
  },
});
