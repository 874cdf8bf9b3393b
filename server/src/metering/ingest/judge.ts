import type { EntitlementStatus } from '../../entitlements/records.ts';
import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import type { Reported } from './shape.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** So far ahead of our clock a caller's may be. */
const aheadMs = 5 * minuteMs;

/** What there is to know of an entitlement that usage is reported of. */
export type Sold = {
  id: string;
  status: EntitlementStatus;
  partner: string | null;
  buyerId: string | null;
  /** Milliseconds since 1970. */
  startsAt: number | undefined;
  endsAt: number | undefined;
  /** Undefined where usage is not reported to a marketplace; null for a marketplace that takes none. */
  usage: UsageCapabilities | null | undefined;
  dimensions: Dimensions;
};

/** The key that a name stands for; undefined where none does, null where several do. */
export type Dimensions = (name: string) => string | null | undefined;

export type Dimension = { key?: string; name?: string };

/** Makes the lookup in lists of dimensions, of which the first that knows a name decides; keys come before names. */
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

/** One thing for which usage cannot be taken; `field` is the place in the group. */
export type Fault = { field: readonly string[]; message: string };
export type Judged = { keys: readonly string[]; quantities: readonly string[]; faults: readonly Fault[] };

/**
 * Says whether usage can be taken, and of which dimensions it is.
 * @param sold the entitlement; undefined where there is none
 * @param metrics the identifiers of the billable metrics that are in use
 */
export function judge(
  reported: Reported,
  sold: Sold | undefined,
  { metrics, now }: { metrics: ReadonlySet<string>; now: Date },
): Judged {
  if (!sold) {
    const fault = { field: ['entitlementID'], message: 'is no entitlement of the organization' };
    return { keys: reported.names, quantities: reported.quantities, faults: [fault] };
  }
  const faults = faultsOf(reported, sold, now);
  if (reported.billable) {
    for (const [index, { key = '' }] of reported.billable.entries())
      if (!metrics.has(key))
        faults.push({ field: ['billableRecords', String(index), 'key'], message: 'is no billable metric' });
    return { keys: [], quantities: [], faults };
  }
  return { ...resolve(reported, sold.dimensions, faults), faults };
}

/** Finds the keys, in their order. What is not found stays as it was given. */
function resolve(
  { names, quantities }: Reported,
  dimensions: Dimensions,
  faults: Fault[],
): Pick<Judged, 'keys' | 'quantities'> {
  if (names.every((name) => dimensions(name) === name)) return { keys: names, quantities };
  const seen = new Set<string>();
  const keys = names.map((name) => {
    const key = dimensions(name);
    const field = ['records', name];
    if (key === undefined) faults.push({ field, message: 'is no dimension of the entitlement' });
    else if (key === null) faults.push({ field, message: 'is the name of several dimensions: give the key' });
    else if (seen.has(key)) faults.push({ field, message: `is the dimension ${key}, which is there twice` });
    const found = key ?? name;
    seen.add(found);
    return found;
  });
  const sorted = keys.map((key, index) => [key, quantities[index] as string] as const);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { keys: sorted.map(([key]) => key), quantities: sorted.map(([, quantity]) => quantity) };
}

/** What is wrong with the state of the entitlement, and with the time of use. */
function faultsOf(reported: Reported, sold: Sold, now: Date): Fault[] {
  const [state, time] = [stateFault(sold, now), timeFault(reported, sold, now)];
  const faults: Fault[] = [];
  if (state !== undefined) faults.push({ field: ['entitlementID'], message: state });
  if (time !== undefined) faults.push({ field: ['timestamp'], message: time });
  return faults;
}

function stateFault({ status, usage, partner, endsAt }: Sold, now: Date): string | undefined {
  if (usage === null) return `was sold at ${partner}, which takes no usage`;
  if (status === 'ACTIVE' || status === 'PENDING_CANCEL') return undefined;
  if (status !== 'CANCELLED' || endsAt === undefined)
    return `is ${status}: usage is taken of what is ACTIVE or PENDING_CANCEL`;
  return now.getTime() <= endsAt + finalMs(usage) ? undefined : 'ended, and its last usage was due before';
}

/** The time after the end of an entitlement in which its usage is taken. Where nobody says so, it is a day. */
const finalMs = (usage: UsageCapabilities | undefined): number =>
  usage ? Math.min(usage.finalMinutes, usage.lateMinutes) * minuteMs : 24 * hourMs;

function timeFault({ usedAt }: Reported, { startsAt, endsAt, usage }: Sold, now: Date): string | undefined {
  const at = usedAt ?? now.getTime();
  if (at > now.getTime() + aheadMs) return 'is more than 5 minutes ahead';
  if (startsAt !== undefined && at < startsAt) return 'is before the entitlement began';
  if (endsAt !== undefined && at >= endsAt) return 'is after the end of the entitlement';
  if (!usage) return undefined;
  const hour = new Date(Math.floor(at / hourMs) * hourMs);
  return deadlineOf(usage, hour).getTime() < now.getTime()
    ? 'is of an hour whose usage the marketplace takes no more'
    : undefined;
}
