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

/** Returns whether a line reports zero usage. Such a line may be missed without loss. */
const isZero = ({ quantity }: Times) => Number(quantity) === 0;

/**
 * Computes the alert time of a pending line, no later than half of the time until its deadline. Undefined if
 * an alert exists.
 */
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

/** Computes the time-triggered change to an open line; undefined without a change. */
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
  const until = line.deadline === null ? '' : ` The deadline is ${new Date(line.deadline).toISOString()}.`;
  return {
    alerted_time: now,
    alert: `Usage of ${line.dimension} has not been accepted by the marketplace ` + `yet.${until}`,
  };
}

/**
 * Returns whether a repeat can no longer determine the outcome of a line. The marketplace would reject the
 * repeat as too late even if it has accepted the line.
 */
const isUnknownForGood = ({ state, due_time: due, deadline }: Times, now: Date): boolean =>
  state === 'UNKNOWN' && due !== null && deadline !== null && new Date(deadline) <= now;

const unknownWords = ({ dimension }: Times, where: string): string =>
  `It is unknown whether the marketplace accepted usage of ${dimension}, and its hour is closed. ${where} ` +
  'Then resolve the report with the result.';

/** Computes the time of the next check of lines; undefined if no check is needed. */
export function nextLook(
  lines: readonly (Times & Pick<Line, 'entitlement_id'>)[],
  usage: UsageCapabilities | undefined,
): Date | undefined {
  const times = lines.flatMap((line) => [
    // A pending line without a due time waits for a different line, which has a due time, or for a connection
    // to its marketplace.
    ...(line.due_time === null ? [] : [new Date(line.due_time)]),
    ...(line.state === 'WAITING' && line.deadline !== null ? [new Date(line.deadline)] : []),
    ...[alertTime(line, usage)].filter((time) => time !== undefined),
  ]);
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
}
