import { earliest, isFirstNotice, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import {
  encodeIntegration,
  type IntegrationRow,
  lockIntegration,
  nextEvent,
  recordIntegration,
  withSettings,
} from './store.ts';

/** Result of an import: its human-readable name, and the number of records of each kind. */
type ImportSummary = { name: string; products: number; offers: number; entitlements: number };

/**
 * Records an import from a marketplace as one event of its integration, because imported records have no
 * events. Has no effect if the integration was deleted.
 */
export async function announceImport(
  scope: OrgTransaction,
  partner: string,
  summary: ImportSummary,
): Promise<void> {
  const before = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!before) return;
  const { sequence } = await nextEvent(scope, before.id);
  const record = encodeIntegration(before);
  const { name, ...imported } = summary;
  await scope.query(
    recordEvent(scope, {
      entityType: 'INTEGRATION',
      entityId: before.id,
      sequence,
      action: 'UPDATE',
      change: 'IMPORT',
      payload: JSON.stringify({ ...JSON.parse(record), name, imported }),
      before: record,
    }),
  );
}

/**
 * Reports that a marketplace sends data that cannot be read: an ABNORMAL_ALERT of its integration, once a day
 * at most.
 */
export async function alertUnreadable(scope: OrgTransaction, partner: string): Promise<void> {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration) return;
  const notice = {
    notificationScope: 'ABNORMAL_ALERT.INTEGRATION',
    entityId: integration.id,
    occasion: scope.now.toISOString().slice(0, 10),
  };
  if (!(await isFirstNotice(scope, notice))) return;
  const row = await nextEvent(scope, integration.id);
  await scope.query(recordIntegration(scope, 'ABNORMAL_ALERT', row, integration));
}

const dayMs = 86_400_000;
/** Days before the expiry of a secret at which a notice is sent, the longest first. */
const leads = [30, 7] as const;
/** The change that the event reports. */
const secretEndsSoon = 'SECRET_ENDS_SOON';

const timesOf = (end: Date): Date[] => leads.map((days) => new Date(end.getTime() - days * dayMs));

const endsOf = ({ entityType, info, record }: Notification): Date[] =>
  entityType === 'INTEGRATION' && info.change !== secretEndsSoon && typeof record.secretEndTime === 'string'
    ? [new Date(record.secretEndTime)]
    : [];

/**
 * Sends a notice of secrets that expire in 30 days, and again in 7: once for each integration, expiry date
 * and lead.
 */
export const secretEndsSchedule: Schedule = {
  kind: 'integrations.secretEnds',
  nextTime: async (scope, notifications) => {
    const ends = notifications.flatMap(endsOf).filter((end) => end > scope.now);
    return earliest(
      scope,
      ends.map((end) => timesOf(end).find((time) => time > scope.now) ?? scope.now),
    );
  },
  recordDue: async (scope) => {
    const waiting = await lockEnding(scope);
    for (const row of waiting) await giveNotice(scope, row);
    const later = waiting.flatMap((row) => timesOf(endOf(row))).filter((time) => time > scope.now);
    return earliest(scope, later);
  },
};

const endOf = (row: IntegrationRow): Date => new Date(row.secret_end_time as string);

/** Sends one notice even if both notices are due at the same time. */
async function giveNotice(scope: OrgTransaction, row: IntegrationRow): Promise<void> {
  const end = endOf(row);
  let isNew = false;
  for (const [index, time] of timesOf(end).entries()) {
    if (time > scope.now) continue;
    const occasion = `${end.toISOString().slice(0, 10)} ${leads[index]}`;
    const notice = { notificationScope: `${secretEndsSoon}.INTEGRATION`, entityId: row.id, occasion };
    if (await isFirstNotice(scope, notice)) isNew = true;
  }
  if (!isNew) return;
  const [counted] = await scope.query<IntegrationRow>({
    name: 'count_integration_notice',
    text: `UPDATE integration i SET sequence = i.sequence + 1 WHERE i.organization_id = $1 AND i.id = $2
           RETURNING ${withSettings}`,
    values: [scope.organizationId, row.id],
  });
  const notice = { audited: false, change: secretEndsSoon };
  await scope.query(recordIntegration(scope, 'UPDATE', counted as IntegrationRow, undefined, notice));
}

/** Locks the integrations whose secrets have not expired yet; an organization has few. */
const lockEnding = (scope: OrgTransaction): Promise<IntegrationRow[]> =>
  scope.query<IntegrationRow>({
    name: 'lock_integrations_with_ends',
    text: `SELECT ${withSettings} FROM integration i
           WHERE i.organization_id = $1 AND i.secret_end_time > $2 ORDER BY i.id FOR UPDATE`,
    values: [scope.organizationId, scope.now],
  });
