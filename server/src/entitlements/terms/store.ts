import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { type EntitlementRow, type TermRow, termColumnList, termColumns } from '../columns.ts';
import { insertText } from '../store.ts';

const ownOfService = ['shared_credit', 'priced_amount', 'priced_since', 'priced_until'];
const names = [...termColumns.map(([, column]) => column), ...ownOfService];

/** The record, and what only the service knows of it. */
const withSequence = `${termColumnList}, t.sequence, t.shared_credit, t.priced_amount, t.priced_since, t.priced_until`;

export const selectTerm = (scope: OrgScope, entitlementId: string, termId: string): Statement => ({
  name: 'select_term',
  text: `SELECT ${termColumnList} FROM entitlement_term t
         WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3`,
  values: [scope.organizationId, entitlementId, termId],
});

/** A term of an entitlement that the transaction has locked; locked too. */
export async function lockTerm(
  scope: OrgTransaction,
  entitlementId: string,
  termId: string,
): Promise<TermRow | undefined> {
  const rows = await scope.query<TermRow>({
    name: 'lock_term',
    text: `SELECT ${withSequence} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3 FOR UPDATE`,
    values: [scope.organizationId, entitlementId, termId],
  });
  return rows[0];
}

/** The terms of a locked entitlement that follow one another, without the parts of any; locked too. */
export const lockTerms = (scope: OrgTransaction, entitlementId: string): Promise<TermRow[]> =>
  scope.query<TermRow>({
    name: 'lock_terms',
    text: `SELECT ${withSequence} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND NOT t.info ? 'parentEntitlementTermId'
           ORDER BY t.start_time, t.id FOR UPDATE`,
    values: [scope.organizationId, entitlementId],
  });

/** The last term that was to begin by now, where it is not the one that the entitlement has. */
export async function lockDueTerm(
  scope: OrgTransaction,
  { id, entitlement_term_id: termId }: EntitlementRow,
): Promise<TermRow | undefined> {
  const rows = await scope.query<TermRow>({
    name: 'lock_due_term',
    text: `SELECT ${withSequence} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND NOT t.info ? 'parentEntitlementTermId'
             AND t.start_time <= $4 AND t.start_time > (SELECT r.start_time FROM entitlement_term r
               WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.id = $3)
           ORDER BY t.start_time DESC, t.id DESC LIMIT 1 FOR UPDATE`,
    values: [scope.organizationId, id, termId, scope.now],
  });
  return rows[0];
}

/** The parts of a locked term's divided commit, one after the other; locked too. */
export const lockParts = (scope: OrgTransaction, term: TermRow): Promise<TermRow[]> =>
  scope.query<TermRow>({
    name: 'lock_parts',
    text: `SELECT ${withSequence} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.info ->> 'parentEntitlementTermId' = $3
           ORDER BY t.start_time, t.id FOR UPDATE`,
    values: [scope.organizationId, term.entitlement_id, term.id],
  });

/** A new term. */
export async function insertTerm(scope: OrgTransaction, row: Row): Promise<void> {
  await scope.query({
    name: 'insert_term',
    text: insertText('entitlement_term', names),
    values: names.map((column) => row[column] ?? null),
  });
}

export type TermChange = {
  endTime?: string;
  commitAmount?: string | null | undefined;
  creditAmount?: string;
  info?: object;
  removeInfo?: readonly string[];
  /** Other terms that it is for, as JSON text, and what they cost for the whole time that it was priced for. */
  entitlementInfo?: string;
  pricedAmount?: string | null;
};

/** Writes what changed of a locked term, and answers it as it is then. */
export async function updateTerm(scope: OrgTransaction, term: TermRow, change: TermChange): Promise<TermRow> {
  const [row] = await scope.query<TermRow>({
    name: 'change_term',
    text: `UPDATE entitlement_term t SET end_time = coalesce($4, t.end_time),
             credit_amount = coalesce($5::numeric, t.credit_amount), info = (t.info || $6::jsonb) - $7::text[],
             commit_amount = CASE WHEN $10::jsonb IS NULL THEN coalesce($9::numeric, t.commit_amount) ELSE $9 END,
             priced_amount = CASE WHEN $10::jsonb IS NULL THEN t.priced_amount ELSE $11 END,
             entitlement_info = coalesce($10::jsonb, t.entitlement_info), last_update_time = $8, sequence = t.sequence + 1
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3 RETURNING ${withSequence}`,
    values: [
      ...[scope.organizationId, term.entitlement_id, term.id, change.endTime, change.creditAmount],
      ...[JSON.stringify(change.info ?? {}), change.removeInfo ?? [], scope.now],
      ...[change.commitAmount, change.entitlementInfo, change.pricedAmount],
    ],
  });
  if (!row) throw new Error(`term ${term.id} is not there`);
  return row;
}

/** Takes away a locked term. */
export async function deleteTerm(scope: OrgTransaction, term: TermRow): Promise<void> {
  await scope.query({
    name: 'delete_term',
    text: 'DELETE FROM entitlement_term WHERE organization_id = $1 AND entitlement_id = $2 AND id = $3',
    values: [scope.organizationId, term.entitlement_id, term.id],
  });
}

/**
 * Since when the price that is agreed now holds: the start of the last term that was bought or renewed, or that began
 * with the offer which changed the agreement.
 */
export async function pricedSince(
  scope: OrgTransaction,
  { id, offer_id: offerId }: EntitlementRow,
): Promise<string | undefined> {
  const [row] = await scope.query<{ start_time: string | null }>({
    name: 'priced_since',
    text: `WITH term AS (
             SELECT id, start_time, offer_id, info ->> 'type' AS type FROM entitlement_term
             WHERE organization_id = $1 AND entitlement_id = $2),
           first_of_offer AS (
             SELECT start_time, type FROM term WHERE offer_id = $3 ORDER BY start_time, id LIMIT 1)
           SELECT greatest(
             (SELECT max(start_time) FROM term WHERE type IN ('Signup', 'AutoRenew', 'ManualRenew')),
             (SELECT start_time FROM first_of_offer WHERE type = 'PlanChange')) AS start_time`,
    values: [scope.organizationId, id, offerId],
  });
  return row?.start_time ?? undefined;
}
