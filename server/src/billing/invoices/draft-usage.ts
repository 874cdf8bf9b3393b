import type { BilledEntitlement } from '../../entitlements/index.ts';
import {
  type BilledSpan,
  type BillingMove,
  firstRunAfter,
  type Metric,
  readMetrics,
  readUnbilledUsage,
  type UnbilledUsage,
  withWaitingUsage,
} from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { billingTermsOf, duePeriods } from '../periods/index.ts';
import { balancedPeriods } from './commit-parts.ts';
import type { RefreshedDraft, UsageAdjustments } from './credit.ts';
import { type DailyUsage, dailyUsage, isShown } from './daily-usage.ts';
import { committedTerms, type Deduction, deductionsFor } from './deductions.ts';
import type { Draft } from './drafts.ts';
import { readBilledLines, readDeductions } from './fee-store.ts';
import { byStart, type KnownFee } from './fees.ts';
import { feesOfInstalments } from './instalment-commit.ts';
import { lockDrafts } from './store.ts';
import { billedLife, nextLook } from './times.ts';
import { billUsage, type UsageBill, type UsagePeriod, usagePeriods } from './usage-fees.ts';

/** A locked entitlement with its billed fees. */
type UsageSale = { sale: BilledEntitlement; known: readonly KnownFee[] };

/** Draft for the usage of an entitlement, if any, with the usage it bills and the time of the next draft. */
export type UsageDraft = {
  draft?: Draft;
  /** Changes to existing invoices. */
  adjustments?: UsageAdjustments;
  spans: readonly (BilledSpan & { invoice_id: string })[];
  next: string | undefined;
};

/** Ids of the metrics that count usage of the entitlement. All records of such usage are read. */
export const metricsIn = ({ terms }: BilledEntitlement): string[] =>
  terms
    .flatMap(({ info }) => info.billableDimensions ?? [])
    .flatMap(({ billableMetricId }) => billableMetricId ?? []);

/** Ended usage periods of a sale, the end of the last one, and the time before which its usage took place. */
export type DueUsagePeriods = {
  of: UsageSale;
  periods: UsagePeriod[];
  end: string;
  usedBefore: string;
  next: string | undefined;
  /**
   * Time at which the last period’s usage that was reported in time is settled, if that period is not billed
   * yet.
   */
  again: readonly string[];
};

/**
 * Computes the usage drafts of locked entitlements, keyed by entitlement id.
 * @param how with `leavesLate`, late usage that costs more waits for the next regular draft instead of
 * getting an invoice of its own
 */
export async function draftsOfUsage(
  scope: OrgTransaction,
  sales: readonly UsageSale[],
  how: { leavesLate?: boolean } = {},
): Promise<Map<string, UsageDraft>> {
  const drafts = new Map<string, UsageDraft>();
  const over: DueUsagePeriods[] = [];
  for (const of of sales) {
    const found = periodsOver(of, scope.now.toISOString());
    if (found.periods) over.push({ of, ...found });
    else drafts.set(of.sale.entitlement.id, { spans: [], next: found.next });
  }
  if (over.length === 0) return drafts;
  const metrics = await metricsOf(
    scope,
    over.map(({ of }) => of.sale),
  );
  const [waiting, billed] = await Promise.all([
    withWaitingUsage(
      scope,
      over.map(({ of, usedBefore }) => ({ entitlementId: of.sale.entitlement.id, before: usedBefore })),
    ),
    billsOf(scope, over, metrics),
  ]);
  await Promise.all(
    over.map(async (one, index) => {
      const { id } = one.of.sale.entitlement;
      const settled = firstRunAfter(new Date(one.end)).getTime();
      const look = nextLook(waiting.get(id), scope.now.getTime() - settled);
      // A period is billed once all of its usage is settled.
      if (look !== undefined) drafts.set(id, { spans: [], next: new Date(settled + look).toISOString() });
      else drafts.set(id, await draftOf(scope, one, billed[index] as BilledPart[], how));
    }),
  );
  return drafts;
}

