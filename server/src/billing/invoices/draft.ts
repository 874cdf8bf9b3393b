import {
  type BilledEntitlement,
  draftJob,
  lockForBilling,
  scheduleDrafts,
} from '../../entitlements/index.ts';
import { isDirect } from '../../marketplaces/index.ts';
import { firstRunAfter, markBilled, readWholeUsage, withWaitingUsage } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { keepPlans } from '../../platform/database/keep-plans.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { daysOf } from '../periods/index.ts';
import { chargeFees } from './charge-fees.ts';
import { type CommitFees, type CostOfUsage, commitFees } from './commit-fees.ts';
import { type CommitPart, sumOf } from './commit-parts.ts';
import { adjustUsage, creditCuts, isAdjusted } from './credit.ts';
import { draftsOfUsage, metricsIn, metricsOf, type UsageDraft, usedBefore } from './draft-usage.ts';
import { type Draft, type SaleDrafts, writeDrafts } from './drafts.ts';
import { readFees } from './fee-store.ts';
import { byStart, type KnownFee, type NewFee } from './fees.ts';
import type { InvoiceHooks } from './hooks.ts';
import { hasReducedInstalments, settleReducedInstalments } from './instalment-commit.ts';
import { readPartiesOfMany } from './parties.ts';
import { nextLook } from './times.ts';
import { taxesOf } from './totals.ts';
import { usagePeriods } from './usage-fees.ts';
import { linesOfUsage } from './usage-lines.ts';

type Payload = { entitlementId: string; at: string; isLate?: boolean | undefined };

/**
 * Number of drafts in one transaction, which is what one claim takes. Smaller batches cost more per draft;
 * larger ones keep entitlements locked longer.
 */
const maxSalesPerTransaction = 100;
const outcome = 'drafted the invoices that were due';

/** Drafts the invoices of a direct sale that are due now, and schedules the job for the next ones. */
export const draftJobHandler = (hooks: InvoiceHooks): JobHandler<Payload> => ({
  definition: draftJob,
  run: ({ payload: { entitlementId, isLate }, finish }) =>
    finish(
      outcome,
      (scope) => draftDue(scope, entitlementId, hooks, { leavesLate: isLate === true }),
      undefined,
      [keepPlans],
    ),
  batch: {
    maxJobs: maxSalesPerTransaction,
    outcome,
    first: [keepPlans],
    work: async (jobs) => {
      const regular = jobs.filter(({ payload: { isLate } }) => !isLate);
      const of = regular.map(({ scope, payload: { entitlementId } }) => ({ scope, entitlementId }));
      const drafted = await draftDueBatch(of, hooks);
      const done = regular.filter(({ payload: { entitlementId } }) => drafted.has(entitlementId));
      return new Set(done.map(({ jobId }) => jobId));
    },
  },
});

/** An entitlement to bill, with the scope of its job. */
type DraftTask = { scope: OrgTransaction; entitlementId: string };

/** A locked entitlement with its billed fees and the commits to bill or credit. */
type LockedSale = {
  scope: OrgTransaction;
  sale: BilledEntitlement;
  known: readonly KnownFee[];
  commits: CommitFees;
};

/** An entitlement with its drafts for everything except usage. */
type DraftedSale = LockedSale & { drafts: readonly Draft[]; next: readonly (string | undefined)[] };

/**
 * Drafts the invoices of an entitlement that are due, and schedules the next draft. The entitlement is locked
 * first, so that the second of two concurrent calls sees the drafts of the first; invoices are locked after
 * it.
 */
export async function draftDue(
  scope: OrgTransaction,
  entitlementId: string,
  hooks: InvoiceHooks,
  how: { leavesLate?: boolean } = {},
): Promise<void> {
  const [locked] = await lockDue([{ scope, entitlementId }]);
  if (!locked) return;
  const due = await withUsage(locked);
  const { cuts } = due.commits;
  await creditCuts(scope, cuts, hooks);
  const fees = cuts.length === 0 ? undefined : await readFees(scope, [entitlementId]);
  await draftAll(scope, [{ ...due, known: fees?.get(entitlementId) ?? (fees ? [] : due.known) }], hooks, how);
  if (hasReducedInstalments(due.sale)) await settleReducedInstalments(scope, due.sale, hooks);
}

