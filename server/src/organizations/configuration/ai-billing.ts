import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { AIBillingConfig } from '../records.ts';
import { configurationDefaults } from './defaults.ts';
import { lockConfiguration, writeConfiguration } from './store.ts';

const name = 'aiBillingConfig';
const byCap = 'SPENDING_CAP_REACHED';
const { monthlyCreditCents, monthlySpendingCapCents } = configurationDefaults.aiBillingConfig;

/**
 * The configuration of AI features as columns, for statements that decide by it: whether they are on; since when they are off
 * because the cap was reached; free cents; and the most cents in a month, null for no limit. `$1` is the organization.
 */
export const aiBillingSql = `SELECT coalesce((c.config ->> 'enabled')::boolean, true) AS enabled,
    CASE WHEN c.config ->> 'disabledReason' = '${byCap}' THEN (c.config ->> 'disabledAt')::timestamptz END AS capped_at,
    l.credit, CASE WHEN c.config -> 'monthlySpendingCapCents' = 'null'::jsonb THEN NULL
      ELSE l.credit + coalesce((c.config ->> 'monthlySpendingCapCents')::numeric, ${monthlySpendingCapCents}) END AS most
  FROM (SELECT coalesce(o.info -> '${name}', '{}') AS config FROM organization o WHERE o.organization_id = $1) c,
    LATERAL (SELECT coalesce((c.config ->> 'monthlyCreditCents')::numeric, ${monthlyCreditCents}) AS credit) l`;

/** Why AI features are off, and since when. */
export type AiOff = { reason: string | undefined; at: string | undefined };

/** Why AI features are off; nothing where they are on, or only the cap of an earlier month switched them off. */
export async function readAiSwitch(scope: OrgTransaction, monthStart: Date): Promise<AiOff | undefined> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_ai_switch',
    text: `SELECT o.info -> '${name}' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  const config: AIBillingConfig = row?.config ? JSON.parse(row.config) : {};
  if (config.enabled !== false || isCappedBefore(config, monthStart)) return undefined;
  return { reason: config.disabledReason, at: config.disabledAt };
}

/** Switches AI features off because the month's cap is reached, and gives notice. False where they are off already. */
export async function switchAiOff(scope: OrgTransaction, monthStart: Date): Promise<boolean> {
  const before: AIBillingConfig | undefined = await lockConfiguration(scope, name);
  if (before?.enabled === false && !isCappedBefore(before, monthStart)) return false;
  const next = {
    ...before,
    enabled: false,
    disabledAt: scope.now.toISOString(),
    disabledReason: byCap,
  };
  await writeConfiguration(scope, name, { before, next });
  await notifyOfCap(scope, next);
  return true;
}

/** Switches AI features on again that the cap of an earlier month switched off; what people switched off stays so. */
export async function switchAiOn(scope: OrgTransaction, monthStart: Date): Promise<void> {
  const before: AIBillingConfig | undefined = await lockConfiguration(scope, name);
  if (!before || !isCappedBefore(before, monthStart)) return;
  const { disabledAt: _at, disabledReason: _reason, ...others } = before;
  await writeConfiguration(scope, name, { before, next: { ...others, enabled: true } });
}

/** Sets how much use of AI features is free in a month. Only the operator may: it is at the operator's cost (R11). */
export async function setAiCredit(scope: OrgTransaction, cents: number): Promise<void> {
  const before: AIBillingConfig | undefined = await lockConfiguration(scope, name);
  await writeConfiguration(scope, name, { before, next: { ...before, monthlyCreditCents: cents } });
}

const isCappedBefore = (
  { enabled, disabledAt, disabledReason }: AIBillingConfig,
  monthStart: Date,
): boolean =>
  enabled === false && disabledReason === byCap && Date.parse(disabledAt ?? '') < monthStart.getTime();

async function notifyOfCap(scope: OrgTransaction, config: AIBillingConfig): Promise<void> {
  const [row] = await scope.query<RowOf<'organization', 'sequence'>>({
    name: 'count_notice_of_organization',
    text: 'UPDATE organization SET sequence = sequence + 1 WHERE organization_id = $1 RETURNING sequence',
    values: [scope.organizationId],
  });
  await scope.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: scope.organizationId,
      sequence: row?.sequence as number,
      action: 'NOTIFY',
      change: byCap,
      payload: JSON.stringify({ id: scope.organizationId, info: { [name]: config } }),
      audited: false,
    }),
  );
}

/** Who is written to about the use of AI features. */
export type AiBillingParty = { name: string; email: string | null };

/**
 * The organization's name and where its bills of AI features go (R11): to the address that was set, else to the creator, else,
 * where the operator made it, to its first ADMIN.
 */
export async function findAiBillingParty(scope: OrgTransaction): Promise<AiBillingParty> {
  const [party] = await scope.query<AiBillingParty>({
    name: 'find_ai_billing_party',
    text: `SELECT o.name, coalesce(nullif(o.info -> '${name}' ->> 'billingEmail', ''), (
             SELECT m.email FROM member m
             WHERE m.organization_id = $1 AND m.email IS NOT NULL AND m.status = 'ACTIVE' AND m.channel_partner_id IS NULL
               AND (m.id = o.created_by OR m.role = 'ADMIN')
             ORDER BY m.id <> coalesce(o.created_by, ''), m.creation_time, m.id LIMIT 1)) AS email
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  return party ?? { name: '', email: null };
}
