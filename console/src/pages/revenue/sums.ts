import type { RevenueRecord } from '@tradepost/sdk';
import type { BarGroup } from '../../ui/bars.tsx';

type Amount = 'amount' | 'collectableAmount' | 'disburseAmount' | 'invoiceAmount';
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

export type Totals = { gross: number; invoiced: number; collectable: number; disbursed: number };

/** The sums of revenue in a currency. */
export function totalsOf(records: readonly RevenueRecord[], currency: string): Totals {
  const own = records.filter((record) => record.currency === currency);
  return {
    gross: total(own, 'amount'),
    invoiced: total(own, 'invoiceAmount'),
    collectable: total(own, 'collectableAmount'),
    disbursed: total(own, 'disburseAmount'),
  };
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

/** Returns the starts of the spans from the first to the last record, also of spans without revenue. */
function spansOf(records: readonly RevenueRecord[], by: Span): string[] {
  const times = records.map(({ date }) => new Date(date ?? 0).toISOString()).sort();
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
 */
export function barsOf(
  records: readonly RevenueRecord[],
  by: Span,
  nameOf: (record: RevenueRecord) => string,
  amountOf: (record: RevenueRecord) => number | undefined,
): BarGroup[] {
  const spans = spansOf(records, by);
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
