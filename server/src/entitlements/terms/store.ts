import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import {
  changes,
  columns,
  defineStatement,
  insertInto,
  parameters,
  rows,
  selectList,
} from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { NewRowOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import {
  type ConsumedCommit,
  type EntitlementRow,
  type LifeRow,
  lifeOfTerm,
  type TermRow,
  termColumnList,
  termColumns,
  termEvents,
  wholeTerm,
} from '../columns.ts';

const written = [
  ...termColumns.map(([, column]) => column),
  'shared_credit',
  'carried_credit',
  'priced_amount',
  'priced_since',
  'priced_until',
] as const;

export const selectTerm = (scope: OrgScope, entitlementId: string, termId: string): Statement => ({
  name: 'select_term',
  text: `SELECT ${termColumnList} FROM entitlement_term t
         WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3`,
  values: [scope.organizationId, entitlementId, termId],
});

/** Locks a term; the caller has locked its entitlement. */
export async function lockTerm(
  scope: OrgTransaction,
  entitlementId: string,
  termId: string,
): Promise<TermRow | undefined> {
  const rows = await scope.query<TermRow>({
    name: 'lock_term',
    text: `SELECT ${wholeTerm} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.id = $3 FOR UPDATE`,
    values: [scope.organizationId, entitlementId, termId],
  });
  return rows[0];
}

/** SQL for the consumed commit of a term `t`, including its sub terms if the commit is divided. */
const drawnCommit = `coalesce(t.used_commit_amount, 0) + CASE WHEN NOT t.info ? 'isCommitDivided' THEN 0 ELSE (
             SELECT coalesce(sum(coalesce(p.used_commit_amount, 0) + least(p.used_credit_amount, p.shared_credit)), 0)
             FROM entitlement_term p WHERE p.organization_id = t.organization_id AND p.entitlement_id = t.entitlement_id
               AND p.info ->> 'parentEntitlementTermId' = t.id) END AS drawn_commit`;

/** The row of a term with the consumed amount of its commit. */
export type DrawnTermRow = TermRow & ConsumedCommit;

/** Locks the terms of a locked entitlement in order, without parts. */
export const lockTerms = (scope: OrgTransaction, entitlementId: string): Promise<DrawnTermRow[]> =>
  scope.query<DrawnTermRow>({
    name: 'lock_terms',
    text: `SELECT ${wholeTerm}, ${drawnCommit} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND NOT t.info ? 'parentEntitlementTermId'
           ORDER BY t.start_time, t.id FOR UPDATE`,
    values: [scope.organizationId, entitlementId],
  });

/** Locks the terms of locked entitlements in order, without parts; reads the columns for billing. */
export const lockTermsOfMany = (
  scope: OrgTransaction,
  entitlementIds: readonly string[],
): Promise<LifeRow[]> =>
  scope.query<LifeRow>({
    name: 'lock_terms_of_many',
    text: `SELECT ${selectList<'entitlement_term'>('t', lifeOfTerm)}, ${drawnCommit} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = ANY ($2::text[]) AND NOT t.info ? 'parentEntitlementTermId'
           ORDER BY t.entitlement_id, t.start_time, t.id FOR UPDATE`,
    values: [scope.organizationId, entitlementIds],
  });

/** Locks the last term that has started by now, if it is not yet the entitlement’s current term. */
export async function lockDueTerm(
  scope: OrgTransaction,
  { id, entitlement_term_id: termId }: EntitlementRow,
): Promise<TermRow | undefined> {
  const rows = await scope.query<TermRow>({
    name: 'lock_due_term',
    text: `SELECT ${wholeTerm} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND NOT t.info ? 'parentEntitlementTermId'
             AND t.start_time <= $4 AND t.start_time > (SELECT r.start_time FROM entitlement_term r
               WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.id = $3)
           ORDER BY t.start_time DESC, t.id DESC LIMIT 1 FOR UPDATE`,
    values: [scope.organizationId, id, termId, scope.now],
  });
  return rows[0];
}

/** The columns of a term that decide whether it can be divided. */
export type DividedTerm = Pick<
  TermRow,
  'id' | 'info' | 'entitlement_info' | 'commit_amount' | 'used_commit_amount'
>;

/**
 * Reads the current term without a lock: the entitlement’s current term, or the last term that has started
 * since.
 */
export async function findRunningTerm(
  scope: OrgTransaction,
  { id, entitlement_term_id: termId }: EntitlementRow,
): Promise<DividedTerm | undefined> {
  const rows = await scope.query<DividedTerm>({
    name: 'find_running_term',
    text: `SELECT t.id, t.info, t.entitlement_info, t.commit_amount, t.used_commit_amount FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2
             AND (t.id = $3 OR (NOT t.info ? 'parentEntitlementTermId'
               AND t.start_time <= $4 AND t.start_time > (SELECT r.start_time FROM entitlement_term r
                 WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.id = $3)))
           ORDER BY t.start_time DESC, t.id DESC LIMIT 1`,
    values: [scope.organizationId, id, termId, scope.now],
  });
  return rows[0];
}

/** Locks the parts of a locked term’s divided commit, in order. */
export const lockParts = (scope: OrgTransaction, term: TermRow): Promise<TermRow[]> =>
  scope.query<TermRow>({
    name: 'lock_parts',
    text: `SELECT ${wholeTerm} FROM entitlement_term t
           WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND t.info ->> 'parentEntitlementTermId' = $3
           ORDER BY t.start_time, t.id FOR UPDATE`,
    values: [scope.organizationId, term.entitlement_id, term.id],
  });

/** A new row of a term; maps are JSON text, amounts decimals. */
export type NewTermRow = NewRowOf<'entitlement_term', (typeof written)[number]>;

const insert = insertInto('insert_term', 'entitlement_term', written);

/** Inserts a term. */
export async function insertTerm(scope: OrgTransaction, row: NewTermRow): Promise<void> {
  await scope.query(insert(row));
}

const insertMany = defineStatement(
  'insert_terms_of_the_past',
  { terms: rows('entitlement_term', written) },
  ({ terms }) => `${terms.insert('n', { sequence: '0' })} FROM ${terms.unnest('n')}`,
);

/** Inserts imported terms, without events. */
export const insertTermsOfPast = (terms: readonly NewTermRow[]): Statement => insertMany({ terms });

export type TermChange = {
  endTime?: string;
  commitAmount?: string | null | undefined;
  creditAmount?: string;
  carriedCredit?: string;
  info?: object;
  removeInfo?: readonly string[];
  /** New terms of trade, as JSON text. */
  entitlementInfo?: string;
  /** The new price of the whole purchased period; written together with the commit. */
  pricedAmount?: string | null;
};

const update = defineStatement(
  'change_term',
  {
    key: columns('entitlement_term', ['organization_id', 'entitlement_id', 'id']),
    written: columns('entitlement_term', ['last_update_time']),
    given: changes('entitlement_term', ['end_time', 'credit_amount', 'carried_credit', 'entitlement_info']),
    amounts: columns('entitlement_term', ['commit_amount', 'priced_amount']),
    more: parameters({ info: 'jsonb', removeInfo: 'text[]', isPricedAnew: 'boolean' }),
  },
  ({
    key,
    written,
    given,
    amounts,
    more,
  }) => `UPDATE entitlement_term t SET ${given.set('t')}, ${written.set},
      info = (t.info || ${more.info}) - ${more.removeInfo},
      commit_amount = CASE WHEN ${more.isPricedAnew} THEN ${amounts.at.commit_amount}
                      ELSE coalesce(${amounts.at.commit_amount}, t.commit_amount) END,
      priced_amount = CASE WHEN ${more.isPricedAnew} THEN ${amounts.at.priced_amount} ELSE t.priced_amount END,
      sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${wholeTerm}`,
);

/** Updates a locked term, and returns the new row. */
export async function updateTerm(scope: OrgTransaction, term: TermRow, change: TermChange): Promise<TermRow> {
  const [row] = await scope.query<TermRow>(
    update({
      key: { organization_id: scope.organizationId, entitlement_id: term.entitlement_id, id: term.id },
      written: { last_update_time: scope.now },
      given: {
        end_time: change.endTime,
        credit_amount: change.creditAmount,
        carried_credit: change.carriedCredit,
        entitlement_info: change.entitlementInfo,
      },
      amounts: { commit_amount: change.commitAmount, priced_amount: change.pricedAmount },
      more: {
        info: JSON.stringify(change.info ?? {}),
        removeInfo: change.removeInfo ?? [],
        isPricedAnew: change.pricedAmount !== undefined,
      },
    }),
  );
  if (!row) throw new Error(`term ${term.id} does not exist`);
  return row;
}

/** Deletes a locked term. */
export async function deleteTerm(scope: OrgTransaction, term: TermRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'delete_term',
      text: 'DELETE FROM entitlement_term WHERE organization_id = $1 AND entitlement_id = $2 AND id = $3',
      values: [scope.organizationId, term.entitlement_id, term.id],
    }),
  );
}

