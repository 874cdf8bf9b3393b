import { hash } from 'node:crypto';
import { entitlementErrors } from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { type Statement, sqlState } from '../../platform/database/statement.ts';
import { errors, type Finding, invalid } from '../../platform/errors.ts';
import { type Answer, type Batch, RawJson } from '../../platform/http/route.ts';
import { printable } from '../../platform/printable.ts';
import { pointerOf } from '../../platform/records/json.ts';
import { encodeGroup, type GroupStatus } from '../columns.ts';
import { meteringErrors } from '../errors.ts';
import { acquireCallLock, requestLastRuns, requestRun } from '../run-request.ts';
import { byId, createPrinter, printConflict, reportedOtherwise, type StoredGroupRow } from './answer.ts';
import { callHash, contentHash, idByKey, joinHashes } from './identity.ts';
import { type GroupVerdict, judge } from './judge.ts';
import type { KnownSales } from './known-sales.ts';
import { findSales, type Sales, toSales, unresolved } from './lookup.ts';
import type { ReportedGroup } from './shape.ts';
import { ensurePartitions, type StoredCall, type StoredGroup, selectTaken, takeCall } from './store.ts';
import { type StoreResult, takeOneGroup } from './store-one.ts';

/** The reported groups of a call, and the options for storing the groups. */
export type Call = {
  source: string;
  reported: readonly ReportedGroup[];
  /** Idempotency-Key, from which missing ids are derived. */
  key?: string | undefined;
  /**
   * Whether an invalid group causes the rejection of the whole call. Otherwise invalid groups are stored as
   * INVALID.
   */
  isAtomic: boolean;
  /** Whether the body is a single group instead of a list. Pointers of findings then have no index. */
  isSingle: boolean;
  /**
   * Whether to skip the alert for INVALID groups, because an earlier part of the same file raised an alert.
   */
  isQuiet?: boolean;
  /** Builds the response from the outcomes, if the response is not the list of groups. */
  respond?: (outcomes: readonly GroupOutcome[]) => Answer;
};

/** The outcome of a group. `isNew`: whether this call stored the group. */
export type GroupOutcome = { id: string; status: GroupStatus; reason: string | null; isNew: boolean };

/** `known` is the cache of entitlements. */
export type TakeDeps = { registry: AdapterRegistry; known?: KnownSales };

/** A call with its entitlements and validated groups. */
type PreparedCall = {
  id: string;
  call: Call;
  sales: Sales;
  /** Groups in the order of the call. Several groups may have the same id. */
  groups: readonly (StoredGroup & { faults: GroupVerdict['faults']; isGiven: boolean })[];
};

/**
 * Stores the usage that a call reports: finds the entitlements, validates each group, and writes all rows in
 * one statement. A previously reported group is returned as stored (R60), even if the group is no longer
 * valid.
 */
export const takeUsage = (scope: OrgScope, deps: TakeDeps, call: Call): Batch =>
  (call.isSingle ? takeKnown(scope, deps, call) : undefined) ?? takeFound(scope, deps, call);

/**
 * Stores a single group in one round trip, if its entitlement is cached and the group needs no special
 * handling, which is true for most groups. Falls back to the general method if the entitlement has changed or
 * the run must be enqueued.
 */
function takeKnown(scope: OrgScope, deps: TakeDeps, call: Call): Batch | undefined {
  const { registry, known } = deps;
  const [reported] = call.reported as [ReportedGroup];
  const sale = known?.find(scope, reported.entitlementId);
  if (!known || !sale || sale.row.status === 'CANCELLED' || reported.billable) return undefined;
  const sales = toSales(scope, registry, [sale]);
  if (unresolved(call.reported, sales).length > 0) return undefined;
  const prepared = prepare(scope, call, sales, new Set());
  const [group] = prepared.groups as [PreparedCall['groups'][number]];
  if (group.faults.length > 0) return undefined;
  return {
    statements: [
      acquireCallLock(scope),
      takeOneGroup(scope, storedCall(scope, prepared), group, sale.row.version),
    ],
    respond: ([, rows = []]) => {
      const [{ ready, taken }] = rows as [StoreResult];
      if (taken) return answer(scope, prepared, new Map());
      if (ready) return answerBefore(scope, prepared);
      known.forget(scope, reported.entitlementId);
      return takeFound(scope, deps, call);
    },
  };
}

