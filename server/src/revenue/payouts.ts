import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type FieldsIn, recordEncoder } from '../platform/records/encode.ts';

const payoutColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['partner', 'partner', 'text'],
  ['currency', 'currency', 'text'],
  ['disburseAmount', 'disburse_amount', 'number'],
  ['disburseDate', 'disburse_date', 'time'],
  ['info', 'info', 'json'],
] as const satisfies FieldsIn<'revenue_payout'>;

type PayoutRow = RowOf<'revenue_payout', (typeof payoutColumns)[number][1] | 'sequence'>;

const payoutEvents = createEntityEvents<{ id: string }>(
  'REVENUE_RECORD',
  recordEncoder(payoutColumns, { disburse_date: (day: string) => `"${day}T00:00:00.000Z"` }),
);

/** Records one event for each new payout, with its total amount. */
export async function announcePayouts(scope: OrgTransaction, partner: string): Promise<void> {
  const found = await scope.query<{ payout_id: string; currency: string }>({
    name: 'find_new_payouts',
    text: `SELECT DISTINCT d.payout_id, d.currency FROM revenue_detail d
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.payout_id IS NOT NULL AND d.is_current
             AND NOT EXISTS (SELECT FROM revenue_payout p WHERE p.organization_id = $1 AND p.partner = $2
               AND p.payout_id = d.payout_id AND p.currency = d.currency)
           ORDER BY 1, 2`,
    values: [scope.organizationId, partner],
  });
  for (const { payout_id: payoutId, currency } of found) {
    const [row] = await scope.query<PayoutRow>({
      name: 'keep_payout',
      text: `INSERT INTO revenue_payout (organization_id, id, partner, payout_id, currency, disburse_date, disburse_amount,
               info, creation_time)
             SELECT $1, $5, $2, $3, $4, max(coalesce(d.disburse_date, d.refund_disburse_date)),
               trim_scale(coalesce(sum(coalesce(d.disbursed, 0) - coalesce(d.refund_disbursed, 0)), 0)),
               jsonb_strip_nulls(jsonb_build_object(
                 'bankTraceId', max(d.facts ->> 'bankTraceId'),
                 'disbursementBillingEventId', max(d.facts ->> 'disbursementBillingEventId'),
                 'paymentId', max(d.facts ->> 'paymentId'), 'disbursementNotificationSent', true)), $6
             FROM revenue_detail d
             WHERE d.organization_id = $1 AND d.partner = $2 AND d.payout_id = $3 AND d.currency = $4 AND d.is_current
             ON CONFLICT (organization_id, partner, payout_id, currency) DO NOTHING
             RETURNING organization_id, id, partner, currency, disburse_date, disburse_amount, info, sequence`,
      values: [scope.organizationId, partner, payoutId, currency, scope.newId('rvp'), scope.now],
    });
    if (row) await scope.query(payoutEvents.record(scope, 'DISBURSE', row));
  }
}
