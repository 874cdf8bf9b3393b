import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { UsageCapabilities } from '../usage.ts';
import { type AcceptedRecord, endOf } from './usage-rules.ts';

export const usageColumns = [
  'id',
  'partner',
  'agreement_id',
  'dimension',
  'hour',
  'start_time',
  'end_time',
  'quantity',
  'amount',
  'currency',
  'creation_time',
] as const satisfies readonly ColumnOf<'sandbox_usage'>[];

export const usageTotalColumns = [
  'id',
  'partner',
  'agreement_id',
  'dimension',
  'quantity',
  'lines',
  'creation_time',
  'last_update_time',
] as const satisfies readonly ColumnOf<'sandbox_usage_total'>[];

export type UsageAgreement = RowOf<
  'sandbox_agreement',
  'id' | 'state' | 'terms' | 'sandbox_offer_id' | 'last_update_time'
>;

const agreementColumns = selectList<'sandbox_agreement'>('sandbox_agreement', [
  'id',
  'state',
  'terms',
  'sandbox_offer_id',
  'last_update_time',
]);

/**
 * Locks the given agreements of a marketplace in a fixed order, so that calls for the same agreement are
 * serialized.
 */
export const lockAgreements = (
  scope: OrgTransaction,
  partner: string,
  ids: readonly string[],
): Promise<UsageAgreement[]> =>
  scope.query<UsageAgreement>({
    name: 'sandbox_lock_agreements',
    text: `SELECT ${agreementColumns} FROM sandbox_agreement
           WHERE organization_id = $1 AND partner = $2 AND id = ANY ($3) ORDER BY id FOR UPDATE`,
    values: [scope.organizationId, partner, ids],
  });

/** Reads the specifications of offers, which list the usage dimensions. */
export const readSpecs = (
  scope: OrgTransaction,
  offerIds: readonly string[],
): Promise<{ id: string; spec: string }[]> =>
  scope.query({
    name: 'sandbox_usage_specs',
    text: `SELECT id, spec FROM sandbox_offer WHERE organization_id = $1 AND id = ANY ($2)`,
    values: [scope.organizationId, offerIds],
  });

export type UsageRow = RowOf<'sandbox_usage', 'id' | 'identity' | 'quantity'>;

/** Finds earlier lines by record identity, to detect repeated records. */
export const findUsage = (
  scope: OrgTransaction,
  partner: string,
  identities: readonly string[],
): Promise<UsageRow[]> =>
  scope.query<UsageRow>({
    name: 'sandbox_find_usage',
    text: `SELECT id, identity, quantity FROM sandbox_usage
           WHERE organization_id = $1 AND partner = $2 AND identity = ANY ($3)`,
    values: [scope.organizationId, partner, identities],
  });

/** Finds the end of the last line of each dimension of these agreements. */
export const findEnds = (
  scope: OrgTransaction,
  agreementIds: readonly string[],
): Promise<{ agreement_id: string; dimension: string; end_time: string }[]> =>
  scope.query({
    name: 'sandbox_usage_ends',
    text: `SELECT agreement_id, dimension, max(end_time) AS end_time FROM sandbox_usage
           WHERE organization_id = $1 AND agreement_id = ANY ($2) GROUP BY agreement_id, dimension`,
    values: [scope.organizationId, agreementIds],
  });

/** Counts a call and returns whether it exceeds the rate limit. */
export async function countCall(
  scope: OrgTransaction,
  partner: string,
  { calls, perSeconds, each }: NonNullable<UsageCapabilities['rate']>,
  agreementIds: readonly string[],
): Promise<boolean> {
  const rows = await scope.query<RowOf<'sandbox_usage_rate', 'calls'>>({
    name: 'sandbox_count_usage_call',
    text: `INSERT INTO sandbox_usage_rate AS r (organization_id, partner, agreement_id, since, calls)
           SELECT $1, $2, a.id, $4, 1 FROM unnest($3::text[]) a (id) ORDER BY a.id
           ON CONFLICT (organization_id, partner, agreement_id) DO UPDATE SET
             calls = CASE WHEN r.since + $5 * interval '1 second' <= $4 THEN 1 ELSE r.calls + 1 END,
             since = CASE WHEN r.since + $5 * interval '1 second' <= $4 THEN $4 ELSE r.since END
           RETURNING calls`,
    values: [scope.organizationId, partner, each === 'seller' ? [''] : agreementIds, scope.now, perSeconds],
  });
  return rows.some((row) => row.calls > calls);
}

const insertLines = insertInto('sandbox_insert_usage', 'sandbox_usage', [
  'organization_id',
  'partner',
  'identity',
  ...usageColumns.filter((column) => column !== 'partner'),
]);

/** Stores lines and adds them to the billed usage. */
export async function keepLines(
  scope: OrgTransaction,
  partner: string,
  lines: readonly AcceptedRecord[],
): Promise<void> {
  for (const { id, record, quantity, identity } of lines)
    await scope.query(
      insertLines({
        organization_id: scope.organizationId,
        id,
        partner,
        identity,
        agreement_id: record.agreementId,
        dimension: record.dimension,
        hour: new Date(record.hour),
        start_time: new Date(record.since),
        end_time: endOf(record),
        quantity,
        amount: record.amount,
        currency: record.currency,
        creation_time: scope.now,
      }),
    );
  if (lines.length === 0) return;
  await scope.query({
    name: 'sandbox_add_usage',
    text: `INSERT INTO sandbox_usage_total AS t (organization_id, id, partner, agreement_id, dimension, quantity, lines,
             creation_time, last_update_time)
           SELECT $1, $3 || '-' || row_number() OVER (ORDER BY u.agreement_id, u.dimension), $2, u.agreement_id,
             u.dimension, sum(u.quantity), count(*), $5, $5
           FROM sandbox_usage u WHERE u.organization_id = $1 AND u.id = ANY ($4)
           GROUP BY u.agreement_id, u.dimension
           ORDER BY u.agreement_id, u.dimension
           ON CONFLICT (organization_id, agreement_id, dimension) DO UPDATE SET
             quantity = t.quantity + excluded.quantity, lines = t.lines + excluded.lines,
             last_update_time = excluded.last_update_time`,
    values: [scope.organizationId, partner, scope.newId('sbt'), lines.map(({ id }) => id), scope.now],
  });
}
