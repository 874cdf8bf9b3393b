import type { OrgTransaction } from '../../platform/access/scope.ts';
import { defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type EntitlementRow, entitlementColumnList, entitlementEvents, type LifeRow } from '../columns.ts';
import type { EntitlementStatus } from '../states.ts';
import { wasCut } from './commit-balance.ts';
import type { LifeTerm } from './life.ts';
import { currencyOf, toLife } from './row-conversion.ts';
import { changeTerm, lockTerm, lockTermsOfMany, type TermChange } from './store.ts';

const ofTerm = [
  'id',
  'entitlement_id',
  'partner',
  'offer_id',
  'product_id',
  'info',
  'commit_amount',
  'credit_amount',
  'used_commit_amount',
  'used_credit_amount',
  'carried_credit',
  'shared_credit',
  'start_time',
  'end_time',
  'priced_amount',
  'priced_until',
] as const;

/** A term or sub term, with the columns for settling usage. */
export type UsageTerm = RowOf<'entitlement_term', (typeof ofTerm)[number]> & {
  /** JSON text of fields from the term’s info. */
  dimensions: string | null;
  oversized: boolean | null;
  overage: boolean | null;
};

/** An entitlement locked for settling usage, with all of its terms. */
export type UsageEntitlement = RowOf<
  'entitlement',
  'id' | 'partner' | 'status' | 'end_time',
  { status: EntitlementStatus }
> & { terms: UsageTerm[] };

/** Locks entitlements in the order of their ids, then their terms and parts, oldest first. */
export async function lockForUsage(
  scope: OrgTransaction,
  ids: readonly string[],
): Promise<UsageEntitlement[]> {
  const [entitlements, terms] = await Promise.all([
    scope.query<Omit<UsageEntitlement, 'terms'>>({
      name: 'lock_entitlements_for_usage',
      text: `SELECT e.id, e.partner, e.end_time, e.status FROM entitlement e
             WHERE e.organization_id = $1 AND e.id = ANY($2::text[]) ORDER BY e.id FOR UPDATE`,
      values: [scope.organizationId, ids],
    }),
    scope.query<UsageTerm>({
      name: 'lock_terms_for_usage',
      text: `SELECT ${ofTerm.map((column) => `t.${column}`).join(', ')},
               t.entitlement_info -> 'dimensions' AS dimensions,
               t.entitlement_info -> 'dimensionsOversized' = 'true'::jsonb AS oversized,
               (t.entitlement_info ->> 'isMeteringOverageCommit')::boolean AS overage
             FROM entitlement_term t WHERE t.organization_id = $1 AND t.entitlement_id = ANY($2::text[])
             ORDER BY t.entitlement_id, t.start_time, t.id FOR UPDATE`,
      values: [scope.organizationId, ids],
    }),
  ]);
  const byEntitlement = groupBy(terms, ({ entitlement_id: id }) => id);
  return entitlements.map((entitlement) => ({
    ...entitlement,
    terms: byEntitlement.get(entitlement.id) ?? [],
  }));
}

/** The commit balance of a sale with a term that ended early: its terms in order, without sub terms. */
export type CommitBalance = { currency: string; terms: readonly LifeTerm[] };

/**
 * Reads the commit balances of locked entitlements with a term that ended early, by entitlement id. Usage in
 * the period of such a term may consume amounts that moved to later terms. In other entitlements each term has
 * its own commit.
 */
export async function readCommitBalances(
  scope: OrgTransaction,
  entitlements: readonly UsageEntitlement[],
): Promise<Map<string, CommitBalance>> {
  const ids = entitlements.flatMap(({ id, terms }) =>
    terms.some((term) => wasCut(term.end_time, term.priced_until)) ? [id] : [],
  );
  const rows = ids.length === 0 ? [] : await lockTermsOfMany(scope, ids);
  return new Map(
    [...groupBy(rows, ({ entitlement_id: id }) => id)].map(([id, ofOne]) => {
      const begun = ofOne.filter(({ start_time: start }) => start !== null);
      return [id, { currency: currencyOf(begun[0] as LifeRow), terms: toLife(begun) }];
    }),
  );
}

