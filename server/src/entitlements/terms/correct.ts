import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type EntitlementRow, termEvents } from '../columns.ts';
import type { Derived } from '../derive/index.ts';
import { balanced } from './commit-balance.ts';
import { boughtTerm } from './life.ts';
import { currencyOf, fromLife } from './row-conversion.ts';
import { correctTerm, lockParts, lockTerms } from './store.ts';

/**
 * Corrects the one term of an entitlement that was made before its agreement was seen: it begins, ends and carries what
 * was agreed on, and keeps what was used of it, which is the least that it carries.
 * @param row the entitlement as it is now
 * @returns false, and changes nothing, where something came of it already: terms more, or parts
 */
export async function correctOnlyTerm(
  scope: OrgTransaction,
  row: EntitlementRow,
  { startTime, endTime, commitAmount, creditAmount }: Derived,
): Promise<boolean> {
  const [term, ...others] = await lockTerms(scope, row.id);
  if (!term || others.length > 0 || (await lockParts(scope, term)).length > 0) return false;
  const agreed = boughtTerm({ start: startTime, end: endTime }, commitAmount);
  const [right = agreed] = balanced(
    [{ ...agreed, drawn: term.drawn_commit }],
    currencyOf({ entitlement_info: row.info }),
  );
  const corrected = await correctTerm(scope, term, {
    ...fromLife(right),
    external_entitlement_id: row.external_id,
    offer_id: row.offer_id,
    product_id: row.product_id,
    buyer_id: row.buyer_id,
    entitlement_info: row.info,
    credit_amount: creditAmount,
  });
  await scope.query(termEvents.record(scope, 'UPDATE', corrected, term));
  return true;
}
