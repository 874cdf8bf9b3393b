import {
  type Exact,
  lockForUsage,
  recordMetered,
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
import { groupBy } from '../../platform/records/group-by.ts';
import { hourOf, type OpenHours } from './buckets.ts';
import { claimBatches, mostGroups } from './claim.ts';
import { scheduleClosing } from './closing.ts';
import { readMeteringConfig } from './config.ts';
import { createDimensionReader, dimensionRules, readSources } from './dimensions.ts';
import { saveSettled } from './save-settled.ts';
import { type EntitlementUsage, refusedKeys, settleEntitlement } from './settle-entitlement.ts';
import { type MadeRow, readMade, readStanding, readTaken, type TakenLine } from './standing-store.ts';
import { type ClaimedPart, type Count, readClaimed, refuseGroups, type Sum, sumClaimed } from './sums.ts';

export type Chunk = {
  runId: string;
  /** Only calls that came before it are settled; all that wait when there is none. */
  before: Date | undefined;
  /** The most groups that are settled together, and of these the most that one statement sums. */
  mostGroups?: number | undefined;
  mostSummed?: number | undefined;
};

/** How many entitlements are settled with one go of statements. */
const portion = 1000;

/**
 * The most groups that one transaction settles: sums of more than one statement come together, for settling a sum takes
 * longer than making it.
 */
const mostTogether = 500_000;

/**
 * Claims calls that wait and settles what they reported, all in the transaction: who is interrupted has settled nothing,
 * and nobody settles it again.
 * @returns how many calls were settled
 */
export async function settleChunk(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  chunk: Chunk,
): Promise<number> {
  const parts = await claimParts(scope, chunk);
  const ids = [...new Set(parts.flatMap(({ entitlementIds }) => entitlementIds))].sort();
  for (let from = 0; from < ids.length; from += portion)
    await settlePortion(scope, registry, chunk.runId, parts, ids.slice(from, from + portion));
  return parts.reduce((calls, part) => calls + part.ids.length, 0);
}

/** Claims what is settled together. Records of events are read one by one: those of one statement are enough at a time. */
async function claimParts(
  scope: OrgTransaction,
  { runId, before, mostGroups: together = mostTogether, mostSummed = mostGroups }: Chunk,
): Promise<ClaimedPart[]> {
  const parts: ClaimedPart[] = [];
  const most = Math.min(together, mostSummed);
  let groups = 0;
  do {
    const claimed = await claimBatches(scope, runId, { before, most });
    if (!claimed) break;
    parts.push(await readClaimed(scope, claimed));
    groups += claimed.groups;
  } while (groups + most <= together && !parts.at(-1)?.hasEvents);
  return parts;
}

async function settlePortion(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  runId: string,
  parts: readonly ClaimedPart[],
  ids: readonly string[],
): Promise<void> {
  const entitlements = await lockForUsage(scope, ids);
  const sum = async () => byEntitlement(await sumClaimed(scope, parts, entitlements));
  const found = await sum();
  const usageOf = await createUsageReader(scope, registry, { runId, entitlements, ...found });
  const refused = entitlements.flatMap((entitlement) =>
    [...refusedKeys(usageOf(entitlement, found))].map(([key, reason]) => ({
      entitlementId: entitlement.id,
      key,
      reason,
    })),
  );
  for (const one of refused) for (const part of parts) await refuseGroups(scope, part, one);
  const accepted = refused.length > 0 ? await sum() : found;
  const settled = entitlements.map((entitlement) => {
    const usage = usageOf(entitlement, accepted);
    return { usage, result: settleEntitlement(usage) };
  });
  await saveSettled(scope, {
    runId,
    settled,
    made: usageOf.made,
    taken: usageOf.taken,
    deadline: usageOf.deadline,
  });
  for (const { usage } of settled) await scheduleClosing(scope, registry, usage.entitlement);
  await recordMetered(
    scope,
    settled.filter(({ usage }) => usage.counts.length > 0).map(({ usage }) => usage.entitlement.id),
  );
}

/** By entitlement. */
type Found = { sums: ReadonlyMap<string, Sum[]>; counts: ReadonlyMap<string, Count[]> };

const byEntitlement = ({ sums, counts }: { sums: readonly Sum[]; counts: readonly Count[] }): Found => ({
  sums: groupBy(sums, ({ entitlement_id: id }) => id),
  counts: groupBy(counts, ({ entitlement_id: id }) => id),
});

/** Reads what settlements of locked entitlements depend on, and makes what hands it out for each. */
async function createUsageReader(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { runId, entitlements, counts }: Found & { runId: string; entitlements: readonly UsageEntitlement[] },
) {
  const terms = entitlements.flatMap((entitlement) => entitlement.terms);
  const ids = entitlements.map(({ id }) => id);
  const made = await readMade(scope, runId, ids);
  const since = [...counts.values()]
    .flat()
    .reduce((first, { hour }) => (hour < first ? hour : first), hourOf(scope.now.toISOString()));
  const [configOf, sources, { carry, included }, taken] = await Promise.all([
    readMeteringConfig(scope),
    readSources(scope, terms),
    readStanding(
      scope,
      terms.map(({ id }) => id),
    ),
    readTaken(scope, { entitlementIds: ids, since, reportIds: made.map(({ id }) => id) }),
  ]);
  const capabilities = createCapabilityReader(scope, registry);
  const read = createDimensionReader();
  const byId = {
    taken: groupBy(taken, ({ entitlementId }) => entitlementId),
    made: groupBy(made, ({ entitlement_id: id }) => id),
  };
  const own = <T>(maps: ReadonlyMap<string, T>, list: readonly UsageTerm[]) =>
    new Map(list.flatMap(({ id }) => (maps.has(id) ? [[id, maps.get(id) as T]] : [])));
  const usageOf = (entitlement: UsageEntitlement, { sums, counts: counted }: Found): EntitlementUsage => {
    const usage = capabilities(entitlement.partner);
    return {
      entitlement,
      isSent: !isDirect(entitlement.partner),
      sums: sums.get(entitlement.id) ?? [],
      counts: counted.get(entitlement.id) ?? [],
      config: configOf(entitlement.partner),
      rulesOf: (term) =>
        dimensionRules(term, sources, read, (valueType) => !usage || isInteger(usage, valueType)),
      carry: own<ReadonlyMap<string, Exact>>(carry, entitlement.terms),
      included: own<ReadonlyMap<string, Exact>>(included, entitlement.terms),
      taken: byId.taken.get(entitlement.id) ?? [],
      made: (byId.made.get(entitlement.id) ?? []).map((row) => ({
        id: row.id,
        termId: row.entitlement_term_id,
        from: row.usage_from,
        until: row.usage_until,
      })),
      open: usage && openHours(usage, scope.now),
    };
  };
  const deadline = ({ partner, status, end_time: end }: UsageEntitlement, hour: string): Date | null => {
    const usage = capabilities(partner);
    if (!usage) return null;
    const ended =
      status === 'CANCELLED' && end !== null
        ? { at: new Date(end), finalMinutes: usage.finalMinutes }
        : undefined;
    return deadlineOf(usage, new Date(hour), ended);
  };
  return Object.assign(usageOf, {
    made: made as readonly MadeRow[],
    taken: taken as readonly TakenLine[],
    deadline,
  });
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

const hourMs = 3_600_000;

/** The least time that is to be left for usage which is sent for another hour than its own. */
const leastLeftMs = 30 * 60_000;

/** The hours of which a marketplace takes usage now; what is older is sent for the last one that is over, or the present. */
function openHours(usage: UsageCapabilities, now: Date): OpenHours {
  let since = new Date(hourOf(new Date(now.getTime() - usage.lateMinutes * 60_000).toISOString()));
  while (deadlineOf(usage, since) <= now) since = new Date(since.getTime() + hourMs);
  const present = new Date(hourOf(now.toISOString()));
  const last = new Date(present.getTime() - hourMs);
  const isNear = deadlineOf(usage, last).getTime() - now.getTime() < leastLeftMs;
  return { since: since.toISOString(), older: (isNear ? present : last).toISOString() };
}
