import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import type { Metric, UnbilledUsage } from '../../metering/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type BillingPeriod, daysOf, splitByTerms } from '../periods/index.ts';
import { feeKey, type KnownFee, type NewFee, type ShownLine } from './fees.ts';
import { type BilledLine, creditedLine, linesBeyond, linesOfUsage } from './usage-lines.ts';

/** A time whose usage is billed as one fee: a period, or one term’s part of it. */
export type UsagePeriod = {
  period: BillingPeriod;
  start: string;
  end: string;
  term: BilledTerm;
  /** Key of its fee. */
  key: string;
  /** Fees by which invoices bill this usage already. */
  fees: readonly KnownFee[];
  /** Ids of the invoices that have these fees. */
  billedBy: readonly string[];
};

const lateKey = (key: string, reportId = ''): string => `${key}:late:${reportId}`;
const isOf = (key: string, feeKey: string): boolean => feeKey === key || feeKey.startsWith(lateKey(key));

/** Splits periods at changes of term. A pure function. */
export const usagePeriods = (
  { entitlement, terms }: BilledEntitlement,
  periods: readonly BillingPeriod[],
  known: readonly KnownFee[],
): UsagePeriod[] =>
  periods.flatMap((period) =>
    splitByTerms(period, terms).map(({ start, end, term }) => {
      const key = feeKey(entitlement.id, 'USAGE', start, term.id);
      const fees = known.filter((fee) => isOf(key, fee.key));
      return { period, start, end, term, key, fees, billedBy: fees.map(({ invoiceId }) => invoiceId) };
    }),
  );

type UsageBillInput = {
  /** Usage of the period, if some of it is not billed by an invoice. */
  usage: UnbilledUsage | undefined;
  /** Lines that invoices bill for the period, keyed by fee key. */
  billed?: ReadonlyMap<string, readonly ShownLine[]> | undefined;
  metrics: ReadonlyMap<string, Metric & { name: string }>;
};

/** How the usage of a period is billed. */
export type UsageBill = {
  /** Fee for a new draft. */
  fee?: NewFee;
  /** New amounts and lines of fees in drafts; a fee without lines is removed. */
  refreshed: readonly RefreshedFee[];
  /** Amounts to credit on fees of issued invoices. */
  credits: readonly { fee: KnownFee; credit: Exact }[];
  /** Existing invoice that bills the usage, if no new draft does. */
  invoiceId?: string;
};
export type RefreshedFee = { fee: KnownFee; amount: Exact; lines: readonly ShownLine[]; isLate: boolean };

const total = (lines: readonly BilledLine[]): Exact =>
  lines.reduce((sum, { amount }) => sum.plus(amount), new Exact(0));

/**
 * Computes how the usage of a closed period is billed: its whole cost, including minimums and grouped lines,
 * less what issued invoices bill. So the invoices of a period always add up to its cost, even if one of them
 * is voided. An existing draft is refreshed. If issued invoices bill more than the cost, the excess is
 * credited. Otherwise a new fee is drafted, marked late if the period was billed before. Undefined if there
 * is no usage and nothing to pay. A pure function.
 */
export function billUsage(
  { period, start, end, term, key, fees }: UsagePeriod,
  { usage, billed = new Map(), metrics }: UsageBillInput,
): UsageBill | undefined {
  if (fees.length > 0 && !usage) return undefined;
  const drafts = fees.filter(({ isDraft }) => isDraft);
  const issued = fees.filter(({ isDraft }) => !isDraft);
  const isLate = issued.length > 0;
  const terms = { info: term.info, metrics, days: daysOf(period, { start, end }) };
  const whole = linesOfUsage(usage?.all ?? noUsage, terms);
  const lines = isLate ? linesNotIssued(whole, issued, billed) : whole;
  const amount = total(lines);
  const isNothing = amount.isZero() && (isLate || lines.every(({ quantity }) => quantity.isZero()));
  const shown = lines.map((line) => shownLine(line, { start, end }));
  const isBilled = amount.greaterThan(0) || (!isLate && !isNothing);
  const refreshed = drafts.map((fee, index) =>
    isBilled && index === 0 ? { fee, amount, lines: shown, isLate } : { fee, ...emptyFee },
  );
  const known = { refreshed, credits: creditsOf(issued, amount) };
  if (isBilled && drafts[0]) return { ...known, invoiceId: drafts[0].invoiceId };
  if (!isBilled)
    return isLate ? { ...known, invoiceId: (issued.at(-1) as KnownFee).invoiceId } : refreshOnly(known);
  const fee = { key: isLate ? lateKey(key, usage?.reportId) : key, termId: term.id, start, end };
  return { ...known, fee: { ...fee, isLate, amount, lines: shown } };
}

const emptyFee = { amount: new Exact(0), lines: [], isLate: false };

const refreshOnly = (bill: UsageBill): UsageBill | undefined =>
  bill.refreshed.length > 0 ? bill : undefined;

/** Lines beyond those of issued invoices. Amounts that credit notes returned are billed by an extra line. */
function linesNotIssued(
  whole: readonly BilledLine[],
  issued: readonly KnownFee[],
  billed: ReadonlyMap<string, readonly ShownLine[]>,
): BilledLine[] {
  const credited = issued.reduce((sum, fee) => sum.plus(fee.credited), new Exact(0));
  const all = credited.isZero() ? whole : [...whole, creditedLine(credited)];
  return linesBeyond(
    all,
    issued.flatMap(({ key }) => billed.get(key) ?? []),
  );
}

/** Credits for issued fees, newest first, if the amount to bill is negative. */
function creditsOf(issued: readonly KnownFee[], amount: Exact): { fee: KnownFee; credit: Exact }[] {
  let left = Exact.max(0, amount.negated());
  return [...issued].reverse().flatMap((fee) => {
    const credit = Exact.min(left, fee.amount.minus(fee.credited));
    left = left.minus(credit);
    return credit.greaterThan(0) ? [{ fee, credit }] : [];
  });
}

const noUsage = { units: [], records: [] };

const shownLine = ({ shown }: BilledLine, { start, end }: { start: string; end: string }): ShownLine => ({
  ...shown,
  startDate: start,
  endDate: end,
});
