import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { NewRowOf } from '../../platform/database/rows.ts';

const ofSpan = ['entitlement_id', 'generation', 'since', 'until'] as const;

/** Reports of an entitlement of one generation that were used in a time. Nobody else bills any of them. */
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
 * Says that invoices bill usage of locked entitlements that none did: its reports are INVOICED. What is settled of them from now on is
 * of a later generation.
 */
export async function markBilled(
  scope: OrgTransaction,
  billed: readonly (BilledSpan & { invoice_id: string })[],
): Promise<void> {
  if (billed.length === 0) return;
  const common = { organization_id: scope.organizationId, last_update_time: scope.now };
  await scope.query(insert({ common, spans: billed }));
}

/** Says that what a voided or withdrawn invoice billed is to be billed again. */
export async function markUnbilled(scope: OrgTransaction, invoiceId: string): Promise<void> {
  await scope.query({
    name: 'end_usage_billings',
    text: `UPDATE usage_billing b SET live = false, last_update_time = $3
           WHERE b.organization_id = $1 AND b.invoice_id = $2 AND b.live`,
    values: [scope.organizationId, invoiceId, scope.now],
  });
}
