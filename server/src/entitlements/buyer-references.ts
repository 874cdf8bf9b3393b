import type { BuyerReferences } from '../buyers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type EventFact, recordEvents } from '../platform/events/record-event.ts';
import {
  type EntitlementRow,
  entitlementColumnList,
  entitlementEvents,
  termColumnList,
  termEvents,
} from './columns.ts';
import { over } from './states.ts';

/** Rows that are read, changed and recorded per round. */
const portion = 500;

/**
 * Replaces merged buyers in entitlements and their terms, in batches, in the order of their ids, with an event
 * for each changed record.
 */
async function repointBuyers(scope: OrgTransaction, from: readonly string[], to: string): Promise<void> {
  for (let changed = portion; changed === portion; ) {
    const before = await scope.query<EntitlementRow>({
      name: 'lock_entitlements_of_buyers',
      text: `SELECT ${entitlementColumnList} FROM entitlement e
             WHERE e.organization_id = $1 AND e.id IN (
               SELECT l.entitlement_id FROM entitlement_buyer l WHERE l.organization_id = $1 AND l.buyer_id = ANY ($2))
             ORDER BY e.id LIMIT ${portion} FOR UPDATE`,
      values: [scope.organizationId, from],
    });
    const ids = before.map(({ id }) => id);
    const rows = await scope.query<RowOf<'entitlement', 'id' | 'sequence'>>({
      name: 'repoint_entitlements',
      text: `UPDATE entitlement e SET buyer_id = CASE WHEN e.buyer_id = ANY ($5) THEN $3 ELSE e.buyer_id END,
               meta_info = with_merged_buyers(e.meta_info, $5, $3), last_update_time = $4, sequence = e.sequence + 1
             WHERE e.organization_id = $1 AND e.id = ANY ($2) RETURNING ${entitlementColumnList}, e.sequence`,
      values: [scope.organizationId, ids, to, scope.now, from],
    });
    const facts = [
      ...entitlementEvents.facts('UPDATE', rows, before, { audited: false }),
      ...(await repointTerms(scope, ids, from, to)),
    ];
    if (facts.length > 0) await scope.query(recordEvents(scope, facts));
    await repointRequests(scope, ids, from, to);
    changed = before.length;
  }
}

async function repointTerms(
  scope: OrgTransaction,
  entitlementIds: readonly string[],
  from: readonly string[],
  to: string,
): Promise<EventFact[]> {
  const before = await scope.query<RowOf<'entitlement_term', 'id' | 'sequence'>>({
    name: 'lock_terms_of_buyers',
    text: `SELECT ${termColumnList} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = ANY ($2) AND t.buyer_id = ANY ($3) FOR UPDATE`,
    values: [scope.organizationId, entitlementIds, from],
  });
  const rows = await scope.query<RowOf<'entitlement_term', 'id' | 'sequence'>>({
    name: 'repoint_terms',
    text: `UPDATE entitlement_term t SET buyer_id = $4, last_update_time = $5, sequence = t.sequence + 1
           WHERE t.organization_id = $1 AND t.entitlement_id = ANY ($2) AND t.buyer_id = ANY ($3)
           RETURNING ${termColumnList}, t.sequence`,
    values: [scope.organizationId, entitlementIds, from, to, scope.now],
  });
  return termEvents.facts('UPDATE', rows, before, { audited: false });
}

/** Replaces merged buyers in requests. The events of the entitlements record the merge. */
async function repointRequests(
  scope: OrgTransaction,
  entitlementIds: readonly string[],
  from: readonly string[],
  to: string,
): Promise<void> {
  await scope.query({
    name: 'repoint_entitlement_requests',
    text: `UPDATE entitlement_request r SET buyer_id = $4
           WHERE r.organization_id = $1 AND r.entitlement_id = ANY ($2) AND r.buyer_id = ANY ($3)`,
    values: [scope.organizationId, entitlementIds, from, to],
  });
}

/** References to buyers in entitlements. Entitlements do not refer to contacts. */
export const entitlementReferences: BuyerReferences = {
  repointBuyers,
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query<RowOf<'entitlement_term', 'id' | 'sequence'>>({
      name: 'find_live_entitlement_of_buyer',
      text: `SELECT id FROM entitlement
             WHERE organization_id = $1 AND buyer_id = $2 AND NOT status = ANY ($3) LIMIT 1`,
      values: [scope.organizationId, buyerId, over],
    });
    return rows.length > 0;
  },
  revokeLinks: async (scope, buyerId) => {
    await scope.query({
      name: 'revoke_links_of_buyer',
      text: `UPDATE entitlement e SET spa_version = e.spa_version + 1 FROM (
               SELECT id FROM entitlement WHERE organization_id = $1 AND buyer_id = $2 ORDER BY id FOR UPDATE) locked
             WHERE e.organization_id = $1 AND e.id = locked.id`,
      values: [scope.organizationId, buyerId],
    });
  },
  dropContact: async () => {},
};
