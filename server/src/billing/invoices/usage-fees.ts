import { type BilledEntitlement, type BilledTerm, Exact } from '../../entitlements/index.ts';
import type { BilledReport, Metric } from '../../metering/index.ts';
import { type BillingPeriod, daysOf, splitByTerms } from '../periods/index.ts';
import { feeKey, type NewFee, type ShownLine } from './fees.ts';
import { addedLines, type BilledLine, linesOfUsage } from './usage-lines.ts';

/** Usage that is to be billed, and the reports that it is of. */
export type UsageFees = { fees: NewFee[]; reportIds: string[] };

type Input = {
  sale: BilledEntitlement;
  /** Those that are over. */
  periods: readonly BillingPeriod[];
  /** All usage of these since the first that no invoice bills. */
  reports: readonly BilledReport[];
  metrics: ReadonlyMap<string, Metric & { name: string }>;
  /** The keys of fees that are billed. */
  known: ReadonlySet<string>;
};

/**
 * Computes what of usage is to be billed: each closed period, split where a term changed. Of a period that was billed before, what
 * came late adds what it makes the whole cost more, and is marked. Where nothing was used and nothing is to be paid all the same,
 * there is nothing to bill. Values in, values out.
 */
export function usageFees(input: Input): UsageFees {
  const parts = input.periods.flatMap((period) =>
    splitByTerms(period, input.sale.terms).flatMap((part) => feeOfPart(input, period, part)),
  );
  return {
    fees: parts.map(({ fee }) => fee),
    reportIds: parts.flatMap(({ reportIds }) => reportIds),
  };
}

type Part = { start: string; end: string; term: BilledTerm };

function feeOfPart(
  { sale: { entitlement }, reports, metrics, known }: Input,
  period: BillingPeriod,
  { start, end, term }: Part,
): { fee: NewFee; reportIds: string[] }[] {
  const ofPart = reports.filter(({ from }) => from >= start && from < end);
  const open = ofPart.filter(({ invoiceId }) => invoiceId === null);
  const key = feeKey(entitlement.id, 'USAGE', start, term.id);
  const isLate = known.has(key);
  if (isLate && open.length === 0) return [];
  const terms = { info: term.info, metrics, days: daysOf(period, { start, end }) };
  const all = linesOfUsage(ofPart, terms);
  const billed = ofPart.filter(({ invoiceId }) => invoiceId !== null);
  const lines = isLate ? addedLines(all, linesOfUsage(billed, terms)) : all;
  const amount = lines.reduce((sum, line) => sum.plus(line.amount), new Exact(0));
  if (amount.isZero() && lines.every(({ quantity }) => quantity.isZero())) return [];
  const fee = {
    key: isLate ? `${key}:late:${open[0]?.id}` : key,
    termId: term.id,
    start,
    end,
    isLate,
    amount,
    lines: lines.map((line) => shownLine(line, { start, end })),
  };
  return [{ fee, reportIds: open.map(({ id }) => id) }];
}

const shownLine = ({ shown }: BilledLine, { start, end }: { start: string; end: string }): ShownLine => ({
  ...shown,
  startDate: start,
  endDate: end,
});
