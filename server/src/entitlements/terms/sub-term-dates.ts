import { type Finding, invalid } from '../../platform/errors.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';

const mostParts = 120;
const dayInMs = 86_400_000;

/**
 * Checks the dates on which the parts of a divided commit start, and completes them to times: one after the other,
 * inside of the term, the first with the term itself. A bare date may stand for the time of that day at which the term
 * starts, and a time for one of the same second.
 * @throws 400 that names each wrong date
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
