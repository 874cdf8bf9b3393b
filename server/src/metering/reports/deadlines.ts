import { alertTimeOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import type { Change } from './apply.ts';
import type { Line } from './line-store.ts';
import { missedWords } from './words.ts';

type Times = Pick<
  Line,
  | 'state'
  | 'bucket_hour'
  | 'creation_time'
  | 'deadline'
  | 'due_time'
  | 'alerted_time'
  | 'dimension'
  | 'quantity'
>;

/** A line that says that nothing was used: nothing is lost with it. */
const isZero = ({ quantity }: Times) => Number(quantity) === 0;

/** When people must know that a line still waits, if they do not yet; half of the time that is left for it. */
export function alertTime(line: Times, usage: UsageCapabilities | undefined): Date | undefined {
  if (line.alerted_time !== null || isZero(line)) return undefined;
  const since = new Date(line.creation_time);
  if (usage) {
    const cautious = alertTimeOf(usage, new Date(line.bucket_hour), since);
    return line.deadline === null ? cautious : earlier(cautious, halfOf(since, new Date(line.deadline)));
  }
  return line.deadline === null ? undefined : halfOf(since, new Date(line.deadline));
}
const halfOf = (since: Date, deadline: Date) =>
  new Date(since.getTime() + Math.max(0, deadline.getTime() - since.getTime()) / 2);
const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** What time alone makes of a line that is open: nothing when undefined. */
export function changeByTime(
  line: Times,
  usage: UsageCapabilities | undefined,
  now: Date,
): Change | undefined {
  if (line.state === 'WAITING' && line.deadline !== null && new Date(line.deadline) <= now) {
    if (isZero(line)) return { state: 'CANCELED', due_time: null };
    return {
      state: 'MISSED',
      due_time: null,
      alerted_time: now,
      alert: missedWords(line),
    };
  }
  if (usage?.unreadable !== undefined && isUnknownForGood(line, now))
    return isZero(line)
      ? { state: 'CANCELED', due_time: null }
      : { due_time: null, alerted_time: now, alert: unknownWords(line, usage.unreadable) };
  const at = alertTime(line, usage);
  if (at === undefined || at > now) return undefined;
  const until = line.deadline === null ? '' : ` It is taken until ${new Date(line.deadline).toISOString()}.`;
  return { alerted_time: now, alert: `Usage of ${line.dimension} still waits for its marketplace.${until}` };
}

/**
 * Says whether nobody will know any more what became of a line that is sent again and again: its marketplace would refuse
 * it as too late, also where it has taken it.
 */
const isUnknownForGood = ({ state, due_time: due, deadline }: Times, now: Date): boolean =>
  state === 'UNKNOWN' && due !== null && deadline !== null && new Date(deadline) <= now;

const unknownWords = ({ dimension }: Times, where: string): string =>
  `It is not known whether the marketplace took usage of ${dimension}, and its hour is closed. ${where} Then say by resolve ` +
  'what became of it.';

/** When lines are to be looked at next, if they are. */
export function nextLook(
  lines: readonly (Times & Pick<Line, 'entitlement_id'>)[],
  usage: UsageCapabilities | undefined,
): Date | undefined {
  const times = lines.flatMap((line) => [
    // What waits without a time waits for another line, which has one, or for a marketplace to be connected.
    ...(line.due_time === null ? [] : [new Date(line.due_time)]),
    ...(line.state === 'WAITING' && line.deadline !== null ? [new Date(line.deadline)] : []),
    ...[alertTime(line, usage)].filter((time) => time !== undefined),
  ]);
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
}