const takeFound = (scope: OrgScope, { registry, known }: TakeDeps, call: Call): Batch =>
  findSales(
    scope,
    registry,
    call.reported,
    (sales, metrics) => {
      if (call.isSingle && sales.size === 0) throw entitlementErrors.entitlement_not_found();
      const prepared = prepare(scope, call, sales, metrics);
      const faulty = prepared.groups.filter(({ faults }) => faults.length > 0);
      if (!call.isAtomic || faulty.length === 0) return write(scope, prepared);
      return {
        statements: [selectTaken(scope, givenIds(faulty))],
        respond: ([rows = []]) => {
          const taken = byId(rows);
          const refused = faulty.filter(({ id }) => !taken.has(id));
          if (refused.length > 0) throw refusalOf(prepared, refused);
          return write(scope, prepared);
        },
      };
    },
    known,
  );

/** Validates the groups of a call without storing them. */
export const validateUsage = (scope: OrgScope, { registry, known }: TakeDeps, call: Call): Batch =>
  findSales(
    scope,
    registry,
    call.reported,
    (sales, metrics) => {
      const prepared = prepare(scope, call, sales, metrics);
      return {
        statements: [selectTaken(scope, givenIds(prepared.groups))],
        respond: ([rows = []]) => {
          const taken = byId(rows);
          const findings = prepared.groups.flatMap((group, index) => {
            const first = taken.get(group.id);
            if (first) return isSame(first, group) ? [] : [conflictAt(index)];
            return findingsOf(prepared, group);
          });
          const all = [...findings, ...conflictsWithin(prepared)];
          if (all.length > 0) throw invalid(all);
          return { body: `All ${prepared.groups.length} usage record groups are valid.` };
        },
      };
    },
    known,
  );

const givenIds = (groups: PreparedCall['groups']) =>
  groups.filter(({ isGiven }) => isGiven).map(({ id }) => id);

const isSame = (first: Pick<StoredGroupRow, 'content_hash'>, { content_hash: own }: StoredGroup) =>
  first.content_hash === own;

const conflictAt = (index: number): Finding => ({
  pointer: pointerOf([index, 'id']),
  message: reportedOtherwise,
});

/** Finds groups whose id occurs earlier in the call, with different content. */
function conflictsWithin({ groups }: PreparedCall): Finding[] {
  const firsts = new Map<string, StoredGroup>();
  return groups.flatMap((group, index) => {
    const first = firsts.get(group.id);
    if (!first) firsts.set(group.id, group);
    return first && !isSame(first, group) ? [conflictAt(index)] : [];
  });
}

function prepare(scope: OrgScope, call: Call, sales: Sales, metrics: ReadonlySet<string>): PreparedCall {
  const now = scope.now.toISOString();
  const groups = call.reported.map((reported, index) => {
    const { id, entitlementId, usedAt, billable, metaInfo } = reported;
    const { keys, quantities, faults } = judge(reported, sales.get(entitlementId)?.sold, {
      metrics,
      now: scope.now,
    });
    const ownId = () =>
      call.key === undefined ? scope.newId('urg') : idByKey(scope.actor.id, call.key, index);
    return {
      ordinal: index,
      id: id ?? ownId(),
      isGiven: id !== undefined || call.key !== undefined,
      content_hash: contentHash(reported),
      entitlement_id: entitlementId,
      usage_time: usedAt === undefined ? now : (reported.usageTime ?? new Date(usedAt).toISOString()),
      time_given: usedAt !== undefined,
      keys,
      quantities,
      billable_records: billable ? JSON.stringify(billable) : null,
      meta_info: metaInfo ? JSON.stringify(metaInfo) : null,
      state: faults.length > 0 ? ('INVALID' as const) : null,
      reason: reasonOf(faults),
      faults,
    };
  });
  return { id: scope.newId('ucl'), call, sales, groups };
}

const reasonOf = (faults: GroupVerdict['faults']): string | null =>
  faults.length === 0
    ? null
    : faults
        .slice(0, 20)
        .map(({ field, message }) => printable(`${pointerOf(field)}: ${message}`))
        .join('; ');

const findingsOf = ({ call }: PreparedCall, { ordinal, faults }: PreparedCall['groups'][number]): Finding[] =>
  faults.map(({ field, message }) => ({
    pointer: pointerOf(call.isSingle ? field : [ordinal, ...field]),
    message,
  }));

/** Maximum number of findings in one error. */
const mostFindings = 1000;

const refusalOf = (prepared: PreparedCall, refused: PreparedCall['groups']) =>
  invalid(refused.flatMap((group) => findingsOf(prepared, group)).slice(0, mostFindings));

function storedCall(scope: OrgScope, { id, call, groups }: PreparedCall): StoredCall {
  const hashes = joinHashes(groups.map(({ content_hash: one }) => one));
  return {
    id,
    source: call.source,
    hashes,
    contentHash: callHash(hashes),
    isQuiet: call.isQuiet === true,
    callHash: call.key === undefined ? undefined : hash('sha256', `${scope.actor.id}\n${call.key}`, 'buffer'),
  };
}

