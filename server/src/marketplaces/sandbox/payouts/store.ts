import type { OrgTransaction } from '../../../platform/access/scope.ts';
import {
  defineStatement,
  insertInto,
  rows,
  selectList,
} from '../../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../../platform/database/rows.ts';
import type { BilledUsage, RevenueLine } from '../../revenue.ts';
import type { DayOfUsage } from './sales.ts';

const saleColumns = [
  'organization_id',
  'id',
  'partner',
  'agreement_id',
  'sold_id',
  'parent_id',
  'kind',
  'dimension',
  'day',
  'quantity',
  'currency',
  'gross',
  'fee',
  'tax',
  'creation_time',
] as const satisfies readonly ColumnOf<'sandbox_sale'>[];

export type SaleRow = RowOf<'sandbox_sale', (typeof saleColumns)[number] | 'version'>;
const shown = selectList<'sandbox_sale'>('s', [...saleColumns, 'version']);
const insertSaleRow = insertInto('sandbox_insert_sale', 'sandbox_sale', saleColumns, {
  after: `RETURNING ${saleColumns.join(', ')}, version`,
});

/** Stores a sale and returns it. */
export async function insertSale(
  scope: OrgTransaction,
  sale: Parameters<typeof insertSaleRow>[0],
): Promise<SaleRow> {
  const [row] = await scope.query<SaleRow>(insertSaleRow(sale));
  return row as SaleRow;
}

/** Finds the sales that were billed before a time and are not paid out, oldest first. */
export const findUnpaid = (scope: OrgTransaction, partner: string, before: Date): Promise<SaleRow[]> =>
  scope.query<SaleRow>({
    name: 'sandbox_unpaid_sales',
    text: `SELECT ${shown} FROM sandbox_sale s
           WHERE s.organization_id = $1 AND s.partner = $2 AND s.payout_id IS NULL AND s.creation_time < $3 ORDER BY s.id`,
    values: [scope.organizationId, partner, before],
  });

/** Finds the sale of an invoice and its refunds. */
export const findSaleWithRefunds = (
  scope: OrgTransaction,
  partner: string,
  agreementId: string,
  id: string,
): Promise<SaleRow[]> =>
  scope.query<SaleRow>({
    name: 'sandbox_sale_with_refunds',
    text: `SELECT ${shown} FROM sandbox_sale s
           WHERE s.organization_id = $1 AND s.partner = $2 AND s.agreement_id = $3 AND (s.id = $4 OR s.parent_id = $4)
           ORDER BY s.id FOR UPDATE`,
    values: [scope.organizationId, partner, agreementId, id],
  });

/** Updates a sale to its corrected amounts. */
export async function correctSale(
  scope: OrgTransaction,
  { id, gross, fee, tax }: Pick<SaleRow, 'id' | 'gross' | 'fee' | 'tax'>,
): Promise<SaleRow> {
  const [row] = await scope.query<SaleRow>({
    name: 'sandbox_correct_sale',
    text: `UPDATE sandbox_sale s SET gross = $3, fee = $4, tax = $5, version = s.version + 1
           WHERE s.organization_id = $1 AND s.id = $2 RETURNING ${shown}`,
    values: [scope.organizationId, id, gross, fee, tax],
  });
  return row as SaleRow;
}

/** Marks sales as paid out and returns them with their new versions. */
export async function markPaid(
  scope: OrgTransaction,
  ids: readonly string[],
  payoutId: string,
): Promise<SaleRow[]> {
  const paid = await scope.query<SaleRow>({
    name: 'sandbox_mark_sales_paid',
    text: `UPDATE sandbox_sale s SET payout_id = $3, version = s.version + 1
           WHERE s.organization_id = $1 AND s.id = ANY ($2) RETURNING ${shown}`,
    values: [scope.organizationId, ids, payoutId],
  });
  return paid.sort((one, other) => (one.id < other.id ? -1 : 1));
}

export type SoldRow = RowOf<'sandbox_agreement', 'id' | 'state' | 'terms' | 'last_update_time'> & {
  spec: string | null;
  is_billed: boolean;
};

/**
 * Finds the agreements of a marketplace that were active at any time since a given time, each with its offer.
 */
export const findSold = (scope: OrgTransaction, partner: string, since: Date): Promise<SoldRow[]> =>
  scope.query<SoldRow>({
    name: 'sandbox_sold_agreements',
    text: `SELECT a.id, a.state, a.terms, a.last_update_time, o.spec, EXISTS (
             SELECT FROM sandbox_sale s WHERE s.organization_id = a.organization_id AND s.agreement_id = a.id) AS is_billed
           FROM sandbox_agreement a
           LEFT JOIN sandbox_offer o ON o.organization_id = a.organization_id AND o.id = a.sandbox_offer_id
           WHERE a.organization_id = $1 AND a.partner = $2 AND (a.state <> 'CANCELLED' OR a.last_update_time >= $3)
           ORDER BY a.id`,
    values: [scope.organizationId, partner, since],
  });

/** Finds the accepted usage of the days between two times. */
export async function findDaysOfUsage(
  scope: OrgTransaction,
  partner: string,
  { since, until }: { since: Date; until: Date },
): Promise<DayOfUsage[]> {
  const found = await scope.query<{ agreement_id: string; dimension: string; day: string; quantity: string }>(
    {
      name: 'sandbox_days_of_usage',
      text: `SELECT u.agreement_id, u.dimension, to_char(u.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
             trim_scale(sum(u.quantity)) AS quantity
           FROM sandbox_usage u
           WHERE u.organization_id = $1 AND u.partner = $2 AND u.hour >= $3 AND u.hour < $4
           GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`,
      values: [scope.organizationId, partner, since, until],
    },
  );
  return found.map(({ agreement_id: agreementId, dimension, day, quantity }) => ({
    agreementId,
    dimension,
    day,
    quantity,
  }));
}

const insertFeed = defineStatement(
  'sandbox_insert_revenue',
  {
    feed: rows('sandbox_revenue', ['organization_id', 'id', 'partner', 'line', 'usage', 'creation_time']),
  },
  ({ feed }) => `${feed.insert('n', {})} FROM ${feed.unnest('n')}`,
);

export const revenueColumns = [
  'id',
  'partner',
  'line',
  'usage',
  'creation_time',
] as const satisfies readonly ColumnOf<'sandbox_revenue'>[];

type Feed = { line: RevenueLine } | { usage: BilledUsage };

/** Appends lines to the feed of a marketplace, in the given order. */
export async function addToFeed(
  scope: OrgTransaction,
  partner: string,
  feed: readonly Feed[],
): Promise<void> {
  if (feed.length === 0) return;
  const added = feed.map((one) => ({
    organization_id: scope.organizationId,
    id: scope.newId('sbr'),
    partner,
    line: 'line' in one ? JSON.stringify(one.line) : null,
    usage: 'usage' in one ? JSON.stringify(one.usage) : null,
    creation_time: scope.now.toISOString(),
  }));
  await scope.query(insertFeed({ feed: added }));
}

export type FeedRow = RowOf<'sandbox_revenue', 'id' | 'line' | 'usage'>;

/** Reads the feed after a position. */
export const readFeed = (
  scope: OrgTransaction,
  partner: string,
  after: string,
  limit: number,
): Promise<FeedRow[]> =>
  scope.query<FeedRow>({
    name: 'sandbox_read_revenue',
    text: `SELECT r.id, r.line, r.usage FROM sandbox_revenue r
           WHERE r.organization_id = $1 AND r.partner = $2 AND r.id > $3 ORDER BY r.id LIMIT $4`,
    values: [scope.organizationId, partner, after, limit],
  });
