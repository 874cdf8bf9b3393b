import type { BilledEntitlement } from '../../entitlements/index.ts';
import {
  type BilledSpan,
  type Metric,
  readMetrics,
  readUnbilledUsage,
  type UnbilledUsage,
  withWaitingUsage,
} from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { billingTermsOf, duePeriods } from '../periods/index.ts';
import { type DailyUsage, dailyUsage } from './daily-usage.ts';
import { deductionsFor } from './deductions.ts';
import type { Draft } from './draft.ts';
import { readBilledLines, readDeductions } from './fee-store.ts';
import type { KnownFee, NewFee } from './fees.ts';
import { billedLife } from './life.ts';
import { mostLines } from './records.ts';
import { type UsagePeriod, usageFee, usagePeriods } from './usage-fees.ts';

/** Usage that was reported and waits for the run is settled within the hour: so often is looked. */
const waitMs = 600_000;

/** A locked entitlement and what of it is billed. */
export type UsageSale = { sale: BilledEntitlement; known: readonly KnownFee[] };

/** An invoice of usage that is to be drafted, if any is, what is to be said of the usage that it bills, and when more is due. */
export type UsageDraft = {
  draft?: Draft;
  spans: readonly (BilledSpan & { invoice_id: string })[];
  next: string | undefined;
};

/** The metrics that count usage of an entitlement: all that they count is read. */
export const metricsIn = ({ terms }: BilledEntitlement): string[] =>
  terms
    .flatMap(({ info }) => info.billableDimensions ?? [])
    .flatMap(({ billableMetricId }) => billableMetricId ?? []);

/** Periods of usage that are over, of a sale, the end of the last one, and before when what is billed of that was used. */
type Over = {
  of: UsageSale;
  periods: UsagePeriod[];
  end: string;
  usedBefore: string;
  next: string | undefined;
};

/** Reads what is to be billed of usage of locked entitlements, of each by its id. */
export async function draftsOfUsage(
  scope: OrgTransaction,
  sales: readonly UsageSale[],
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
    feesOf(scope, over, metrics),
  ]);
  await Promise.all(
    over.map(async (one, index) => {
      const { id } = one.of.sale.entitlement;
      const later = new Date(scope.now.getTime() + waitMs).toISOString();
      // A period is closed once no usage of it waits to be settled.
      if (waiting.has(id)) drafts.set(id, { spans: [], next: later });
      else drafts.set(id, await draftOf(scope, one, billed[index] as BilledFee[]));
    }),
  );
  return drafts;
}

function periodsOver(
  { sale, known }: UsageSale,
  now: string,
): { next: string | undefined; periods?: never } | Omit<Over, 'of'> {
  const life = billedLife(sale, now);
  const isMetered = sale.terms.some(({ info }) => info.billableDimensions?.length || info.dimensions?.length);
  if (!life || !isMetered) return { next: undefined };
  const { due, next } = duePeriods(billingTermsOf(sale.info), 'USAGE', life, { now });
  const last = due.at(-1);
  if (!last) return { next };
  const hasEnded = sale.entitlement.status === 'CANCELLED' && last.end === life.end;
  const usedBefore = hasEnded ? new Date(Date.parse(last.end) + hourMs).toISOString() : last.end;
  return { periods: usagePeriods(sale, due, known), end: last.end, usedBefore, next };
}

/** A caller's clock may be some minutes ahead of the end of a sale: nothing else was used after it. */
const hourMs = 3_600_000;

/** What each day had is shown where metrics count, as far as an invoice has room for. */
const isShown = ({ length }: readonly DailyUsage[]): boolean => length > 0 && length <= mostLines;

type BilledFee = { usage: UnbilledUsage | undefined; fee: NewFee; daily: readonly DailyUsage[] };

async function draftOf(
  scope: OrgTransaction,
  { of: { sale, known }, next }: Over,
  found: readonly BilledFee[],
): Promise<UsageDraft> {
  if (found.length === 0) return { spans: [], next };
  const id = scope.newId('inv');
  const fees = found.map(({ fee }) => fee);
  const commits = known.filter(({ kind }) => kind === 'COMMIT');
  const deductions = sale.info.isMeteringOverageCommit
    ? deductionsFor(fees, commits, await readDeductions(scope, sale.entitlement.id))
    : [];
  const spans = found.flatMap(({ usage }) => usage?.spans ?? []);
  const usageDailyRevenues = found.flatMap(({ daily }) => daily);
  return {
    draft: {
      id,
      type: 'USAGE',
      fees,
      deductions,
      ...(isShown(usageDailyRevenues) ? { detail: { usageDailyRevenues } } : {}),
    },
    spans: spans.map((span) => ({ ...span, invoice_id: id })),
    next,
  };
}

type Metrics = Map<string, Metric & { name: string }>;

/** The fees of usage in periods that are over, of each sale. */
async function feesOf(
  scope: OrgTransaction,
  over: readonly Over[],
  metrics: Metrics,
): Promise<BilledFee[][]> {
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
  const billed = await readBilledLines(scope, late);
  let next = 0;
  return over.map(({ of, periods }) =>
    periods.flatMap((period) => {
      const usage = found[next++];
      const fee = usageFee(period, { usage, metrics, billed: billed.get(of.sale.entitlement.id) });
      return fee
        ? [{ usage, fee, daily: fee.isLate ? [] : dailyUsage(usage?.all.records ?? [], metrics) }]
        : [];
    }),
  );
}

/** The metrics by which terms price usage. */
async function metricsOf(scope: OrgTransaction, over: readonly Over[]): Promise<Metrics> {
  const ids = [...new Set(over.flatMap(({ of }) => metricsIn(of.sale)))];
  const rows = ids.length === 0 ? [] : await readMetrics(scope, ids);
  return new Map(
    [...rows].map(([id, row]) => {
      const rules = JSON.parse(row.info) as Omit<Metric, 'aggregationType'>;
      return [id, { ...rules, aggregationType: row.aggregation_type, name: row.name ?? '' }];
    }),
  );
}
