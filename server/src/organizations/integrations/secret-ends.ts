import { earliest, isFirstNotice, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type IntegrationRow, recordIntegration, withSettings } from './store.ts';

const dayMs = 86_400_000;
/** How many days before a secret ends notice is given, the longest first. */
const leads = [30, 7] as const;
/** The business meaning of the event. */
export const secretEndsSoon = 'SECRET_ENDS_SOON';

const timesOf = (end: Date): Date[] => leads.map((days) => new Date(end.getTime() - days * dayMs));

const endsOf = ({ entityType, info, record }: Notification): Date[] =>
  entityType === 'INTEGRATION' && info.change !== secretEndsSoon && typeof record.secretEndTime === 'string'
    ? [new Date(record.secretEndTime)]
    : [];

/** Gives notice of secrets that end in 30 days, and again in 7: once for each integration and day of its end. */
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

/** Where both notices are due at once, one is given. */
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

/** The integrations that have a secret that has not ended yet: an organization has a few at most. */
const lockEnding = (scope: OrgTransaction): Promise<IntegrationRow[]> =>
  scope.query<IntegrationRow>({
    name: 'lock_integrations_with_ends',
    text: `SELECT ${withSettings} FROM integration i
           WHERE i.organization_id = $1 AND i.secret_end_time > $2 ORDER BY i.id FOR UPDATE`,
    values: [scope.organizationId, scope.now],
  });
