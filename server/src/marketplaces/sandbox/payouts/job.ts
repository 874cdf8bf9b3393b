import { Decimal } from 'decimal.js';
import type { OrgTransaction } from '../../../platform/access/scope.ts';
import type { JobHandler } from '../../../platform/jobs/queue.ts';
import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject } from '../../specifications.ts';
import type { AgreementTerms } from '../agreement-store.ts';
import { takeFault } from '../fault-store.ts';
import { derive } from '../mirrors/facts.ts';
import { type PayoutPeriod, payoutJob, periodAfter } from '../payout-job-definition.ts';
import { correctsApart, formatOf, netOf, type StoredSale } from './lines.ts';
import {
  commitSales,
  type DateRange,
  type DayOfUsage,
  partOf,
  rateOf,
  type Sale,
  type SoldAgreement,
  usageSales,
} from './sales.ts';
import {
  addToFeed,
  correctSale,
  findDaysOfUsage,
  findSold,
  findUnpaid,
  insertSale,
  markPaid,
  type SaleRow,
  type SoldRow,
} from './store.ts';

/**
 * Time after its end for which an agreement is still processed; late bills, refunds and corrections are paid
 * out by then.
 */
const settledAfterMs = 100 * 86_400_000;

/** Creates the monthly bills of a marketplace, subject to injected faults, and pays out earlier bills. */
export const payoutJobHandler: JobHandler<PayoutPeriod> = {
  definition: payoutJob,
  run: (job) =>
    job.repeat('all agreements are billed', async (scope) => {
      const { partner, since, until } = job.payload;
      const between = { since: new Date(since), until: new Date(until) };
      const rows = await findSold(scope, partner, new Date(between.since.getTime() - settledAfterMs));
      const sold = rows.filter(({ state }) => state !== 'PENDING_APPROVAL');
      await payOut(
        scope,
        partner as MarketplacePartner,
        sold.map((row) => soldBy(row, scope.now)),
        between,
      );
      if (rows.length === 0) return undefined;
      const { period, at } = periodAfter(partner, between.until);
      return { at, payload: period };
    }),
};

function soldBy(
  { id, state, terms: text, last_update_time: changed, spec, is_billed }: SoldRow,
  now: Date,
): SoldAgreement {
  const terms = JSON.parse(text) as AgreementTerms;
  const info = ((spec ? JSON.parse(spec) : {}) as { info?: JsonObject }).info ?? {};
  const isPast = terms.endTime !== undefined && Date.parse(terms.endTime) <= now.getTime();
  const over = isPast ? new Date(terms.endTime as string) : new Date(changed);
  return { id, terms, info, endedAt: state === 'CANCELLED' ? over : undefined, isBilled: is_billed };
}

/** The month-end closing of a marketplace. */
type MonthEndClosing = {
  scope: OrgTransaction;
  partner: MarketplacePartner;
  sold: readonly SoldAgreement[];
  /** The day of billing. */
  on: string;
};

async function payOut(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  sold: readonly SoldAgreement[],
  between: DateRange,
): Promise<void> {
  const closing = { scope, partner, sold, on: scope.now.toISOString().slice(0, 10) };
  const before = await findUnpaid(scope, partner, scope.now);
  await correct(closing, before[0]);
  const days = await findDaysOfUsage(scope, partner, between);
  await showUsage(closing, days);
  const sales = await bill(closing, between, days);
  await refund(closing, sales[0]);
  await showUnknown(closing, sales[0]);
  await pay(closing, before);
}

/** Adds the billed usage of each day to the revenue feed. */
const showUsage = ({ scope, partner, sold }: MonthEndClosing, days: readonly DayOfUsage[]): Promise<void> =>
  addToFeed(
    scope,
    partner,
    days.map(({ agreementId, dimension, day, quantity }) => {
      const one = sold.find(({ id }) => id === agreementId);
      const amount = one && rateOf(one, dimension).times(quantity).toFixed();
      return { usage: { agreementId, dimension, day, quantity, amount } };
    }),
  );

/** Bills the sales of the month. Injected faults bill a sale with only the order id, or twice. */
async function bill(
  closing: MonthEndClosing,
  between: DateRange,
  days: readonly DayOfUsage[],
): Promise<StoredSale[]> {
  const { scope, partner, sold, on } = closing;
  const found = sold.flatMap((one) => [
    ...commitSales(partner, one, between),
    ...usageSales(
      partner,
      one,
      days.filter(({ agreementId }) => agreementId === one.id),
      between,
    ),
  ]);
  const sales: StoredSale[] = [];
  for (const sale of found) sales.push(await keep(closing, sale));
  const lines = sales.flatMap((sale) => formatOf(partner)?.billed(sale, on) ?? []);
  const [first] = lines;
  const isDoubled = first && (await takeFault(scope, partner, ['DUPLICATE_REVENUE'])) !== undefined;
  await addToFeed(
    scope,
    partner,
    (isDoubled ? [...lines, first] : lines).map((line) => ({ line })),
  );
  return sales;
}

