import type { OrgScope } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { date } from '../platform/records/fields.ts';

const dayMs = 86_400_000;
const usualDays = 30;
/** The maximum number of points of a response without pages. */
export const mostPoints = 400;

/** The query parameters for a range of days. */
export const dayParameters = {
  startDate: date('First day, in UTC; by default 30 days before the last day').optional(),
  endDate: date('Last day, in UTC; by default today').optional(),
};

/** A range of days as `YYYY-MM-DD`, inclusive. */
export type Days = { first: string; last: string };

type DayRangeParams = { startDate?: string | undefined; endDate?: string | undefined };

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Returns the requested range of days.
 * @throws 400 for a last day before the first day
 */
export function parseDayRange(
  scope: Pick<OrgScope, 'now'>,
  { startDate, endDate }: DayRangeParams,
  usualFirst = (last: string): string => dayOf(Date.parse(last) - usualDays * dayMs),
): Days {
  const last = endDate ?? dayOf(scope.now.getTime());
  const first = startDate ?? usualFirst(last);
  if (first > last) throw invalid([{ pointer: 'startDate', message: 'must not be after endDate' }]);
  return { first, last };
}

/** Computes the number of days, or of the calendar months that contain these days. */
export const pointsOf = ({ first, last }: Days, by: 'day' | 'month'): number =>
  by === 'day' ? (Date.parse(last) - Date.parse(first)) / dayMs + 1 : monthOf(last) - monthOf(first) + 1;

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** @throws 400 for more points than a response without pages may have */
export function requireFewPoints(days: Days, by: 'day' | 'month'): void {
  if (pointsOf(days, by) > mostPoints)
    throw invalid([{ pointer: 'startDate', message: `must be at most ${mostPoints} ${by}s before endDate` }]);
}