/**
 * Drafts the due invoices of several entitlements in shared round trips. Skips entitlements that another
 * transaction has locked, that need a credit or a refreshed draft, or whose usage is counted by metrics.
 * @returns the ids of the entitlements that are done
 */
async function draftDueBatch(asked: readonly DraftTask[], hooks: InvoiceHooks): Promise<Set<string>> {
  const [first] = asked;
  if (!first) return new Set();
  const locked = await lockDue(asked, { skipLocked: true });
  const due = locked.filter(
    ({ commits: { cuts, asked }, sale }) =>
      cuts.length + asked.length === 0 && metricsIn(sale).length === 0 && !hasReducedInstalments(sale),
  );
  return draftAll(first.scope, due, hooks, { skipAdjusted: true });
}

/** Locks the direct sales among the entitlements. Independent statements go to the database in one packet. */
async function lockDue(asked: readonly DraftTask[], how?: { skipLocked: boolean }): Promise<LockedSale[]> {
  const scopes = new Map(asked.map(({ scope, entitlementId }) => [entitlementId, scope]));
  const { scope } = asked[0] as DraftTask;
  const ids = [...scopes.keys()];
  const [sales, fees] = await Promise.all([lockForBilling(scope, ids, how), readFees(scope, ids)]);
  return sales.flatMap((sale) => {
    const { entitlement } = sale;
    if (!isDirect(entitlement.partner) || entitlement.status === 'DELETED') return [];
    const known = fees.get(entitlement.id) ?? [];
    const commits = commitFees(sale, known.filter(isOfCommit), scope.now.toISOString());
    return [{ scope: scopes.get(entitlement.id) as OrgTransaction, sale, known, commits }];
  });
}

/**
 * Completes the commits of a sale with the commit that usage has drawn, where that is needed. Commits wait
 * until that usage is settled.
 */
async function withUsage(due: LockedSale): Promise<LockedSale> {
  const { scope, sale, known, commits } = due;
  if (commits.asked.length === 0) return due;
  const { costOfUsage, next } = await readCostOfUsage(scope, sale, commits.asked, known);
  if (next !== undefined) return { ...due, commits: { fees: [], cuts: [], asked: [], next } };
  const now = scope.now.toISOString();
  return { ...due, commits: commitFees(sale, known.filter(isOfCommit), now, costOfUsage) };
}

const isOfCommit = ({ kind }: KnownFee): boolean => kind === 'COMMIT';

type DraftOptions = { leavesLate?: boolean; skipAdjusted?: boolean };

/**
 * Drafts the due invoices of locked entitlements. With `together`, entitlements whose existing invoices need
 * adjusting are skipped. Returns the ids of the entitlements that are done.
 */
async function draftAll(
  scope: OrgTransaction,
  due: readonly LockedSale[],
  hooks: InvoiceHooks,
  { leavesLate = false, skipAdjusted = false }: DraftOptions,
): Promise<Set<string>> {
  const all = due.map(draftsBesideUsage);
  const ids = new Set(due.flatMap(({ sale }) => sale.entitlement.buyer_id ?? []));
  const [usage, parties] = await Promise.all([
    draftsOfUsage(scope, all, { leavesLate }),
    readPartiesOfMany(scope, [...ids]),
  ]);
  const ofUsage = ({ sale }: LockedSale) => usage.get(sale.entitlement.id) as UsageDraft;
  const isLeft = (one: LockedSale) => skipAdjusted && isAdjusted(ofUsage(one).adjustments ?? noAdjustments);
  const once = all.filter((one) => !isLeft(one));
  const drafts = once.map((one): SaleDrafts => {
    const { draft } = ofUsage(one);
    const taxes = taxesOf(hooks.taxRates, parties(one.sale.entitlement.buyer_id, one.sale.info));
    return { ...one, taxes, drafts: [...one.drafts, ...(draft ? [draft] : [])] };
  });
  await Promise.all([
    writeDrafts(scope, drafts),
    markBilled(
      scope,
      once.flatMap((one) => ofUsage(one).spans),
    ),
    scheduleDrafts(
      scope,
      once.flatMap((one) => {
        const next = [...one.next, ofUsage(one).next].filter((at) => at !== undefined).sort()[0];
        return next ? [{ scope: one.scope, entitlementId: one.sale.entitlement.id, at: new Date(next) }] : [];
      }),
    ),
  ]);
  for (const one of once) await adjustUsage(one.scope, ofUsage(one).adjustments ?? noAdjustments, hooks);
  return new Set(once.map(({ sale }) => sale.entitlement.id));
}

