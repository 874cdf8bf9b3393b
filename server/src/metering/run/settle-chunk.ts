import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  lockForUsage,
  readCommitBalances,
  recordMetered,
  scheduleDrafts,
  type UsageEntitlement,
  type UsageTerm,
} from '../../entitlements/index.ts';
import {
  type AdapterRegistry,
  deadlineOf,
  isDirect,
  isInteger,
  type UsageCapabilities,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { claimBatches, mostGroups, releaseBatches } from './claim.ts';
import { scheduleClosing } from './closing.ts';
import { readMeteringConfig } from './config.ts';
import { createRules, readSources } from './dimensions.ts';
import { hourOf, type OpenHours, openHours } from './open-hours.ts';
import { saveSettled } from './save-settled.ts';
import { type EntitlementUsage, refusedKeys, settleEntitlement } from './settle-entitlement.ts';
import {
  type BillingProgress,
  type EarlierReportRow,
  type ExistingLineRow,
  readBillingProgress,
  readMade,
  readStanding,
  readTaken,
} from './standing-store.ts';
import { type ClaimedPart, type Count, readClaimed, refuseGroups, type Sum, sumClaimed } from './sums.ts';

export type Chunk = {
  runId: string;
  /** Exclusive upper bound of the time of receipt; undefined for all pending calls. */
  before: Date | undefined;
  /** Maximum number of groups that are settled together, and maximum number that one statement sums. */
  mostGroups?: number | undefined;
  mostSummed?: number | undefined;
  /** Maximum number of groups whose quantities or records one statement reads. */
  mostRead?: number | undefined;
  /** Maximum number of sums in memory per statement; more sums are read in portions. */
  mostKept?: number | undefined;
  /** Number of entitlements that one set of statements writes. */
  mostWritten?: number | undefined;
};

/** Number of entitlements that one set of statements reads. */
const portion = 1000;

/**
 * Default number of entitlements that one set of statements writes, while the next entitlements are settled.
 */
const mostWritten = 200;

/**
 * Maximum number of groups that one transaction settles. The sums of several statements are settled together,
 * because settling a sum takes longer than computing it.
 */
const maxGroupsPerTransaction = 2_000_000;

/**
 * Claims pending calls and settles their usage in one transaction, so that an interrupted chunk is rolled
 * back and usage is settled once.
 * @returns the number of settled calls
 */
export async function settleChunk(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  chunk: Chunk,
): Promise<number> {
  const parts = await claimParts(scope, chunk);
  const ids = [...new Set(parts.flatMap(({ entitlementIds }) => entitlementIds))].sort();
  for (let from = 0; from < ids.length; from += portion)
    await settlePortion(scope, registry, chunk, parts, ids.slice(from, from + portion));
  return parts.reduce((calls, part) => calls + part.ids.length, 0);
}

/**
 * Claims the calls that are settled together. Event records are read individually; calls with events are
 * therefore settled one slice at a time, and the other claimed calls are released for the next chunk.
 */
async function claimParts(
  scope: OrgTransaction,
  {
    runId,
    before,
    mostGroups: together = maxGroupsPerTransaction,
    mostSummed = mostGroups,
    mostRead,
    mostKept,
  }: Chunk,
): Promise<ClaimedPart[]> {
  const parts: ClaimedPart[] = [];
  const most = Math.min(together, mostSummed);
  let groups = 0;
  do {
    const claimed = await claimBatches(scope, runId, {
      before,
      maxGroups: most,
      maxGroupsPerSlice: mostRead,
    });
    if (!claimed) break;
    let part = await readClaimed(scope, claimed, mostKept);
    if (part.hasEvents && part.slices.length > 1)
      part = await readClaimed(scope, await releaseBatches(scope, part), mostKept);
    parts.push(part);
    groups += part.groups;
    if (part.hasEvents) break;
  } while (groups + most <= together);
  return parts;
}

async function settlePortion(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { runId, mostWritten: step = mostWritten }: Chunk,
  parts: readonly ClaimedPart[],
  ids: readonly string[],
): Promise<void> {
  const entitlements = await lockForUsage(scope, ids);
  const sum = async (isStale: boolean) =>
    byEntitlement(await sumClaimed(scope, parts, entitlements, isStale));
  const found = await sum(false);
  const usageOf = await createUsageReader(scope, registry, { runId, entitlements, ...found });
  const refused = entitlements.flatMap((entitlement) =>
    [...refusedKeys(usageOf(entitlement, found))].map(([key, reason]) => ({
      entitlementId: entitlement.id,
      key,
      reason,
    })),
  );
  for (const one of refused)
    for (const slice of parts.flatMap(({ slices }) => slices)) await refuseGroups(scope, slice, one);
  const accepted = refused.length > 0 ? await sum(true) : found;
  const steps = inSteps(entitlements, step);
  const metered = steps.map((some) => defer(recordMetered(scope, idsOfCounted(some, accepted))));
  const saved: Promise<void>[] = [];
  for (const some of steps) {
    // Yields to send the statements, so that the database works while the next entitlements are settled.
    await nextTurn();
    const settled = some.map((entitlement) => {
      const usage = usageOf(entitlement, accepted);
      return { usage, result: settleEntitlement(usage) };
    });
    const { made, taken, deadline } = usageOf;
    saved.push(defer(saveSettled(scope, { runId, settled, made, taken, deadline })));
  }
  await Promise.all([...metered, ...saved]);
  for (const entitlement of entitlements) await scheduleClosing(scope, registry, entitlement);
  await scheduleLastDrafts(scope, entitlements);
  await scheduleLateDrafts(scope, entitlements, accepted, usageOf.billed);
}

/** Schedules a draft for ended direct sales with late usage, because no further draft may be scheduled. */
const scheduleLastDrafts = (
  scope: OrgTransaction,
  entitlements: readonly UsageEntitlement[],
): Promise<void> =>
  scheduleDrafts(
    scope,
    entitlements
      .filter(({ partner, status }) => isDirect(partner) && status === 'CANCELLED')
      .map(({ id }) => ({ scope, entitlementId: id, at: scope.now })),
  );

/**
 * Schedules an adjustment of invoices for periods with late usage: drafts are refreshed, and excess is
 * credited.
 */
const scheduleLateDrafts = (
  scope: OrgTransaction,
  entitlements: readonly UsageEntitlement[],
  { counts }: Totals,
  billed: ReadonlyMap<string, BillingProgress>,
): Promise<void> =>
  scheduleDrafts(
    scope,
    entitlements
      .filter(({ id, status }) => {
        const until = Date.parse(billed.get(id)?.until ?? '');
        return status !== 'CANCELLED' && counts.get(id)?.some(({ hour }) => Date.parse(hour) < until);
      })
      .map(({ id }) => ({ scope, entitlementId: id, at: scope.now, isLate: true })),
  );

const inSteps = <T>(list: readonly T[], step: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / step) }, (_, index) =>
    list.slice(index * step, (index + 1) * step),
  );

