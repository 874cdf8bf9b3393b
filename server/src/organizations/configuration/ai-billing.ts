import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { AIBillingConfig } from '../records.ts';
import { configurationDefaults } from './define.ts';
import { lockConfiguration, writeConfiguration } from './store.ts';

const name = 'aiBillingConfig';
const byCap = 'SPENDING_CAP_REACHED';
const { monthlyCreditCents, monthlySpendingCapCents } = configurationDefaults.aiBillingConfig;

/**
 * The AI configuration as columns for SQL conditions: whether AI features are on, the time since which they are
 * off because the cap was reached, the free cents, and the maximum cents in a month (null for no limit). `$1`
 * is the organization.
 */
export const aiBillingSql = `SELECT coalesce((c.config ->> 'enabled')::boolean, true) AS enabled,
    CASE WHEN c.config ->> 'disabledReason' = '${byCap}' THEN (c.config ->> 'disabledAt')::timestamptz END AS capped_at,
    l.credit, CASE WHEN c.config -> 'monthlySpendingCapCents' = 'null'::jsonb THEN NULL
      ELSE l.credit + coalesce((c.config ->> 'monthlySpendingCapCents')::numeric, ${monthlySpendingCapCents}) END AS most
  FROM (SELECT coalesce(o.info -> '${name}', '{}') AS config FROM organization o WHERE o.organization_id = $1) c,
    LATERAL (SELECT coalesce((c.config ->> 'monthlyCreditCents')::numeric, ${monthlyCreditCents}) AS credit) l`;

/** The reason why AI features are off, and the time of the switch-off. */
export type AiSwitchOff = { reason: string | undefined; at: string | undefined };

/**
 * Reads why AI features are off. Undefined when AI features are on, or when only the cap of an earlier month
 * switched them off.
 */
export async function readAiSwitch(
  scope: OrgTransaction,
  monthStart: Date,
): Promise<AiSwitchOff | undefined> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_ai_switch',
    text: `SELECT o.info -> '${name}' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  const config: AIBillingConfig = row?.config ? JSON.parse(row.config) : {};
  if (config.enabled !== false || isCappedBefore(config, monthStart)) return undefined;
  return { reason: config.disabledReason, at: config.disabledAt };
}

/**
 * Switches AI features off because the month's cap is reached, and notifies.
 * @returns false when they are off already
 */
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

/**
 * Switches AI features on again if the cap of an earlier month switched them off; a switch-off by a person
 * stays.
 */
export async function switchAiOn(scope: OrgTransaction, monthStart: Date): Promise<void> {
  const before: AIBillingConfig | undefined = await lockConfiguration(scope, name);
  if (!before || !isCappedBefore(before, monthStart)) return;
  const { disabledAt: _at, disabledReason: _reason, ...others } = before;
  await writeConfiguration(scope, name, { before, next: { ...others, enabled: true } });
}

/**
 * Sets the free monthly use of AI features. Only the operator can set it, because the operator pays for free
 * use (R11).
 */
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

/** The recipient of bills and notices about AI features. */
export type AiBillingParty = { name: string; email: string | null };

/**
 * Finds the organization's name and the address for its AI bills (R11): the configured address, otherwise the
 * creator's address; if the operator created the organization, the address of its first ADMIN.
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
