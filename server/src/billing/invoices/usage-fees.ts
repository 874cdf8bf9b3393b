import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import type { Metric, UnbilledUsage } from '../../metering/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type BillingPeriod, daysOf, splitByTerms } from '../periods/index.ts';
import { feeKey, type KnownFee, type NewFee, type ShownLine } from './fees.ts';
import { addedLines, type BilledLine, linesOfUsage } from './usage-lines.ts';

/** A time of which usage is billed at once: a period, or the part of it that one term has. */
export type UsagePeriod = {
  period: BillingPeriod;
  start: string;
  end: string;
  term: BilledTerm;
  /** The key of its fee. */
  key: string;
  /** The invoices that bill usage of it already: what is billed later came late. */
  billedBy: readonly string[];
};

const lateKey = (key: string, reportId = ''): string => `${key}:late:${reportId}`;
const isOf = (key: string, feeKey: string): boolean => feeKey === key || feeKey.startsWith(lateKey(key));

/** Splits periods where a term changed. Values in, values out. */
export const usagePeriods = (
  { entitlement, terms }: BilledEntitlement,
  periods: readonly BillingPeriod[],
  known: readonly KnownFee[],
): UsagePeriod[] =>
  periods.flatMap((period) =>
    splitByTerms(period, terms).map(({ start, end, term }) => {
      const key = feeKey(entitlement.id, 'USAGE', start, term.id);
      const billedBy = known.filter((fee) => isOf(key, fee.key));
      return { period, start, end, term, key, billedBy: billedBy.map(({ invoiceId }) => invoiceId) };
    }),
  );

type Used = {
  /** What of the time no invoice bills, if there is any. */
  usage: UnbilledUsage | undefined;
  /** The lines that invoices bill of it, by the keys of their fees. */
  billed?: ReadonlyMap<string, readonly ShownLine[]> | undefined;
  metrics: ReadonlyMap<string, Metric & { name: string }>;
};

/**
 * Computes what of usage of a closed period is to be billed. Of one that was billed before, what came late costs what the whole costs
 * beyond what is billed of it, and is marked: so all invoices of it come to what it costs, whichever of them was voided. Where nothing
 * was used and nothing is to be paid all the same, there is nothing to bill. Values in, values out.
 */
export function usageFee(
  { period, start, end, term, key, billedBy }: UsagePeriod,
  { usage, billed = new Map(), metrics }: Used,
): NewFee | undefined {
  const isLate = billedBy.length > 0;
  if (isLate && !usage) return undefined;
  const terms = { info: term.info, metrics, days: daysOf(period, { start, end }) };
  const all = linesOfUsage(usage?.all ?? noUsage, terms);
  const before = [...billed].flatMap(([feeKey, of]) => (isOf(key, feeKey) ? of : []));
  const lines = isLate ? addedLines(all, before) : all;
  const amount = lines.reduce((sum, line) => sum.plus(line.amount), new Exact(0));
  if (amount.isZero() && lines.every(({ quantity }) => quantity.isZero())) return undefined;
  return {
    key: isLate ? lateKey(key, usage?.reportId) : key,
    termId: term.id,
    start,
    end,
    isLate,
    amount,
    lines: lines.map((line) => shownLine(line, { start, end })),
  };
}

const noUsage = { units: [], records: [] };

const shownLine = ({ shown }: BilledLine, { start, end }: { start: string; end: string }): ShownLine => ({
  ...shown,
  startDate: start,
  endDate: end,
});