const idsOfCounted = (entitlements: readonly UsageEntitlement[], { counts }: Totals): string[] =>
  entitlements.flatMap(({ id }) => (counts.has(id) ? [id] : []));

/** Marks a promise as awaited later, so that an early rejection is not reported as unhandled. */
function defer<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The sums and counts by entitlement. */
type Totals = { sums: ReadonlyMap<string, Sum[]>; counts: ReadonlyMap<string, Count[]> };

const byEntitlement = ({ sums, counts }: { sums: readonly Sum[]; counts: readonly Count[] }): Totals => ({
  sums: groupBy(sums, ({ entitlement_id: id }) => id),
  counts: groupBy(counts, ({ entitlement_id: id }) => id),
});

/**
 * Reads the settlement inputs of locked entitlements. Returns a function that returns the inputs of an
 * entitlement.
 */
async function createUsageReader(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { runId, entitlements, counts }: Totals & { runId: string; entitlements: readonly UsageEntitlement[] },
) {
  const terms = entitlements.flatMap((entitlement) => entitlement.terms);
  const ids = entitlements.map(({ id }) => id);
  const made = await readMade(scope, runId, ids);
  const capabilities = createCapabilityReader(scope, registry);
  const openOf = createOpenHours(capabilities, scope.now);
  const since = firstRead([...counts.values()].flat(), entitlements.map(openOf), scope.now);
  const [configOf, sources, { carry, included }, taken, billed, balances] = await Promise.all([
    readMeteringConfig(scope),
    readSources(scope, terms),
    readStanding(
      scope,
      terms.map(({ id }) => id),
    ),
    readTaken(scope, { entitlementIds: ids, since, reportIds: made.map(({ id }) => id) }),
    readBillingProgress(
      scope,
      entitlements.filter(({ partner }) => isDirect(partner)).map(({ id }) => id),
    ),
    readCommitBalances(scope, entitlements),
  ]);
  const rulesAt = memoize((partner: string | null) => {
    const usage = capabilities(partner);
    return createRules(sources, (valueType) => !usage || isInteger(usage, valueType));
  });
  const byId = {
    taken: groupBy(taken, ({ entitlementId }) => entitlementId),
    made: groupBy(made, ({ entitlement_id: id }) => id),
  };
  const own = <T>(maps: ReadonlyMap<string, T>, list: readonly UsageTerm[]) =>
    new Map(list.flatMap(({ id }) => (maps.has(id) ? [[id, maps.get(id) as T]] : [])));
  const usageOf = (entitlement: UsageEntitlement, { sums, counts: counted }: Totals): EntitlementUsage => {
    const open = openOf(entitlement);
    return {
      entitlement,
      isSent: !isDirect(entitlement.partner),
      generation: billed.get(entitlement.id)?.generation ?? 0,
      balance: balances.get(entitlement.id),
      sums: sums.get(entitlement.id) ?? [],
      counts: counted.get(entitlement.id) ?? [],
      config: configOf(entitlement.partner),
      rulesOf: rulesAt(entitlement.partner),
      carry: own<ReadonlyMap<string, Exact>>(carry, entitlement.terms),
      included: own<ReadonlyMap<string, Exact>>(included, entitlement.terms),
      taken: byId.taken.get(entitlement.id) ?? [],
      made: (byId.made.get(entitlement.id) ?? []).map((row) => ({
        id: row.id,
        termId: row.entitlement_term_id,
        from: row.usage_from,
        until: row.usage_until,
      })),
      open: open && { ...open, since: open.since > since ? open.since : since },
    };
  };
  return Object.assign(usageOf, {
    billed: billed as ReadonlyMap<string, BillingProgress>,
    made: made as readonly EarlierReportRow[],
    taken: taken as readonly ExistingLineRow[],
    deadline: createDeadlines(capabilities),
  });
}

