import { addUsedOfTerms, keepCreditEntries, lockForUsage } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { NewEntry } from './entries.ts';
import { appendEntries } from './store.ts';

/**
 * Takes what usage used up of credit in system B, by its credit ledger entries, from the credit of the term that runs. Each
 * entry is applied once, ever (R64).
 * @param entries the amounts that were used up, by the entry's id
 * @returns the entries that were applied
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

/** An entry of money alone: of which units it is, system B knows. */
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
  message: `Used up in system B, by its entry ${id}.`,
});