/** Finds the usage periods of a sale that have ended. */
export function periodsOver(
  { sale, known }: UsageSale,
  now: string,
): { next: string | undefined; periods?: never } | Omit<DueUsagePeriods, 'of'> {
  const life = billedLife(sale, now);
  const isMetered = sale.terms.some(({ info }) => info.billableDimensions?.length || info.dimensions?.length);
  if (!life || !isMetered) return { next: undefined };
  const { due, next } = duePeriods(billingTermsOf(sale.info), 'USAGE', life, { now });
  const last = due.at(-1);
  if (!last) return { next };
  const isBilled = known.some(({ kind, until }) => kind === 'USAGE' && until === last.end);
  const settled = firstRunAfter(new Date(last.end)).toISOString();
  const again = isBilled || settled <= now ? [] : [settled];
  const periods = usagePeriods(sale, due, known);
  return { periods, end: last.end, usedBefore: usedBefore(sale, last.end), again, next };
}

/**
 * Time before which usage belongs to a period that ends at `end`. Usage of a cancelled sale is accepted for
 * another hour, because a caller’s clock may be a few minutes ahead and no later usage exists.
 */
export const usedBefore = ({ entitlement }: BilledEntitlement, end: string): string =>
  entitlement.status === 'CANCELLED' && end === entitlement.end_time
    ? new Date(Date.parse(end) + hourMs).toISOString()
    : end;
const hourMs = 3_600_000;

/** A period, or one term’s part of it, with its usage and how that is billed. */
type BilledPart = {
  period: UsagePeriod;
  usage: UnbilledUsage | undefined;
  bill: UsageBill;
  daily: readonly DailyUsage[];
};

async function draftOf(
  scope: OrgTransaction,
  { of, next, again }: DueUsagePeriods,
  found: readonly BilledPart[],
  { leavesLate = false }: { leavesLate?: boolean },
): Promise<UsageDraft> {
  const isWaiting = ({ bill }: BilledPart) => bill.fee?.isLate === true && leavesLate && next !== undefined;
  const parts = found.filter((part) => !isWaiting(part));
  if (parts.length === 0) return { spans: [], next: [...again, ...(next ? [next] : [])].sort()[0] };
  const id = scope.newId('inv');
  const fees = parts.flatMap(({ bill }) => bill.fee ?? []);
  const refreshed = [
    ...groupBy(
      parts.flatMap(({ bill }) => bill.refreshed),
      ({ fee }) => fee.invoiceId,
    ),
  ];
  const deduct = await createDeduction(
    scope,
    of,
    refreshed.map(([invoiceId]) => invoiceId),
  );
  const dailyOf = (isIn: (bill: UsageBill) => boolean) =>
    parts.filter(({ bill }) => isIn(bill)).flatMap((part) => part.daily);
  const drafts = refreshed.map(([invoiceId, given]): RefreshedDraft => {
    const others = of.known.filter(
      (fee) =>
        fee.invoiceId === invoiceId && !given.some(({ fee: { position } }) => position === fee.position),
    );
    const all = [...others, ...given.map(({ fee, amount }) => ({ ...fee, amount }))];
    const deductions = deduct(
      all.map(({ termId, start, until, amount }) => ({ termId, start, end: until, amount })),
    );
    return { invoiceId, fees: given, deductions, daily: dailyOf((bill) => bill.invoiceId === invoiceId) };
  });
  const usageDailyRevenues = dailyOf(({ fee }) => fee !== undefined);
  const detail = isShown(usageDailyRevenues) ? { detail: { usageDailyRevenues } } : {};
  return {
    ...(fees.length > 0 ? { draft: { id, type: 'USAGE', fees, deductions: deduct(fees), ...detail } } : {}),
    adjustments: {
      drafts,
      credits: parts.flatMap(({ bill }) => bill.credits),
      moves: parts.flatMap((part) => movesOf(of.sale.entitlement.id, part)),
    },
    spans: parts.flatMap(({ usage, bill }) =>
      (bill.fee || bill.invoiceId ? (usage?.spans ?? []) : []).map((span) => ({
        ...span,
        invoice_id: bill.invoiceId ?? id,
      })),
    ),
    next,
  };
}

