import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import { lockEntitlement } from '../store.ts';
import type { LifeTerm } from './life.ts';
import { toLife } from './row-conversion.ts';
import { lockTerms } from './store.ts';

/** A term with what it is billed by. */
export type BilledTerm = {
  id: string;
  start: string;
  end: string | null;
  /** The time that was bought or renewed at once, of which the term is a part. */
  bought: { start: string; end: string | null };
  info: EntitlementInfo;
};

/** An entitlement with its terms, in their order, without the parts of any; all of it locked. */
export type BilledEntitlement = { entitlement: EntitlementRow; terms: BilledTerm[] };

/** Locks an entitlement and its terms, to bill it. */
export async function lockForBilling(
  scope: OrgTransaction,
  id: string,
): Promise<BilledEntitlement | undefined> {
  const entitlement = await lockEntitlement(scope, id);
  if (!entitlement) return undefined;
  const rows = (await lockTerms(scope, id)).filter(({ start_time: start }) => start !== null);
  const life = toLife(rows);
  return { entitlement, terms: rows.map((row, index) => billed(row, life[index] as LifeTerm)) };
}

const billed = (row: TermRow, { id, start, end, priced }: LifeTerm): BilledTerm => ({
  id,
  start,
  end,
  bought: { start: priced.since, end: priced.until },
  info: JSON.parse(row.entitlement_info) as EntitlementInfo,
});
