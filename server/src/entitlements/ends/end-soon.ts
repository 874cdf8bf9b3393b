import { earliest, isImport, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertSql } from '../../platform/database/define-statement.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { inList } from '../../platform/records/moves.ts';
import type { EntitlementRow } from '../columns.ts';
import { entitlementColumnList, entitlementEvents } from '../columns.ts';
import { live } from '../states.ts';

const action = 'END_SOON';
const dayMs = 86_400_000;
/** The number of entitlements that get their notice in one transaction. */
const portion = 200;

/**
 * The condition for what ends at its time: what renews itself does not. `alert_time` is `alertDaysBeforeEnd` before the
 * end.
 */
const ending = `e.organization_id = $1 AND e.alert_time IS NOT NULL AND e.end_time > $2
  AND e.status IN (${inList(live)})
  AND (e.info -> 'autoRenew') IS DISTINCT FROM 'true'::jsonb`;
/**
 * The SQL for the number of the reminder: after the first notice one of each five days; of those that were missed only
 * the last is given.
 */
const reminder = `floor(extract(epoch FROM $2::timestamptz - e.alert_time) / 432000)`;

/** Gives notice of entitlements that end soon: `alertDaysBeforeEnd` before the end, and each five days from then on. */
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
 * Takes the entitlements of which notice is due: `due` locks those of which this notice was not given yet, `noted` writes
 * it down, and each that was counts one event more.
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
