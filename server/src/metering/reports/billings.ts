import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { NewRowOf } from '../../platform/database/rows.ts';

const ofSpan = ['entitlement_id', 'generation', 'since', 'until'] as const;

/**
 * The reports of one generation of an entitlement with usage in a span. Exactly one invoice bills all these
 * reports.
 */
export type BilledSpan = NewRowOf<'usage_billing', (typeof ofSpan)[number]>;

const insert = defineStatement(
  'insert_usage_billings',
  {
    common: columns('usage_billing', ['organization_id', 'last_update_time']),
    spans: rows('usage_billing', [...ofSpan, 'invoice_id']),
  },
  ({ common, spans }) => `${spans.insert('n', common.at)} FROM ${spans.unnest('n')}`,
);

/**
 * Marks usage of locked entitlements as billed by invoices, so that its reports become INVOICED. Usage of the
 * span that is settled later gets a later generation.
 */
export async function markBilled(
  scope: OrgTransaction,
  billed: readonly (BilledSpan & { invoice_id: string })[],
): Promise<void> {
  if (billed.length === 0) return;
  const common = { organization_id: scope.organizationId, last_update_time: scope.now };
  await scope.query(insert({ common, spans: billed }));
}

/** Moves billed usage of a span to a different invoice. Without a new invoice, the usage becomes unbilled. */
export async function moveBilled(
  scope: OrgTransaction,
  { entitlementId, from, to, start, end }: BillingMove,
): Promise<void> {
  await scope.query({
    name: 'move_usage_billings',
    text: `UPDATE usage_billing b SET invoice_id = coalesce($4, b.invoice_id), live = $4 IS NOT NULL, last_update_time = $7
           WHERE b.organization_id = $1 AND b.entitlement_id = $2 AND b.invoice_id = $3 AND b.live
             AND b.since >= $5 AND b.since < $6`,
    values: [scope.organizationId, entitlementId, from, to ?? null, start, end, scope.now],
  });
}

/** The billed usage of a span, and the new invoice for this usage. */
export type BillingMove = {
  entitlementId: string;
  from: string;
  to: string | undefined;
  start: string;
  end: string;
};

/** Marks usage of a voided or deleted invoice as unbilled. */
export async function markUnbilled(scope: OrgTransaction, invoiceId: string): Promise<void> {
  await scope.query({
    name: 'end_usage_billings',
    text: `UPDATE usage_billing b SET live = false, last_update_time = $3
           WHERE b.organization_id = $1 AND b.invoice_id = $2 AND b.live`,
    values: [scope.organizationId, invoiceId, scope.now],
  });
}
