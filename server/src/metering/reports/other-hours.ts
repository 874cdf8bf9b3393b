import type { UsageEntitlement } from '../../entitlements/index.ts';
import type { AdapterRegistry, UsageCapabilities } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { beginOf } from '../run/index.ts';
import { applyChanges, type Change } from './apply.ts';
import { deadlineBy, openHour } from './hours.ts';
import { findHours, findLinesAfter, type Line } from './line-store.ts';

/** The end of the agreement of the lines, and its terms. */
type Life = { until: Date | undefined; terms: UsageEntitlement['terms'] };

/**
 * Selects the hour for which each line is sent again: its own hour, or a different open hour without a line.
 * A line without an available hour is unchanged.
 */
export async function chooseHours(
  scope: OrgTransaction,
  lines: readonly Line[],
  usage: UsageCapabilities,
  life: Life,
): Promise<{ line: Line; change: Change | undefined }[]> {
  const chosen = new Map<string, Set<number>>();
  const changes: { line: Line; change: Change | undefined }[] = [];
  for (const line of lines) {
    const own = chosen.get(line.dimension) ?? new Set();
    chosen.set(line.dimension, own);
    const hour = await hourFor(scope, line, usage, life, own);
    if (hour) own.add(hour.getTime());
    changes.push({ line, change: hour && waitingFor(hour, usage, scope.now, life.until) });
  }
  return changes;
}

/**
 * Moves lines that are scheduled after the end of an agreement to a free hour before the end, because their
 * marketplace would reject them. A line without a free hour becomes MISSED immediately; this raises an alert.
 * @param entitlement must be locked
 */
export async function moveBeforeEnd(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { id, partner, status, end_time: end, terms }: UsageEntitlement,
): Promise<void> {
  const usage = partner === null ? undefined : registry.find(scope, partner)?.describe().usage;
  if (!usage || status !== 'CANCELLED' || end === null) return;
  const until = new Date(end);
  const changes = await chooseHours(scope, await findLinesAfter(scope, id, until), usage, { until, terms });
  // A line without an hour gets its creation time as its deadline, as in the run.
  const tooLate = ({ creation_time: made }: Line): Change => ({
    deadline: new Date(made),
    due_time: scope.now,
  });
  if (changes.length > 0)
    await applyChanges(
      scope,
      changes.map(({ line, change = tooLate(line) }) => ({ line, change })),
    );
}

const waitingFor = (hour: Date, usage: UsageCapabilities, now: Date, until: Date | undefined): Change => ({
  state: 'WAITING',
  attempts: 0,
  alerted_time: null,
  bucket_hour: hour,
  deadline: deadlineBy(hour, until, usage, now),
  due_time: hour > now ? hour : null,
});

const hourMs = 3_600_000;

/** Finds the hour for which a line is sent again; undefined if no hour is left. */
async function hourFor(
  scope: OrgTransaction,
  line: Line,
  usage: UsageCapabilities,
  { until, terms }: Life,
  chosen: ReadonlySet<number>,
): Promise<Date | undefined> {
  const own = new Date(line.bucket_hour);
  const oldest = new Date(Math.min(own.getTime(), scope.now.getTime() - usage.lateMinutes * 60_000 - hourMs));
  const hours = await findHours(scope, line, oldest);
  const timeOf = ({ bucket_hour: hour }: Pick<Line, 'bucket_hour'>) => new Date(hour).getTime();
  const accepted = hours.filter(({ state }) => state === 'ACCEPTED').map(timeOf);
  const find = (isOwnFree: boolean) => {
    const others = hours.filter((other) => timeOf(other) !== own.getTime() || !isOwnFree);
    const sought = {
      own,
      taken: new Set([...others.map(timeOf), ...chosen]),
      after: accepted.length === 0 ? undefined : new Date(Math.max(...accepted)),
      begin: new Date(beginOf(terms, line.entitlement_term_id) ?? own),
      until,
    };
    return openHour(sought, usage, scope.now);
  };
  const kind = line.verdict === null ? undefined : (JSON.parse(line.verdict) as { kind: string }).kind;
  // The line’s own hour is available, unless the marketplace has a different quantity for this hour.
  if (kind === 'duplicateOther') return find(false);
  // The agreement may have ended at the marketplace before the end was observed. A line for the last hour
  // could then be rejected on every attempt.
  const wasRefused = kind === 'rejected' && until !== undefined && own.getTime() + hourMs >= until.getTime();
  return (wasRefused ? find(false) : undefined) ?? find(true);
}