const noAdjustments = { drafts: [], credits: [], moves: [] };

/** Computes the drafts of commits, instalments and addons. Pure except for the invoice ids. */
function draftsBesideUsage(due: LockedSale): DraftedSale {
  const { scope, sale, known, commits } = due;
  const drafts: Draft[] = [];
  if (commits.fees.length > 0) drafts.push({ id: scope.newId('inv'), type: 'COMMIT', fees: commits.fees });
  const charges = chargeFees(sale, new Set(known.map(({ key }) => key)), scope.now.toISOString());
  for (const { kind, fee, detail } of charges.fees)
    drafts.push({ id: scope.newId('inv'), type: kind, fees: [fee], detail });
  const added = drafts.flatMap(({ id, type, fees }) =>
    fees.map((fee, position) => knownFee(fee, { invoiceId: id, position, kind: type })),
  );
  const fees = [...known, ...added].sort(byStart);
  return { ...due, known: fees, drafts, next: [commits.next, charges.next] };
}

const knownFee = (
  { key, termId, start, end, amount }: NewFee,
  place: Pick<KnownFee, 'invoiceId' | 'position' | 'kind'>,
): KnownFee => ({
  ...place,
  isDraft: true,
  key,
  termId,
  start,
  until: end,
  amount,
  credited: new Exact(0),
});

/** Cost of usage by part, or the time to ask again if some of the usage is not settled yet. */
type Answer = { costOfUsage: CostOfUsage; next?: never } | { costOfUsage?: never; next: string };

/**
 * Reads the usage cost of parts of a locked entitlement. Waits while usage is unsettled, because it may draw
 * on the commit.
 */
async function readCostOfUsage(
  scope: OrgTransaction,
  sale: BilledEntitlement,
  asked: readonly CommitPart[],
  known: readonly KnownFee[],
): Promise<Answer> {
  const { id } = sale.entitlement;
  const until = (part: CommitPart) => usedBefore(sale, part.end);
  const wanted = asked.map((part) => ({ entitlementId: id, before: until(part) }));
  const waiting = (await withWaitingUsage(scope, wanted)).get(id);
  const settled = Math.max(...wanted.map(({ before }) => firstRunAfter(new Date(before)).getTime()));
  const look = nextLook(waiting, scope.now.getTime() - settled);
  if (look !== undefined) return { next: new Date(settled + look).toISOString() };
  const metrics = await metricsOf(scope, [sale]);
  const billed = usagePeriods(
    sale,
    asked.map(({ period }) => period),
    known.filter(({ kind }) => kind === 'USAGE'),
  );
  const parts = asked.map((part) => ({
    entitlementId: id,
    start: part.start,
    end: until(part),
    billedBy:
      billed.find(({ start, term }) => start === part.start && term.id === part.term.id)?.billedBy ?? [],
  }));
  const usage = await readWholeUsage(scope, parts, () => metricsIn(sale).length > 0);
  const costs = asked.map((part, index) => {
    const { all } = usage[index] as (typeof usage)[number];
    const days = daysOf(part.period, { start: part.start, end: part.end });
    return [part.key, sumOf(linesOfUsage(all, { info: part.term.info, metrics, days }))] as const;
  });
  const byPart = new Map(costs);
  return { costOfUsage: ({ key }) => byPart.get(key) ?? new Exact(0) };
}