async function keep(closing: MonthEndClosing, sale: Sale, parent?: StoredSale): Promise<StoredSale> {
  const { scope, partner } = closing;
  const { organizationId } = scope;
  const byOrder = !parent && (await takeFault(scope, partner, ['ORDER_ID_REVENUE'])) !== undefined;
  const orderId = derive.guid('mkB asset', organizationId, sale.agreementId);
  const row = await insertSale(scope, {
    organization_id: organizationId,
    id: scope.newId('sbs'),
    partner,
    agreement_id: sale.agreementId,
    sold_id: parent?.soldId ?? (byOrder ? orderId : sale.agreementId),
    parent_id: parent?.id,
    kind: sale.kind,
    dimension: sale.dimension,
    day: sale.day,
    quantity: sale.quantity,
    currency: sale.currency,
    gross: sale.gross,
    fee: sale.fee,
    tax: sale.tax,
    creation_time: scope.now,
  });
  return toStoredSale(closing, row);
}

/** Converts the row of a sale to the sale from which its lines are derived. */
export function toStoredSale({ sold }: Pick<MonthEndClosing, 'sold'>, row: SaleRow): StoredSale {
  const terms = sold.find(({ id }) => id === row.agreement_id)?.terms;
  return {
    id: row.id,
    agreementId: row.agreement_id,
    soldId: row.sold_id,
    parentId: row.parent_id ?? undefined,
    version: row.version,
    kind: row.kind as Sale['kind'],
    dimension: row.dimension ?? undefined,
    day: row.day,
    quantity: row.quantity ?? undefined,
    currency: row.currency,
    gross: row.gross,
    fee: row.fee,
    tax: row.tax,
    planId: terms?.planId,
    buyerId: terms?.externalBuyerId ?? '',
  };
}

/** Reduces an earlier sale by a fifth, if a fault is injected. */
async function correct(closing: MonthEndClosing, row: SaleRow | undefined): Promise<void> {
  const { scope, partner, on } = closing;
  const isWanted = row && (await takeFault(scope, partner, ['CORRECT_REVENUE'])) !== undefined;
  if (!isWanted) return;
  const sale = toStoredSale(closing, row);
  const less = partOf(partner, sale, 'CORRECTION', { percent: 20, day: on });
  const sum = (name: 'gross' | 'fee' | 'tax') => new Decimal(sale[name]).plus(less[name]).toFixed();
  const corrected = correctsApart(partner)
    ? await keep(closing, less, sale)
    : toStoredSale(
        closing,
        await correctSale(scope, { id: sale.id, gross: sum('gross'), fee: sum('fee'), tax: sum('tax') }),
      );
  await showBilled(closing, corrected);
}

/** Refunds a tenth of a sale to its buyer, if a fault is injected. */
async function refund(closing: MonthEndClosing, sale: StoredSale | undefined): Promise<void> {
  const { scope, partner, on } = closing;
  if (!sale || !(await takeFault(scope, partner, ['REFUND_REVENUE']))) return;
  await showBilled(
    closing,
    await keep(closing, partOf(partner, sale, 'REFUND', { percent: 10, day: on }), sale),
  );
}

/** Adds a line of an unknown agreement to the feed, if a fault is injected. */
async function showUnknown(closing: MonthEndClosing, sale: StoredSale | undefined): Promise<void> {
  const { scope, partner } = closing;
  if (!sale || !(await takeFault(scope, partner, ['UNKNOWN_REVENUE']))) return;
  const id = scope.newId('sbs');
  await showBilled(closing, { ...sale, id, soldId: `unknown-${id}`, parentId: undefined });
}

async function showBilled({ scope, partner, on }: MonthEndClosing, sale: StoredSale): Promise<void> {
  const lines = formatOf(partner)?.billed(sale, on) ?? [];
  await addToFeed(
    scope,
    partner,
    lines.map((line) => ({ line })),
  );
}

/** Pays out earlier bills, with one payout for each currency. */
async function pay(closing: MonthEndClosing, rows: readonly SaleRow[]): Promise<void> {
  const { scope, partner, on } = closing;
  const format = formatOf(partner);
  for (const currency of [...new Set(rows.map((row) => row.currency))].sort()) {
    const payout = { id: scope.newId('sbp'), day: on };
    const ids = rows.filter((row) => row.currency === currency).map(({ id }) => id);
    const paid = (await markPaid(scope, ids, payout.id)).map((row) => toStoredSale(closing, row));
    const amount = paid.reduce((sum, sale) => sum.plus(netOf(sale)), new Decimal(0)).toFixed();
    const lines = paid.flatMap((sale) => format?.paid(sale, payout) ?? []);
    const whole = format?.payout ? [format.payout(payout, currency, amount)] : [];
    await addToFeed(
      scope,
      partner,
      [...lines, ...whole].map((line) => ({ line })),
    );
  }
}