/** Lists usage to move to another invoice because its draft no longer has a fee for the period. */
const movesOf = (entitlementId: string, { period: { start, end }, bill }: BilledPart): BillingMove[] =>
  bill.refreshed
    .filter(({ fee, lines }) => lines.length === 0 && fee.invoiceId !== bill.invoiceId)
    .map(({ fee }) => ({ entitlementId, from: fee.invoiceId, to: bill.invoiceId, start, end }));

type DeductibleFees = Parameters<typeof deductionsFor>[0];

/**
 * Creates a function that deducts commits from usage (R61). Each call continues from the deductions of the
 * previous one.
 */
async function createDeduction(
  scope: OrgTransaction,
  { sale, known }: UsageSale,
  refreshed: readonly string[],
): Promise<(fees: DeductibleFees) => Deduction[]> {
  if (!sale.info.isMeteringOverageCommit) return () => [];
  const billed = known.filter(({ kind }) => kind === 'COMMIT');
  const periods = balancedPeriods(sale, billed, scope.now.toISOString());
  const commits = [...billed, ...feesOfInstalments(sale, known)].sort(byStart);
  const committed = committedTerms(sale.terms);
  const before = await readDeductions(scope, sale.entitlement.id);
  const used = [...before].flatMap(([invoiceId, of]) => (refreshed.includes(invoiceId) ? [] : of));
  return (fees) => {
    const deductions = deductionsFor(fees, { commits, committed, periods }, used);
    used.push(...deductions);
    return deductions;
  };
}

type Metrics = Map<string, Metric & { name: string }>;

/** Computes how the usage of ended periods is billed, for each sale. */
async function billsOf(
  scope: OrgTransaction,
  over: readonly DueUsagePeriods[],
  metrics: Metrics,
): Promise<BilledPart[][]> {
  const counted = new Set(
    over.filter(({ of }) => metricsIn(of.sale).length > 0).map(({ of }) => of.sale.entitlement.id),
  );
  const parts = over.flatMap(({ of, periods, end, usedBefore }) =>
    periods.map((period) => ({
      ...period,
      end: period.end === end ? usedBefore : period.end,
      entitlementId: of.sale.entitlement.id,
    })),
  );
  const found = await readUnbilledUsage(scope, parts, (id) => counted.has(id));
  // Read after the usage: an invoice voided in between then counts as having billed nothing.
  const late = parts.filter(({ billedBy }, index) => billedBy.length > 0 && found[index]);
  const shownDrafts = late.flatMap(({ fees }) => fees.filter(({ isDraft }) => isDraft));
  const drafts = await lockDrafts(scope, [...new Set(shownDrafts.map(({ invoiceId }) => invoiceId))]);
  const billed = await readBilledLines(scope, late);
  let next = 0;
  return over.map(({ of, periods }) =>
    periods.flatMap((period) => {
      const usage = found[next++];
      // A draft may have been issued since its fees were read.
      const fees = period.fees.map((fee) => ({ ...fee, isDraft: drafts.has(fee.invoiceId) }));
      const used = { usage, metrics, billed: billed.get(of.sale.entitlement.id) };
      const bill = billUsage({ ...period, fees }, used);
      if (!bill) return [];
      const isLate = bill.fee?.isLate ?? bill.refreshed.some((one) => one.isLate);
      return [{ period, usage, bill, daily: isLate ? [] : dailyUsage(usage?.all.records ?? [], metrics) }];
    }),
  );
}

/** Reads the metrics by which terms price usage. */
export async function metricsOf(
  scope: OrgTransaction,
  sales: readonly BilledEntitlement[],
): Promise<Metrics> {
  const ids = [...new Set(sales.flatMap(metricsIn))];
  const rows = ids.length === 0 ? [] : await readMetrics(scope, ids);
  return new Map(
    [...rows].map(([id, row]) => {
      const rules = JSON.parse(row.info) as Omit<Metric, 'aggregationType'>;
      return [id, { ...rules, aggregationType: row.aggregation_type, name: row.name ?? '' }];
    }),
  );
}
