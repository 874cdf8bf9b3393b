import type { BilledEntitlement } from '../../entitlements/index.ts';
import {
  type BilledSpan,
  firstRunAfter,
  type Metric,
  type MovedBilling,
  readMetrics,
  readUnbilledUsage,
  type UnbilledUsage,
  withWaitingUsage,
} from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { billingTermsOf, duePeriods } from '../periods/index.ts';
import type { RefreshedDraft, UsageAdjustments } from './adjust-usage.ts';
import { type DailyUsage, dailyUsage, isShown } from './daily-usage.ts';
import { type Deduction, deductionsFor } from './deductions.ts';
import type { Draft } from './draft.ts';
import { readBilledLines, readDeductions } from './fee-store.ts';
import type { KnownFee } from './fees.ts';
import { billedLife } from './life.ts';
import { lockDrafts } from './store.ts';
import { billUsage, type UsageBill, type UsagePeriod, usagePeriods } from './usage-fees.ts';

/** Usage that was reported and waits for the run is settled within the hour: so often is looked. */
const waitMs = 600_000;

/** A locked entitlement and what of it is billed. */
export type UsageSale = { sale: BilledEntitlement; known: readonly KnownFee[] };

/** An invoice of usage that is to be drafted, if any is, what is to be said of the usage that it bills, and when more is due. */
export type UsageDraft = {
  draft?: Draft;
  /** What changes of invoices that there are. */
  adjustments?: UsageAdjustments;
  spans: readonly (BilledSpan & { invoice_id: string })[];
  next: string | undefined;
};

/** The metrics that count usage of an entitlement: all that they count is read. */
export const metricsIn = ({ terms }: BilledEntitlement): string[] =>
  terms
    .flatMap(({ info }) => info.billableDimensions ?? [])
    .flatMap(({ billableMetricId }) => billableMetricId ?? []);

/** Periods of usage that are over, of a sale, the end of the last one, and before when what is billed of that was used. */
export type Over = {
  of: UsageSale;
  periods: UsagePeriod[];
  end: string;
  usedBefore: string;
  next: string | undefined;
  /** When usage of the last period that was reported in time is settled, where nothing is billed of it yet. */
  again: readonly string[];
};

/**
 * Computes the drafts of usage of locked entitlements, by the ids of the entitlements.
 * @param leavesLate whether late usage that costs more waits for the next regular draft, so that it gets no invoice of its own
 */
export async function draftsOfUsage(
  scope: OrgTransaction,
  sales: readonly UsageSale[],
  how: { leavesLate?: boolean } = {},
): Promise<Map<string, UsageDraft>> {
  const drafts = new Map<string, UsageDraft>();
  const over: Over[] = [];
  for (const of of sales) {
    const found = periodsOver(of, scope.now.toISOString());
    if (found.periods) over.push({ of, ...found });
    else drafts.set(of.sale.entitlement.id, { spans: [], next: found.next });
  }
  if (over.length === 0) return drafts;
  const metrics = await metricsOf(scope, over);
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
      const later = new Date(scope.now.getTime() + waitMs).toISOString();
      // A period is closed once no usage of it waits to be settled.
      if (waiting.has(id)) drafts.set(id, { spans: [], next: later });
      else drafts.set(id, await draftOf(scope, one, billed[index] as BilledPart[], how));
    }),
  );
  return drafts;
}

/** The periods of a sale that are over. */
export function periodsOver(
  { sale, known }: UsageSale,
  now: string,
): { next: string | undefined; periods?: never } | Omit<Over, 'of'> {
  const life = billedLife(sale, now);
  const isMetered = sale.terms.some(({ info }) => info.billableDimensions?.length || info.dimensions?.length);
  if (!life || !isMetered) return { next: undefined };
  const { due, next } = duePeriods(billingTermsOf(sale.info), 'USAGE', life, { now });
  const last = due.at(-1);
  if (!last) return { next };
  const isBilled = known.some(({ kind, until }) => kind === 'USAGE' && until === last.end);
  const settled = firstRunAfter(new Date(last.end)).toISOString();
  const again = isBilled || settled <= now ? [] : [settled];
  const hasEnded = sale.entitlement.status === 'CANCELLED' && last.end === life.end;
  const usedBefore = hasEnded ? new Date(Date.parse(last.end) + hourMs).toISOString() : last.end;
  return { periods: usagePeriods(sale, due, known), end: last.end, usedBefore, again, next };
}

/** A caller's clock may be some minutes ahead of the end of a sale: nothing else was used after it. */
const hourMs = 3_600_000;

/** A period, or the part of it that a term has, with what becomes of its usage. */
type BilledPart = {
  period: UsagePeriod;
  usage: UnbilledUsage | undefined;
  bill: UsageBill;
  daily: readonly DailyUsage[];
};

async function draftOf(
  scope: OrgTransaction,
  { of, next, again }: Over,
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
    const deductions = deduct(all.map(({ start, until, amount }) => ({ start, end: until, amount })));
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

/** Lists usage to move to another invoice, where the draft that billed it has no fee for the period any more. */
const movesOf = (entitlementId: string, { period: { start, end }, bill }: BilledPart): MovedBilling[] =>
  bill.refreshed
    .filter(({ fee, lines }) => lines.length === 0 && fee.invoiceId !== bill.invoiceId)
    .map(({ fee }) => ({ entitlementId, from: fee.invoiceId, to: bill.invoiceId, start, end }));

type Deducted = Parameters<typeof deductionsFor>[0];

/** Makes what says which commits pay for usage of an entitlement (R61): each call goes on from where the one before left them. */
async function createDeduction(
  scope: OrgTransaction,
  { sale, known }: UsageSale,
  refreshed: readonly string[],
): Promise<(fees: Deducted) => Deduction[]> {
  if (!sale.info.isMeteringOverageCommit) return () => [];
  const commits = known.filter(({ kind }) => kind === 'COMMIT');
  const before = await readDeductions(scope, sale.entitlement.id);
  const used = [...before].flatMap(([invoiceId, of]) => (refreshed.includes(invoiceId) ? [] : of));
  return (fees) => {
    const deductions = deductionsFor(fees, commits, used);
    used.push(...deductions);
    return deductions;
  };
}

type Metrics = Map<string, Metric & { name: string }>;

/** What becomes of usage in periods that are over, of each sale. */
async function billsOf(
  scope: OrgTransaction,
  over: readonly Over[],
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
  // Asked after the usage: what is voided meanwhile has billed nothing then.
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

/** The metrics by which terms price usage. */
export async function metricsOf(scope: OrgTransaction, over: readonly Over[]): Promise<Metrics> {
  const ids = [...new Set(over.flatMap(({ of }) => metricsIn(of.sale)))];
  const rows = ids.length === 0 ? [] : await readMetrics(scope, ids);
  return new Map(
    [...rows].map(([id, row]) => {
      const rules = JSON.parse(row.info) as Omit<Metric, 'aggregationType'>;
      return [id, { ...rules, aggregationType: row.aggregation_type, name: row.name ?? '' }];
    }),
  );
}
