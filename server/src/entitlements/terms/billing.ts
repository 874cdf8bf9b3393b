import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { BilledRow } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import { lockEntitlements } from '../store.ts';
import type { LifeTerm } from './life.ts';
import { toLife } from './row-conversion.ts';
import { lockTermsOfMany } from './store.ts';

/** A term, with the fields that billing needs. */
export type BilledTerm = {
  id: string;
  start: string;
  end: string | null;
  /** The period that was bought or renewed together, of which the term is a part. */
  bought: { start: string; end: string | null; agreed?: string | undefined };
  info: EntitlementInfo;
};

/** A locked entitlement with its info and its locked terms in order, without parts. */
export type BilledEntitlement = { entitlement: BilledRow; info: EntitlementInfo; terms: BilledTerm[] };

/** Locks entitlements and their terms for billing, in the order of their ids. */
export async function lockForBilling(
  scope: OrgTransaction,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<BilledEntitlement[]> {
  // If no rows are skipped, both statements are sent together and run in this order, so entitlements are locked
  // first.
  const asked = lockEntitlements(scope, ids, skipLocked);
  const lockedTerms = skipLocked ? undefined : lockTermsOfMany(scope, ids);
  const [entitlements, known] = await Promise.all([asked, lockedTerms]);
  if (entitlements.length === 0) return [];
  const locked = entitlements.map(({ id }) => id);
  const terms = groupBy(known ?? (await lockTermsOfMany(scope, locked)), (term) => term.entitlement_id);
  return entitlements.map((entitlement) => {
    const rows = (terms.get(entitlement.id) ?? []).filter(({ start_time: start }) => start !== null);
    // Parse each info once, because drafts spend most of their reading time on parsing.
    const infos = rows.map((row) => JSON.parse(row.entitlement_info) as EntitlementInfo);
    const info = JSON.parse(entitlement.info) as EntitlementInfo;
    const life = toLife(rows, infos);
    return {
      entitlement,
      info,
      terms: life.map((term, index) => billedTerm(term, infos[index] as EntitlementInfo)),
    };
  });
}

const billedTerm = ({ id, start, end, priced }: LifeTerm, info: EntitlementInfo): BilledTerm => ({
  id,
  start,
  end,
  bought: { start: priced.since, end: priced.until, agreed: priced.agreed },
  info,
});
