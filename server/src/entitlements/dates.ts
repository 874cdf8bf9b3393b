import { type Finding, invalid } from '../platform/errors.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import type { CancellationSchedule, WorkloadMetaInfo } from '../products/records/index.ts';
import type { EntitlementRow } from './columns.ts';

const maximumNote = 500;

/**
 * Computes the due time of a scheduled cancellation: now, at the end, or on its date between now and the end.
 * @throws 400 that names the field
 */
export function dueTime(schedule: CancellationSchedule, endTime: string | null, now: Date): Date {
  const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);
  if (Array.from(schedule.note ?? '').length > maximumNote)
    throw refuse('/note', `must have at most ${maximumNote} characters`);
  switch (schedule.type) {
    case 'Immediate':
      return now;
    case 'EndOfTerm':
      if (endTime === null) throw refuse('/type', 'cannot be EndOfTerm: the entitlement has no end');
      return new Date(endTime);
    case 'SpecificDate': {
      const due = schedule.cancelDate ? millisecondsOf(schedule.cancelDate) : undefined;
      if (due === undefined) throw refuse('/cancelDate', 'is required for type SpecificDate');
      if (due <= now.getTime()) throw refuse('/cancelDate', 'must be in the future');
      if (endTime !== null && due > Date.parse(endTime))
        throw refuse('/cancelDate', `must not be after the end, ${endTime}`);
      return new Date(due);
    }
    default:
      throw refuse('/type', 'must be one of EndOfTerm, Immediate, SpecificDate');
  }
}

/** SQL: the date for which the cancellation of an entitlement is scheduled, RFC 3339; null if there is none. */
export const cancelDateOf = (entitlement: string): string =>
  `CASE WHEN ${entitlement}.cancellation_job IS NOT NULL
   THEN ${entitlement}.meta_info #>> '{entitlementCancellationSchedule,cancelDate}' END`;

/** Returns the date for which the cancellation of an entitlement is scheduled, if there is one. */
export function cancelDate({
  cancellation_job: jobId,
  meta_info,
}: Pick<EntitlementRow, 'cancellation_job' | 'meta_info'>): string | undefined {
  if (jobId === null) return undefined;
  const { entitlementCancellationSchedule: schedule } = JSON.parse(meta_info) as WorkloadMetaInfo;
  return schedule?.cancelDate;
}

const mostParts = 120;
const dayInMs = 86_400_000;

/**
 * Validates the start dates of the parts of a divided commit and completes them to times: ascending, within the
 * term, the first at its start. The first start may be a bare date or have a precision of seconds; it is
 * completed to the start of the term.
 * @throws 400 that names each invalid date
 */
export function subTermStarts(dates: readonly string[], termStart: string, termEnd: string | null): string[] {
  if (dates.length === 0 || dates.length > mostParts)
    throw invalid([{ pointer: '/startDates', message: `must name 1 to ${mostParts} dates` }]);
  const start = Date.parse(termStart);
  const times = dates.map((date) => millisecondsOf(date) as number);
  const unit = dates[0]?.length === 10 ? dayInMs : 1000;
  if (Math.floor(start / unit) === Math.floor((times[0] as number) / unit)) times[0] = start;
  const findings: Finding[] = [];
  if (times[0] !== start)
    findings.push({ pointer: '/startDates/0', message: `must be the start of the term, ${termStart}` });
  for (const [index, time] of times.entries()) {
    const pointer = `/startDates/${index}`;
    if (index > 0 && time <= (times[index - 1] as number))
      findings.push({ pointer, message: 'must be after the date before it' });
    if (termEnd !== null && time >= Date.parse(termEnd))
      findings.push({ pointer, message: `must be before the end of the term, ${termEnd}` });
  }
  if (findings.length > 0) throw invalid(findings);
  return times.map((time) => new Date(time).toISOString());
}