/** Memoizes a function by its key. */
function memoize<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

function createCapabilityReader({ organizationId, environment }: OrgTransaction, registry: AdapterRegistry) {
  const known = new Map<string, UsageCapabilities | undefined>();
  return (partner: string | null): UsageCapabilities | undefined => {
    if (!partner || isDirect(partner)) return undefined;
    if (!known.has(partner))
      known.set(partner, registry.find({ organizationId, environment }, partner)?.describe().usage);
    return known.get(partner);
  };
}

type CapabilityReader = ReturnType<typeof createCapabilityReader>;

/** Creates the function that returns the open hours for usage of an entitlement. */
function createOpenHours(capabilities: CapabilityReader, now: Date) {
  const usual = memoize((usage: UsageCapabilities) => openHours(usage, now));
  return ({ partner, status, end_time: end }: UsageEntitlement): OpenHours | undefined => {
    const usage = capabilities(partner);
    if (!usage || end === null) return usage && usual(usage);
    return status === 'CANCELLED' ? openHours(usage, now, end) : { ...usual(usage), until: end };
  };
}

/** Creates the function that returns the printed deadline for usage of an hour. */
function createDeadlines(capabilities: CapabilityReader) {
  const usual = memoize((partner: string | null) => {
    const usage = capabilities(partner);
    return memoize((hour: string) => (usage ? deadlineOf(usage, new Date(hour)).toISOString() : null));
  });
  return ({ partner, status, end_time: end }: UsageEntitlement, hour: string): string | null => {
    const usage = capabilities(partner);
    if (!usage || status !== 'CANCELLED' || end === null) return usual(partner)(hour);
    const ended = { at: new Date(end), finalMinutes: usage.finalMinutes };
    return deadlineOf(usage, new Date(hour), ended).toISOString();
  };
}

const hourMs = 3_600_000;

/**
 * Computes the first hour for which lines are read. For an agreement that has ended or will end soon, lines
 * of all hours that its marketplace accepts are read.
 */
function firstRead(counts: readonly Count[], open: readonly (OpenHours | undefined)[], now: Date): string {
  const soon = new Date(now.getTime() + hourMs).toISOString();
  const hours = [
    hourOf(now.toISOString()),
    ...counts.map(({ hour }) => hour),
    ...open.flatMap((one) => (one?.until !== undefined && one.until <= soon ? [one.since] : [])),
  ];
  return hours.reduce((first, hour) => (hour < first ? hour : first));
}
