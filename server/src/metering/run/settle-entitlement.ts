import type { CommitBalance, UsageEntitlement, UsageTerm } from '../../entitlements/index.ts';
import type { PartnerUsageMeteringConfig } from '../../organizations/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { assignBuckets, type Bucket, type EarlierReport, type ExistingLine, type Span } from './buckets.ts';
import type { EventSum } from './events.ts';
import type { Extent } from './hours.ts';
import { mapUsage, refusesKeys } from './mapping.ts';
import { hourOf, type OpenHours } from './open-hours.ts';
import { type DimensionRules, moneyOf, type Step, settle } from './settle.ts';
import type { Count, Sum } from './sums.ts';
import { commitFor, rebalanceCommit, useCommit } from './term-commit.ts';
import { creditFor, type TermState, termAt, termStates, useCredit, wholeOf } from './term-credit.ts';

/** The usage of one entitlement to settle, with the inputs of the settlement. */
export type EntitlementUsage = {
  entitlement: UsageEntitlement;
  /** Whether the remaining usage is sent to a marketplace. */
  isSent: boolean;
  /** Current generation of the entitlement’s reports. */
  generation: number;
  sums: readonly Sum[];
  counts: readonly Count[];
  config: PartnerUsageMeteringConfig | undefined;
  rulesOf: (term: UsageTerm) => (key: string) => DimensionRules;
  /** Carried units by term and dimension. */
  carry: ReadonlyMap<string, ReadonlyMap<string, Exact>>;
  /** Used included units by term and `includedKey`. */
  included: ReadonlyMap<string, ReadonlyMap<string, Exact>>;
  taken: readonly ExistingLine[];
  made: readonly EarlierReport[];
  open: OpenHours | undefined;
  /**
   * Commit balance of the entitlement; undefined if no term ended early, so that each term consumes its own
   * commit.
   */
  balance: CommitBalance | undefined;
};

/** A quantity by key, and the resulting units of a dimension. */
export type MappedSum = {
  key: string;
  groupBy: string;
  /** Whether a metric computed the quantity from events. */
  isEvent: boolean;
  /** Start of the part of the hour, because a key can be reported in several hours. */
  part: string;
  quantity: Exact;
  dimension: string;
  units: Exact;
  /** The metric, and the newly counted distinct values. */
  event?: Pick<EventSum, 'metric' | 'newItems'> | undefined;
};

/** A part of an hour with its settled usage. */
export type SettledSpan = { span: Span; steps: Step[]; mapped: MappedSum[]; groups: number; calls: Extent };

/** A quantity of a report to send for an hour, unless no hour is left. */
export type SettledLine = Bucket & { dimension: string; units: Exact; price: Exact | undefined };

export type SettledReport = {
  /** Id of a report of an earlier chunk. */
  id: string | undefined;
  termId: string;
  spans: SettledSpan[];
  lines: SettledLine[];
};

/** The carried units that move from a term to a later term. */
export type CarryMove = { dimension: string; from: string; to: string; units: Exact };

export type SettledEntitlement = {
  terms: TermState[];
  reports: SettledReport[];
  moves: CarryMove[];
  /** Carried units of the affected terms, and used included units. */
  carry: Map<string, Map<string, Exact>>;
  included: Map<string, Map<string, Exact>>;
  balance: CommitBalance | undefined;
};

/** Settles the usage of one entitlement in a chunk of a run. A pure function. */
export function settleEntitlement(input: EntitlementUsage): SettledEntitlement {
  const terms = termStates(input.entitlement.terms);
  const state: SettledEntitlement = {
    terms,
    reports: [],
    moves: [],
    carry: copy(input.carry),
    included: copy(input.included),
    // Corrects the data that the previous version of the service wrote for a term that ended early.
    balance: input.balance && rebalanceCommit(terms, input.balance),
  };
  const spans = spansOf(input, terms).map((part) => settleSpan(input, state, part));
  const sent = spans.map(({ span, steps }) => ({
    ...span,
    dimensions: input.isSent
      ? steps.filter((step) => step.sent.greaterThan(0)).map(({ dimension }) => dimension)
      : [],
  }));
  const settled = new Map(sent.map((span, index) => [span, spans[index] as SettledSpan]));
  for (const { id, termId, spans: ofReport } of assignBuckets(sent, input.taken, input.made, input.open)) {
    const lines = new Map<string, SettledLine>();
    for (const { span, buckets } of ofReport)
      for (const step of (settled.get(span as (typeof sent)[number]) as SettledSpan).steps)
        addToLine(lines, step, buckets.get(step.dimension));
    state.reports.push({
      id,
      termId,
      spans: ofReport.map(({ span }) => settled.get(span as (typeof sent)[number]) as SettledSpan),
      lines: [...lines.values()],
    });
  }
  return state;
}

const copy = (maps: ReadonlyMap<string, ReadonlyMap<string, Exact>>): Map<string, Map<string, Exact>> =>
  new Map([...maps].map(([id, map]) => [id, new Map(map)]));

function addToLine(lines: Map<string, SettledLine>, step: Step, bucket: Bucket | undefined): void {
  if (bucket === undefined) return;
  const slot = `${bucket.hour} ${step.dimension}`;
  const units = lines.get(slot)?.units.plus(step.sent) ?? step.sent;
  lines.set(slot, { ...bucket, dimension: step.dimension, units, price: step.price });
}

type Part = { span: Omit<Span, 'dimensions'>; term: TermState; sums: readonly Sum[]; count: Count };

const hourMs = 3_600_000;
const partKey = ({ hour, segment }: Pick<Sum, 'hour' | 'segment'>): string => `${hour} ${segment}`;