/** Increments of a locked term’s amounts; decimals, as text. */
export type TermIncrements = {
  entitlement_id: string;
  id: string;
  used_credit_amount: string;
  used_commit_amount: string;
  reported_amount: string;
  /** JSON text of the unreported fractions by dimension; null leaves the stored fractions unchanged. */
  decimal_parts: string | null;
  /** JSON text of the increments of UsageCounts by dimension; null leaves the stored counts unchanged. */
  more_counts: string | null;
};

/** Units of a dimension by outcome; decimals, as text in JSON. */
export type UsageCounts = Partial<Record<'includedCount' | 'creditCount' | 'reportedCount', string>>;

/** SQL for the counts of a term plus the increments. */
const addedCounts = `(
        SELECT jsonb_object_agg(s.dimension, s.counts) FROM (
          SELECT a.dimension, jsonb_object_agg(a.name, a.quantity) AS counts FROM (
            SELECT d.key AS dimension, c.key AS name, trim_scale(sum(c.value::numeric)) AS quantity
            FROM (SELECT key, value FROM jsonb_each(t.usage_counts) UNION ALL SELECT key, value FROM jsonb_each(u.more_counts::jsonb)) d,
              jsonb_each_text(d.value) c
            GROUP BY 1, 2) a
          GROUP BY 1) s)`;

const addUsed = defineStatement(
  'add_used_of_terms',
  {
    more: parameters({ organizationId: 'text', now: 'timestamptz' }),
    used: rows(
      'entitlement_term',
      ['entitlement_id', 'id', 'used_credit_amount', 'used_commit_amount', 'reported_amount'],
      { decimal_parts: 'text', more_counts: 'text' },
    ),
  },
  ({ more, used }) => `
    UPDATE entitlement_term t SET
      used_credit_amount = trim_scale(coalesce(t.used_credit_amount, 0) + u.used_credit_amount),
      used_commit_amount = trim_scale(coalesce(t.used_commit_amount, 0) + u.used_commit_amount),
      reported_amount = trim_scale(coalesce(t.reported_amount, 0) + u.reported_amount),
      info = CASE WHEN u.decimal_parts IS NULL THEN t.info
             ELSE jsonb_set(t.info, '{dimensionQuantityDecimalParts}', u.decimal_parts::jsonb) END,
      usage_counts = CASE WHEN u.more_counts IS NULL THEN t.usage_counts ELSE ${addedCounts} END,
      last_update_time = ${more.now}
    FROM ${used.unnest('u')}
    WHERE t.organization_id = ${more.organizationId} AND t.entitlement_id = u.entitlement_id AND t.id = u.id`,
);

/** Adds used and reported amounts to locked terms. */
export async function addUsedOfTerms(scope: OrgTransaction, used: readonly TermIncrements[]): Promise<void> {
  if (used.length === 0) return;
  await scope.query(addUsed({ more: { organizationId: scope.organizationId, now: scope.now }, used }));
}

/** Writes credit and commit of a locked term that late usage moved between terms, with the event. */
export async function setTermAmounts(
  scope: OrgTransaction,
  entitlementId: string,
  termId: string,
  amounts: Pick<TermChange, 'creditAmount' | 'carriedCredit' | 'commitAmount'>,
): Promise<void> {
  const term = await lockTerm(scope, entitlementId, termId);
  if (!term) throw new Error(`term ${termId} does not exist`);
  await changeTerm(scope, term, amounts);
}

/** Records that usage of locked entitlements was settled. */
export async function recordMetered(scope: OrgTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await scope.query<EntitlementRow>({
    name: 'count_metered_entitlements',
    text: `UPDATE entitlement e SET sequence = e.sequence + 1
           WHERE e.organization_id = $1 AND e.id = ANY($2::text[]) RETURNING ${entitlementColumnList}, e.sequence`,
    values: [scope.organizationId, ids],
  });
  await scope.query(recordEvents(scope, entitlementEvents.facts('METER', rows, [], { audited: false })));
}
