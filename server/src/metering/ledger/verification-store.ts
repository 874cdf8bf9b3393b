import { currentAgreement } from '../../entitlements/index.ts';
import type { BilledUsage } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import type { EndedLine } from './verdicts.ts';

const more = parameters({ organizationId: 'text', partner: 'text' });

const addReported = defineStatement(
  'add_reported_to_verification',
  {
    more: parameters({ organizationId: 'text' }),
    lines: rows('usage_line', ['entitlement_id', 'dimension', 'bucket_hour', 'quantity', 'amount']),
  },
  ({ more: { organizationId }, lines }) => `
    INSERT INTO usage_verification AS v (organization_id, entitlement_id, product_id, partner, day, key, reported_quantity,
      reported_amount)
    SELECT ${organizationId}, e.id, e.product_id, e.partner, (n.bucket_hour AT TIME ZONE 'UTC')::date, n.dimension,
      sum(n.quantity), sum(coalesce(n.amount, 0))
    FROM ${lines.unnest('n')} JOIN entitlement e ON e.organization_id = ${organizationId} AND e.id = n.entitlement_id
    WHERE e.partner IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 5, 6
    ON CONFLICT (organization_id, entitlement_id, day, key) DO UPDATE SET
      reported_quantity = trim_scale(coalesce(v.reported_quantity, 0) + excluded.reported_quantity),
      reported_amount = trim_scale(coalesce(v.reported_amount, 0) + excluded.reported_amount)`,
);

/** Adds accepted lines to the daily quantities that were reported to their marketplace. */
export async function addReportedUsage(scope: OrgTransaction, lines: readonly EndedLine[]): Promise<void> {
  if (lines.length > 0)
    await scope.query(addReported({ more: { organizationId: scope.organizationId }, lines }));
}

const setBilled = defineStatement(
  'set_billed_of_verification',
  {
    more,
    usage: rows('usage_verification', ['day', 'key', 'billed_quantity', 'billed_amount'], {
      agreement_id: 'text',
    }),
  },
  ({ more: { organizationId, partner }, usage }) => `
    INSERT INTO usage_verification AS v (organization_id, entitlement_id, product_id, partner, day, key, billed_quantity,
      billed_amount)
    SELECT ${organizationId}, e.id, e.product_id, e.partner, n.day, n.key, n.billed_quantity, n.billed_amount
    FROM ${usage.unnest('n')} JOIN entitlement e ON e.organization_id = ${organizationId} AND e.partner = ${partner}
      AND e.external_id = ${currentAgreement(organizationId, partner, 'n.agreement_id')}
    ORDER BY e.id, n.day, n.key
    ON CONFLICT (organization_id, entitlement_id, day, key) DO UPDATE SET billed_quantity = excluded.billed_quantity,
      billed_amount = excluded.billed_amount`,
);

/** Sets the quantities that a marketplace bills, by day and dimension. */
export async function setBilledUsage(
  scope: OrgTransaction,
  partner: string,
  billed: readonly BilledUsage[],
): Promise<void> {
  const last = new Map(billed.map((one) => [JSON.stringify([one.agreementId, one.dimension, one.day]), one]));
  if (last.size === 0) return;
  const usage = [...last.values()].map(({ agreementId, dimension, day, quantity, amount }) => ({
    agreement_id: agreementId,
    key: dimension,
    day,
    billed_quantity: quantity,
    billed_amount: amount,
  }));
  await scope.query(setBilled({ more: { organizationId: scope.organizationId, partner }, usage }));
}
