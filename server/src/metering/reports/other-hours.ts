import type { UsageEntitlement } from '../../entitlements/index.ts';
import type { AdapterRegistry, UsageCapabilities } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { beginOf } from '../run/index.ts';
import { applyChanges, type Change } from './apply.ts';
import { deadlineBy, openHour } from './hours.ts';
import { findHours, findLinesAfter, type Line } from './line-store.ts';

/** When the agreement of lines ends, and its terms. */
type Life = { until: Date | undefined; terms: UsageEntitlement['terms'] };

/**
 * Chooses for each line the hour that it is sent for again: its own, or another that is open and that no line has. Those
 * that no hour is left for have no change.
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
 * Moves what waits for an hour after the end of an agreement to a free one before, for its marketplace would refuse it. What
 * no hour is left for is too late at once: then it is missed, and people are told.
 * @param entitlement locked
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
  // As the run writes what no hour is left for: it was too late from the start.
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

/** The hour that a line is sent for again, unless none is left. */
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
  // Its own hour is free for it, unless the marketplace has another quantity of that.
  if (kind === 'duplicateOther') return find(false);
  // The agreement may have ended there before it was seen here: of its last hour, it might refuse this for ever.
  const wasRefused = kind === 'rejected' && until !== undefined && own.getTime() + hourMs >= until.getTime();
  return (wasRefused ? find(false) : undefined) ?? find(true);
}
