import { addUsedOfTerms, keepCreditEntries, lockForUsage } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { NewEntry } from './entries.ts';
import { appendEntries } from './store.ts';

/**
 * Deducts credit that was used in system B from the current term. Each credit ledger entry is applied once
 * (R64).
 * @param entries used amounts by entry id
 * @returns the ids of the entries that were applied
 */
export async function applyCreditEntries(
  scope: OrgTransaction,
  entitlementId: string,
  entries: Readonly<Record<string, number>>,
): Promise<string[]> {
  const kept = await keepCreditEntries(scope, entitlementId, entries);
  if (!kept) return [];
  const { added, termId } = kept;
  await lockForUsage(scope, [entitlementId]);
  await appendEntries(
    scope,
    added.map(([id, amount]) => entryOf(entitlementId, termId, id, amount)),
  );
  const used = added.reduce((sum, [, amount]) => sum.plus(amount), new Exact(0));
  await addUsedOfTerms(scope, [
    {
      entitlement_id: entitlementId,
      id: termId,
      used_credit_amount: used.toFixed(),
      used_commit_amount: '0',
      reported_amount: '0',
      decimal_parts: null,
      more_counts: null,
    },
  ]);
  return added.map(([id]) => id);
}

/** Creates an entry without units, because only system B stores the units. */
const entryOf = (entitlementId: string, termId: string, id: string, amount: number): NewEntry => ({
  entitlement_term_id: termId,
  entitlement_id: entitlementId,
  type: 'CREDIT',
  dimension: null,
  quantity: null,
  unit_price: null,
  amount: new Exact(amount).toFixed(),
  usage_hour: null,
  period_start: null,
  period_unit: null,
  report_id: null,
  line_id: null,
  run_id: null,
  message: `Used in system B, credit ledger entry ${id}.`,
});