/** Returns the parts of hours in time order; each part belongs to one term. */
function spansOf({ counts, sums }: EntitlementUsage, terms: readonly TermState[]): Part[] {
  const starts = [...new Set(terms.map(({ start }) => start))].sort();
  const byPart = groupBy(sums, partKey);
  return [...counts]
    .sort((one, other) =>
      one.hour === other.hour ? one.segment - other.segment : one.hour < other.hour ? -1 : 1,
    )
    .map((count) => {
      const begun = starts[count.segment - 1];
      const term = termAt(terms, begun);
      if (!term) throw new Error(`entitlement ${count.entitlement_id} has no term`);
      const next = starts[count.segment];
      const end = new Date(Date.parse(count.hour) + hourMs).toISOString();
      return {
        span: {
          termId: term.id,
          begin: hourOf(wholeOf(terms, term).start),
          from: begun && begun > count.hour ? begun : count.hour,
          until: next && next < end ? next : end,
        },
        term,
        sums: byPart.get(partKey(count)) ?? [],
        count,
      };
    });
}

function settleSpan(
  input: EntitlementUsage,
  state: SettledEntitlement,
  { span, term, sums, count }: Part,
): SettledSpan {
  const { terms } = state;
  const row = input.entitlement.terms.find(({ id }) => id === term.id) as UsageTerm;
  const dimensionOf = input.rulesOf(row);
  const mapped = mapSums(input.config, sums, dimensionOf, span.from);
  const units = [...groupBy(mapped, ({ dimension }) => dimension)]
    .map(([dimension, list]) => ({
      dimension,
      hour: span.from,
      units: list.length === 1 ? (list[0] as MappedSum).units : totalOf(list),
    }))
    .sort((one, other) => (one.dimension < other.dimension ? -1 : 1));
  const carry = carryOf(
    input,
    state,
    term,
    units.map(({ dimension }) => dimension),
  );
  const before = {
    credit: creditFor(terms, term),
    commit: commitFor(terms, state.balance, term),
    hasCommit: term.commit.greaterThan(0) || term.priced.greaterThan(0),
    carry,
    included: state.included.get(term.id) ?? new Map<string, Exact>(),
  };
  const rules = {
    start: term.start,
    agreed: term.agreed,
    deductsCommit: row.overage ?? input.config?.enableCommitWithAdditionalUsageMetering ?? false,
    excessAtListPrice: input.config?.enableCommitWithAdditionalUsageAtListPrice ?? false,
    isSent: input.isSent,
  };
  const { steps, after } = settle(rules, dimensionOf, before, units);
  const used = (unitsOf: (step: Step) => Exact) => moneyOf(steps, unitsOf);
  useCredit(
    terms,
    term,
    used(({ credit }) => credit),
  );
  state.balance = useCommit(
    terms,
    state.balance,
    term,
    used(({ commit }) => commit),
  );
  state.carry.set(term.id, new Map(after.carry));
  state.included.set(term.id, new Map(after.included));
  return { span: { ...span, dimensions: [] }, steps, mapped, groups: count.groups, calls: count };
}

const totalOf = (list: readonly MappedSum[]): Exact =>
  list.reduce((sum, one) => sum.plus(one.units), new Exact(0));

/** Converts quantities by key to units of dimensions. Invalid quantities were already rejected. */
function mapSums(
  config: PartnerUsageMeteringConfig | undefined,
  sums: readonly Sum[],
  dimensionOf: (key: string) => DimensionRules,
  part: string,
): MappedSum[] {
  return sums.flatMap(({ key, quantity, group_by: grouped, metric, newItems }) => {
    const mapping = mapUsage(config, key, quantity, (dimension) => dimensionOf(dimension).price);
    if ('invalid' in mapping) throw new Error(mapping.invalid);
    const isEvent = grouped !== undefined;
    const event = metric && { metric, newItems };
    const common = { key, groupBy: grouped ?? '', isEvent, part, quantity, event };
    return mapping.units.map((one) => ({ ...common, ...one }));
  });
}

/**
 * Returns the carried units of a term. Carried units of earlier terms for the same dimensions move to this
 * term.
 */
function carryOf(
  { isSent }: EntitlementUsage,
  state: SettledEntitlement,
  term: TermState,
  dimensions: readonly string[],
): Map<string, Exact> {
  const carry = new Map(state.carry.get(term.id));
  if (!isSent) return carry;
  for (const earlier of state.terms.slice(0, state.terms.indexOf(term)))
    for (const dimension of dimensions) {
      const units = state.carry.get(earlier.id)?.get(dimension);
      if (!units?.greaterThan(0)) continue;
      state.carry.get(earlier.id)?.set(dimension, new Exact(0));
      carry.set(dimension, units.plus(carry.get(dimension) ?? 0));
      state.moves.push({ dimension, from: earlier.id, to: term.id, units });
    }
  return carry;
}

/**
 * Finds the quantities that cannot be converted to units, with the reasons. The groups of these quantities
 * become INVALID.
 */
export function refusedKeys(input: EntitlementUsage): Map<string, string> {
  if (!refusesKeys(input.config)) return new Map();
  const terms = termStates(input.entitlement.terms);
  const starts = [...new Set(terms.map(({ start }) => start))].sort();
  const refused = new Map<string, string>();
  for (const { key, quantity, segment } of input.sums) {
    const term = termAt(terms, starts[segment - 1]);
    const row = input.entitlement.terms.find(({ id }) => id === term?.id);
    if (!row) continue;
    const dimensionOf = input.rulesOf(row);
    const mapping = mapUsage(input.config, key, quantity, (dimension) => dimensionOf(dimension).price);
    if ('invalid' in mapping) refused.set(key, mapping.invalid);
  }
  return refused;
}
