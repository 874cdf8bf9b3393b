import { earliest, isImport, type Notification, type Schedule } from '../notifications/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertSql } from '../platform/database/define-statement.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import { inList } from '../platform/records/moves.ts';
import { type EntitlementRow, entitlementColumnList, entitlementEvents } from './columns.ts';
import { live } from './states.ts';

const action = 'END_SOON';
const dayMs = 86_400_000;
/** Entitlements notified in one transaction. */
const portion = 200;

/**
 * SQL condition of entitlements that end without renewal and whose notice period has begun. `alert_time` is
 * `alertDaysBeforeEnd` before the end.
 */
const ending = `e.organization_id = $1 AND e.alert_time IS NOT NULL AND e.end_time > $2
  AND e.status IN (${inList(live)})
  AND (e.info -> 'autoRenew') IS DISTINCT FROM 'true'::jsonb`;
/**
 * SQL for the number of the reminder: a reminder is due every five days after the first notice. Only the last of
 * several missed reminders is sent.
 */
const reminder = `floor(extract(epoch FROM $2::timestamptz - e.alert_time) / 432000)`;

/**
 * Schedule that notifies of entitlements ending soon: `alertDaysBeforeEnd` before the end, and every five days after
 * that.
 */
export const endSoonSchedule: Schedule = {
  kind: 'entitlements.endSoon',
  nextTime: async (scope, notifications) =>
    notifications.some(isImport) ? scope.now : earliest(scope, notifications.flatMap(alertOf)),
  recordDue: async (scope) => {
    const found = await takeDue(scope);
    const facts = entitlementEvents.facts(action, found, [], { audited: false });
    if (facts.length > 0) await scope.query(recordEvents(scope, facts));
    return facts.length === portion ? scope.now : nextLook(scope);
  },
};

function alertOf({ entityType, action: done, record }: Notification): Date[] {
  const { alertDaysBeforeEnd: days } = (record.info ?? {}) as { alertDaysBeforeEnd?: unknown };
  if (entityType !== 'ENTITLEMENT' || done === action || typeof days !== 'number') return [];
  if (typeof record.endTime !== 'string' || !live.some((status) => status === record.status)) return [];
  return [new Date(Date.parse(record.endTime) - days * dayMs)];
}

const occasion = (count: string) => `extract(epoch FROM e.end_time)::text || '#' || (${count})::text`;

/**
 * Selects and marks the entitlements whose notice is due: `due` locks the entitlements without this notice,
 * `noted` records the notice, and each entitlement's event count increases.
 */
const takeDue = (scope: OrgTransaction): Promise<EntitlementRow[]> =>
  scope.query<EntitlementRow>({
    name: 'take_entitlements_to_end_soon',
    text: `
      WITH due AS (
        SELECT e.id, ${occasion(reminder)} AS occasion FROM entitlement e
        WHERE ${ending} AND e.alert_time <= $2
          AND NOT EXISTS (
            SELECT FROM notice_sent n WHERE n.organization_id = $1 AND n.scope = '${action}.ENTITLEMENT'
              AND n.entity_id = e.id AND n.occasion = ${occasion(reminder)})
        ORDER BY e.alert_time, e.id LIMIT ${portion} FOR UPDATE),
      noted AS (
        ${insertSql('notice_sent', {
          organization_id: '$1',
          scope: `'${action}.ENTITLEMENT'`,
          entity_id: 'd.id',
          occasion: 'd.occasion',
          creation_time: '$2',
        })} FROM due d
        ON CONFLICT DO NOTHING RETURNING entity_id)
      UPDATE entitlement e SET sequence = e.sequence + 1
      FROM noted WHERE e.organization_id = $1 AND e.id = noted.entity_id
      RETURNING ${entitlementColumnList}, e.sequence`,
    values: [scope.organizationId, scope.now],
  });

async function nextLook(scope: OrgTransaction): Promise<Date | undefined> {
  const [row] = await scope.query<{ first: string | null }>({
    name: 'first_entitlement_to_end_soon',
    text: `SELECT min(look.at) AS first FROM (
             SELECT CASE WHEN e.alert_time > $2 THEN e.alert_time
               ELSE e.alert_time + (${reminder} + 1) * interval '120 hours' END AS at, e.end_time
             FROM entitlement e WHERE ${ending}) look
           WHERE look.at < look.end_time`,
    values: [scope.organizationId, scope.now],
  });
  return row?.first ? new Date(row.first) : undefined;
}