/** Reads the start of the current price: of the last term that was bought or renewed, or that an offer amended. */
export async function pricedSince(
  scope: OrgTransaction,
  { id, offer_id: offerId }: EntitlementRow,
): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'entitlement_term', 'start_time'>>({
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

const correction = defineStatement(
  'correct_term',
  {
    key: columns('entitlement_term', ['organization_id', 'entitlement_id', 'id']),
    term: columns('entitlement_term', [
      'external_entitlement_id',
      'offer_id',
      'product_id',
      'buyer_id',
      'entitlement_info',
      'start_time',
      'end_time',
      'commit_amount',
      'credit_amount',
      'priced_amount',
      'priced_since',
      'priced_until',
      'last_update_time',
    ]),
  },
  ({ key, term }) => `UPDATE entitlement_term t SET ${term.set}, sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${wholeTerm}`,
);
type Correction = Omit<Parameters<typeof correction>[0]['term'], 'last_update_time'>;

/** Overwrites a locked term except its usage, and returns the new row. */
export async function correctTerm(scope: OrgTransaction, term: TermRow, right: Correction): Promise<TermRow> {
  const [row] = await scope.query<TermRow>(
    correction({
      key: { organization_id: scope.organizationId, entitlement_id: term.entitlement_id, id: term.id },
      term: { ...right, last_update_time: scope.now },
    }),
  );
  return row as TermRow;
}

/** Inserts a term, with its event. */
export async function createTerm(scope: OrgTransaction, row: NewTermRow): Promise<void> {
  await insertTerm(scope, row);
  await scope.query(termEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
}

/** Updates a locked term, with the event of the change. */
export async function changeTerm(scope: OrgTransaction, term: TermRow, change: TermChange): Promise<TermRow> {
  const row = await updateTerm(scope, term, change);
  await scope.query(termEvents.record(scope, 'UPDATE', row, term));
  return row;
}

/** Deletes a locked term; its events stay. */
export async function removeTerm(scope: OrgTransaction, term: TermRow): Promise<void> {
  await deleteTerm(scope, term);
  const removed = { ...term, sequence: term.sequence + 1 };
  await scope.query(termEvents.record(scope, 'DELETE', removed, term));
}
