import { addUsedOfTerms, lockForUsage, scheduleChargedUsage } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { printCounts } from './counts.ts';
import type { NewEntry } from './entries.ts';
import { appendEntries } from './store.ts';

/** A line with the columns that are recorded in the ledger when the line ends. */
export type EndedLine = RowOf<
  'usage_line',
  | 'id'
  | 'report_id'
  | 'entitlement_id'
  | 'entitlement_term_id'
  | 'dimension'
  | 'bucket_hour'
  | 'quantity'
  | 'unit_price'
  | 'amount'
>;

/**
 * Records that a marketplace accepted lines: their units become REPORTED, and the reported amount of their
 * terms increases. Must be called in the transaction that marks the lines as ACCEPTED, before the lines are
 * locked, because the lock order is entitlements, terms, lines.
 */
export async function recordAccepted(scope: OrgTransaction, lines: readonly EndedLine[]): Promise<void> {
  await record(scope, lines, 'REPORTED');
}

/**
 * Writes off the units of lines that can no longer be accepted. The lock order is that of `recordAccepted`.
 */
export async function recordWrittenOff(
  scope: OrgTransaction,
  lines: readonly EndedLine[],
  message: string,
): Promise<void> {
  await record(scope, lines, 'WRITTEN_OFF', message);
}

async function record(
  scope: OrgTransaction,
  ended: readonly EndedLine[],
  type: 'REPORTED' | 'WRITTEN_OFF',
  message?: string,
): Promise<void> {
  // Lines without units are skipped.
  const lines = ended.filter(({ quantity }) => Number(quantity) !== 0);
  if (lines.length === 0) return;
  const ids = [...new Set(lines.map(({ entitlement_id: id }) => id))].sort();
  await lockForUsage(scope, ids);
  await appendEntries(
    scope,
    lines.map(
      (line): NewEntry => ({
        entitlement_term_id: line.entitlement_term_id,
        entitlement_id: line.entitlement_id,
        type,
        dimension: line.dimension,
        quantity: line.quantity,
        unit_price: line.unit_price,
        amount: line.amount,
        usage_hour: line.bucket_hour,
        period_start: null,
        period_unit: null,
        report_id: line.report_id,
        line_id: line.id,
        run_id: null,
        message: message ?? null,
      }),
    ),
  );
  if (type !== 'REPORTED') return;
  await addReported(scope, lines);
  await scheduleChargedUsage(scope, ids);
}

async function addReported(scope: OrgTransaction, lines: readonly EndedLine[]): Promise<void> {
  const byTerm = groupBy(lines, ({ entitlement_term_id: id }) => id);
  await addUsedOfTerms(
    scope,
    [...byTerm].map(([id, ofTerm]) => ({
      entitlement_id: (ofTerm[0] as EndedLine).entitlement_id,
      id,
      used_credit_amount: '0',
      used_commit_amount: '0',
      reported_amount: ofTerm.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Exact(0)).toFixed(),
      decimal_parts: null,
      more_counts: printCounts(ofTerm.map((line) => ({ ...line, type: 'REPORTED' as const }))),
    })),
  );
}
