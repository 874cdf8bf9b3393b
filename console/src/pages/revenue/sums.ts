import type { RevenueRecord } from '@tradepost/sdk';
import type { BarGroup } from '../../ui/bars.tsx';

type Amount =
  | 'amount'
  | 'collectableAmount'
  | 'disburseAmount'
  | 'invoiceAmount'
  | 'refundInvoiceAmount'
  | 'taxAmount';
/** Adds decimals without binary rounding errors. */
const clean = (sum: number): number => Math.round(sum * 1e8) / 1e8;
const total = (records: readonly RevenueRecord[], name: Amount): number =>
  clean(records.reduce((sum, record) => sum + (record[name] ?? 0), 0));

/** The currencies of revenue, the most frequent first. Amounts of different currencies are never added. */
export function currenciesOf(records: readonly RevenueRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency = '' } of records) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

export type Totals = {
  gross: number;
  fee: number;
  invoiced: number;
  collectable: number;
  disbursed: number;
  tax: number;
};

/** The sums of revenue in a currency. */
export function totalsOf(records: readonly RevenueRecord[], currency: string): Totals {
  const own = records.filter((record) => record.currency === currency);
  const [gross, collectable] = [total(own, 'amount'), total(own, 'collectableAmount')];
  return {
    gross,
    fee: clean(gross - collectable),
    invoiced: total(own, 'invoiceAmount'),
    collectable,
    disbursed: total(own, 'disburseAmount'),
    tax: total(own, 'taxAmount'),
  };
}

export type Invoiced = {
  /** The marketplace; undefined for the sum of all marketplaces. */
  partner: RevenueRecord['partner'] | undefined;
  invoiced: number;
  refunded: number;
  net: number;
  tax: number;
};

const invoicedOf = (partner: Invoiced['partner'], records: readonly RevenueRecord[]): Invoiced => {
  const [invoiced, refunded] = [total(records, 'invoiceAmount'), total(records, 'refundInvoiceAmount')];
  return { partner, invoiced, refunded, net: clean(invoiced - refunded), tax: total(records, 'taxAmount') };
};

/**
 * Returns the invoiced amounts of each marketplace that invoiced or refunded anything in a currency, and their sum if
 * there are several. Amounts are without tax; the tax is separate.
 */
export function invoicedByMarketplace(records: readonly RevenueRecord[], currency: string): Invoiced[] {
  const own = records.filter((record) => record.currency === currency);
  const rows = [...new Set(own.map(({ partner }) => partner))]
    .sort()
    .map((partner) =>
      invoicedOf(
        partner,
        own.filter((record) => record.partner === partner),
      ),
    )
    .filter(({ invoiced, refunded, tax }) => invoiced !== 0 || refunded !== 0 || tax !== 0);
  return rows.length > 1 ? [...rows, invoicedOf(undefined, own)] : rows;
}

/** The day or month of a record. */
export type Span = 'day' | 'month';

const nextOf = (start: string, by: Span, step: 1 | -1): string => {
  const date = new Date(start);
  if (by === 'day') date.setUTCDate(date.getUTCDate() + step);
  else date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString();
};

/** The least number of bars, so that few days of revenue are not drawn as wide bars. */
const leastSpans = 12;

/** The first and the last day of a chart. */
export type Period = { first: string; last: string };

/** The days for which revenue is listed by default, in UTC. */
export function lastDays(now: Date): Period {
  const last = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
  return { first: new Date(Date.parse(last) - 30 * 86_400_000).toISOString(), last };
}

/**
 * Returns the starts of the spans from the first to the last record, and of the period if there is one, also of spans
 * without revenue.
 */
function spansOf(records: readonly RevenueRecord[], by: Span, period: Period | undefined): string[] {
  const days = records.map(({ date }) => date ?? 0);
  const times = [...days, ...(period ? [period.first, period.last] : [])]
    .map((date) => new Date(date).toISOString())
    .sort();
  const [first, last] = [times[0], times.at(-1)];
  const spans: string[] = [];
  if (first === undefined || last === undefined) return spans;
  for (let at = first; at <= last; at = nextOf(at, by, 1)) spans.push(at);
  while (spans.length < leastSpans) spans.unshift(nextOf(spans[0] ?? first, by, -1));
  return spans;
}

/**
 * Returns the bars of revenue in a currency.
 * @param nameOf the group of a record, such as its marketplace
 * @param amountOf the amount of a record
 * @param period the time that the bars cover at least
 */
export function barsOf(
  records: readonly RevenueRecord[],
  by: Span,
  nameOf: (record: RevenueRecord) => string,
  amountOf: (record: RevenueRecord) => number | undefined,
  period?: Period,
): BarGroup[] {
  const spans = spansOf(records, by, period);
  const names = [...new Set(records.map(nameOf))].sort();
  return names.map((name) => {
    const own = records.filter((record) => nameOf(record) === name);
    const sums = new Map<string, number>();
    for (const record of own) {
      const start = new Date(record.date ?? 0).toISOString();
      sums.set(start, clean((sums.get(start) ?? 0) + (amountOf(record) ?? 0)));
    }
    return { name, points: spans.map((start) => ({ start, value: sums.get(start) ?? 0 })) };
  });
}
