import type { EntitlementStatus } from '../../entitlements/records.ts';
import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import type { ReportedGroup } from './shape.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Tolerance for callers’ clocks that are ahead of the service’s clock. */
const aheadMs = 5 * minuteMs;

/** The data about an entitlement that determines whether usage is accepted. */
export type EntitlementFacts = {
  id: string;
  status: EntitlementStatus;
  partner: string | null;
  buyerId: string | null;
  /** Milliseconds since 1970. */
  startsAt: number | undefined;
  endsAt: number | undefined;
  /**
   * Capabilities of the marketplace; undefined if usage is not reported to a marketplace, null if the
   * marketplace does not accept usage.
   */
  usage: UsageCapabilities | null | undefined;
  dimensions: Dimensions;
};

/** Finds the key of a dimension by name: undefined without a match, null for several matches. */
export type Dimensions = (name: string) => string | null | undefined;

export type Dimension = { key?: string; name?: string };

/**
 * Creates the lookup in lists of dimensions. The first list that contains a name applies; keys take
 * precedence over names.
 */
export function dimensionsIn(lists: readonly (readonly Dimension[])[]): Dimensions {
  const known = new Map<string, string | null>();
  for (const list of lists) {
    const own = new Map<string, string | null>();
    for (const { key, name } of list)
      if (key && name) own.set(name, own.has(name) && own.get(name) !== key ? null : key);
    for (const { key } of list) if (key) own.set(key, key);
    for (const [name, key] of own) if (!known.has(name)) known.set(name, key);
  }
  return (name) => known.get(name);
}

/** A reason to reject usage; `field` is the path within the group. */
export type Fault = { field: readonly string[]; message: string };
export type GroupVerdict = {
  keys: readonly string[];
  quantities: readonly string[];
  faults: readonly Fault[];
};

/**
 * Validates usage and resolves its dimensions.
 * @param sold the entitlement; undefined if it does not exist
 * @param metrics ids of the billable metrics in use
 */
export function judge(
  reported: ReportedGroup,
  sold: EntitlementFacts | undefined,
  { metrics, now }: { metrics: ReadonlySet<string>; now: Date },
): GroupVerdict {
  if (!sold) {
    const fault = { field: ['entitlementID'], message: 'does not match an entitlement in this organization' };
    return { keys: reported.names, quantities: reported.quantities, faults: [fault] };
  }
  const faults = faultsOf(reported, sold, now);
  if (reported.billable) {
    for (const [index, { key = '' }] of reported.billable.entries())
      if (!metrics.has(key))
        faults.push({
          field: ['billableRecords', String(index), 'key'],
          message: 'does not match a billable metric',
        });
    return { keys: [], quantities: [], faults };
  }
  return { ...resolve(reported, sold.dimensions, faults), faults };
}

/** Resolves names to keys and sorts the keys. Unknown names are unchanged. */
function resolve(
  { names, quantities }: ReportedGroup,
  dimensions: Dimensions,
  faults: Fault[],
): Pick<GroupVerdict, 'keys' | 'quantities'> {
  if (names.every((name) => dimensions(name) === name)) return { keys: names, quantities };
  const seen = new Set<string>();
  const keys = names.map((name) => {
    const key = dimensions(name);
    const field = ['records', name];
    if (key === undefined) faults.push({ field, message: 'does not match a dimension of the entitlement' });
    else if (key === null) faults.push({ field, message: 'matches several dimensions: give the key' });
    else if (seen.has(key)) faults.push({ field, message: `repeats the dimension ${key}` });
    const found = key ?? name;
    seen.add(found);
    return found;
  });
  const sorted = keys.map((key, index) => [key, quantities[index] as string] as const);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { keys: sorted.map(([key]) => key), quantities: sorted.map(([, quantity]) => quantity) };
}

/** Finds faults of the entitlement’s status and of the time of use. */
function faultsOf(reported: ReportedGroup, sold: EntitlementFacts, now: Date): Fault[] {
  const [state, time] = [stateFault(sold, now), timeFault(reported, sold, now)];
  const faults: Fault[] = [];
  if (state !== undefined) faults.push({ field: ['entitlementID'], message: state });
  if (time !== undefined) faults.push({ field: ['timestamp'], message: time });
  return faults;
}

function stateFault({ status, usage, partner, endsAt }: EntitlementFacts, now: Date): string | undefined {
  if (usage === null) return `was sold on ${partner}, which does not accept usage`;
  if (status === 'ACTIVE' || status === 'PENDING_CANCEL') return undefined;
  if (status !== 'CANCELLED' || endsAt === undefined)
    return `is ${status}; it must be ACTIVE or PENDING_CANCEL`;
  return now.getTime() <= endsAt + finalMs(usage)
    ? undefined
    : 'has ended, and the deadline for its last usage has passed';
}

/**
 * Returns the time after the end of an entitlement in which its usage is still accepted: the marketplace’s
 * limit, or one day.
 */
const finalMs = (usage: UsageCapabilities | undefined): number =>
  usage ? Math.min(usage.finalMinutes, usage.lateMinutes) * minuteMs : 24 * hourMs;

function timeFault(
  { usedAt }: ReportedGroup,
  { startsAt, endsAt, usage }: EntitlementFacts,
  now: Date,
): string | undefined {
  const at = usedAt ?? now.getTime();
  if (at > now.getTime() + aheadMs) return 'is more than 5 minutes in the future';
  if (startsAt !== undefined && at < startsAt) return 'is before the start of the entitlement';
  if (endsAt !== undefined && at >= endsAt) return 'is not before the end of the entitlement';
  if (!usage) return undefined;
  const hour = new Date(Math.floor(at / hourMs) * hourMs);
  return deadlineOf(usage, hour).getTime() < now.getTime()
    ? 'is in an hour for which the marketplace no longer accepts usage'
    : undefined;
}