/** Builds the response to a call with ids that were stored before. */
const answerBefore = (scope: OrgScope, prepared: PreparedCall): Batch => ({
  statements: [selectTaken(scope, givenIds(prepared.groups))],
  respond: ([rows = []]) => answer(scope, prepared, byId(rows)),
});

/**
 * Creates the statements that store a call, and its response. Most calls have only new ids and need no
 * further read.
 */
function write(scope: OrgScope, prepared: PreparedCall): Batch {
  const { groups } = prepared;
  const firsts = new Map<string, StoredGroup>();
  for (const group of groups) if (!firsts.has(group.id)) firsts.set(group.id, group);
  const unique = [...firsts.values()];
  return {
    statements: [
      acquireCallLock(scope),
      takeCall(scope, storedCall(scope, prepared), unique),
      requestRun(scope),
      ...requestLastRuns(scope, endedOf(prepared)),
    ],
    respond: ([, written]) => {
      if (written?.[0]?.size === groups.length) return answer(scope, prepared, new Map());
      return answerBefore(scope, prepared);
    },
  };
}

/** Returns the ended entitlements for which usage is stored. */
const endedOf = ({ groups, sales }: PreparedCall): string[] =>
  groups
    .filter(({ state, entitlement_id: id }) => !state && sales.get(id)?.sold.status === 'CANCELLED')
    .map(({ entitlement_id: id }) => id);

/**
 * Builds the response to a call.
 * @param taken previously stored groups with the ids of the call; empty if all groups are new
 */
function answer(scope: OrgScope, prepared: PreparedCall, taken: ReadonlyMap<string, StoredGroupRow>): Answer {
  const { call, groups, sales } = prepared;
  if (call.respond) return call.respond(outcomesOf(prepared, taken));
  const conflicts: Finding[] = [];
  let invalidCount = 0;
  const print = createPrinter(scope, call.source, sales);
  const texts = groups.map((group, index) => {
    const first = taken.get(group.id);
    if (first && !isSame(first, group)) {
      conflicts.push(conflictAt(index));
      invalidCount++;
      return printConflict(scope, group, call.source, sales);
    }
    if ((first?.status ?? group.state) === 'INVALID') invalidCount++;
    return first ? encodeGroup(first) : print(group);
  });
  if (call.isAtomic && conflicts.length > 0)
    throw meteringErrors.usage_record_group_exists(undefined, call.isSingle ? {} : { findings: conflicts });
  if (call.isSingle) {
    const shown = new RawJson(texts[0] as string);
    return { body: shown, recordAsRead: shown };
  }
  return {
    headers: { 'x-invalid-count': String(invalidCount) },
    body: new RawJson(listOf(texts)),
  };
}

/**
 * Computes the outcomes of the groups. If an id occurs several times in a call, only the first group is new.
 */
function outcomesOf(
  { id: batchId, groups }: PreparedCall,
  taken: ReadonlyMap<string, StoredGroupRow>,
): GroupOutcome[] {
  const seen = new Set<string>();
  return groups.map((group) => {
    const { id, state, reason } = group;
    const first = taken.get(id);
    if (first && !isSame(first, group))
      return { id, status: 'INVALID', reason: `/id: ${reportedOtherwise}`, isNew: false };
    const isNew = !seen.has(id) && (!first || first.batch_id === batchId);
    seen.add(id);
    return { id, status: first?.status ?? state ?? 'CREATED', reason: first ? first.reason : reason, isNew };
  });
}

/** Number of characters per write, because writing each group separately takes longer than encoding it. */
const partLength = 16_384;

/** Encodes a list in several parts. */
function listOf(texts: readonly string[]): string[] {
  const parts: string[] = [];
  let part = '[';
  for (const [index, text] of texts.entries()) {
    part += index === 0 ? text : `,${text}`;
    if (part.length < partLength) continue;
    parts.push(part);
    part = '';
  }
  parts.push(`${part}]`);
  return parts;
}

/**
 * Returns the statement that repairs the cause of a failed call by creating a missing partition. @throws 422
 * for an idempotency key that another call used
 */
export function repairUsagePartition(error: unknown): Statement | undefined {
  const { table, constraint } = error as { table?: string; constraint?: string };
  if (sqlState(error) === '23505' && constraint === 'usage_batch_by_call')
    throw errors.idempotency_key_reused();
  return sqlState(error) === '23514' && table === 'usage_group' && !constraint ? ensurePartitions : undefined;
}
