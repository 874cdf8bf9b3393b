import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { BilledRow } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import { lockEntitlements } from '../store.ts';
import type { LifeTerm } from './life.ts';
import { toLife } from './row-conversion.ts';
import { lockTermsOfMany } from './store.ts';

/** A term with what it is billed by. */
export type BilledTerm = {
  id: string;
  start: string;
  end: string | null;
  /** The time that was bought or renewed at once, of which the term is a part. */
  bought: { start: string; end: string | null; agreed?: string | undefined };
  info: EntitlementInfo;
};

/** An entitlement, what was sold by it, and its terms, in their order, without the parts of any; all of it locked. */
export type BilledEntitlement = { entitlement: BilledRow; info: EntitlementInfo; terms: BilledTerm[] };

/** Locks entitlements and their terms, in the order of their ids, to bill them. */
export async function lockForBilling(
  scope: OrgTransaction,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<BilledEntitlement[]> {
  // Without a choice they are asked at once, and answered in this order: entitlements are locked first.
  const asked = lockEntitlements(scope, ids, skipLocked);
  const lockedTerms = skipLocked ? undefined : lockTermsOfMany(scope, ids);
  const [entitlements, known] = await Promise.all([asked, lockedTerms]);
  if (entitlements.length === 0) return [];
  const locked = entitlements.map(({ id }) => id);
  const terms = groupBy(known ?? (await lockTermsOfMany(scope, locked)), (term) => term.entitlement_id);
  return entitlements.map((entitlement) => {
    const rows = (terms.get(entitlement.id) ?? []).filter(({ start_time: start }) => start !== null);
    // Each is read once: most of what a draft reads are these.
    const infos = rows.map((row) => JSON.parse(row.entitlement_info) as EntitlementInfo);
    const info = JSON.parse(entitlement.info) as EntitlementInfo;
    const life = toLife(rows, infos);
    return {
      entitlement,
      info,
      terms: life.map((term, index) => billed(term, infos[index] as EntitlementInfo)),
    };
  });
}

const billed = ({ id, start, end, priced }: LifeTerm, info: EntitlementInfo): BilledTerm => ({
  id,
  start,
  end,
  bought: { start: priced.since, end: priced.until, agreed: priced.agreed },
  info,
});
