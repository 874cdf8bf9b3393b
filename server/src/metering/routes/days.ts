import type { OrgScope } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { date } from '../../platform/records/fields.ts';

const dayMs = 86_400_000;
const usualDays = 30;

/** The parameters for the days of a usage list. */
export const dayParameters = {
  startDate: date('First day, in UTC; defaults to 30 days before the last day').optional(),
  endDate: date('Last day, in UTC; defaults to today').optional(),
};

/**
 * Converts days to a time range.
 * @throws 400 if the last day is before the first day
 */
export function parseTimeRange(
  scope: OrgScope,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): { from: string; until: string } {
  const last = Date.parse(endDate ?? scope.now.toISOString().slice(0, 10));
  const first = startDate ? Date.parse(startDate) : last - usualDays * dayMs;
  if (first > last) throw invalid([{ pointer: 'startDate', message: 'must not be after endDate' }]);
  const until = Math.min(last + dayMs, Date.parse('9999-12-31T23:59:59.999Z'));
  return { from: new Date(first).toISOString(), until: new Date(until).toISOString() };
}
